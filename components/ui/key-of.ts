/**
 * Returns the typed key, or on a layout without Latin letters the key's letter on an English keyboard. Chromium sends
 * events without a key when the user picks a suggestion of a form field.
 */
export function keyOf({ key = '', code }: Partial<Pick<KeyboardEvent, 'key' | 'code'>>): string {
  const letter = /^\P{ASCII}/u.test(key) ? /^Key([A-Z])$/.exec(code ?? '')?.[1] : undefined;
  return (letter ?? key).toLowerCase();
}
