/** Returns the typed key, or on a layout without Latin letters the key's letter on an English keyboard. */
export function keyOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const letter = /^\P{ASCII}/u.test(key) ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  return (letter ?? key).toLowerCase();
}
