import type { AdminTexts } from './admin-page';

/** A code that the program wrote into an order, as a sentence; what a person wrote stays as it is. */
export function codeText(t: AdminTexts, text: string): string {
  const key = `code_${text.toLowerCase().replaceAll('-', '_')}`;
  return /^[\w-]{1,60}$/.test(text) && t.has(key) ? t(key) : text;
}
