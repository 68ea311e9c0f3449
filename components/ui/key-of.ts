/** Returns a Latin letter on any layout. Chromium sends events without a key when a suggestion is picked. */
export function keyOf({ key = '', code }: Partial<Pick<KeyboardEvent, 'key' | 'code'>>): string {
  const letter = /^\P{ASCII}/u.test(key) ? /^Key([A-Z])$/.exec(code ?? '')?.[1] : undefined;
  return (letter ?? key).toLowerCase();
}
