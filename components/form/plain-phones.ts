import { foldDigits } from '@/lib/numbers';
import { cleanCode } from '@/lib/text';
import { fillField } from './field-values';

/**
 * Writes telephone numbers as digits when their field is left or sent, as the site's calls require them. Browsers fill
 * in `+20 100 123 4567`, and visitors copy `(0100) 123-4567`.
 * @returns a function that stops watching the fields
 */
export function writePhonesAsDigits(): () => void {
  const rewrite = ({ target }: Event) => {
    const controls = target instanceof HTMLFormElement ? [...target.elements] : [target];
    for (const control of controls) {
      if (!(control instanceof HTMLInputElement) || !control.autocomplete.startsWith('tel')) continue;
      const digits = phoneDigits(control.value);
      // Leave numbers that differ only in their script, which the calls read.
      if (digits !== foldDigits(control.value)) fillField(control, digits);
    }
  };
  const events = ['change', 'submit'];
  for (const event of events) window.addEventListener(event, rewrite, { capture: true });
  return () => {
    for (const event of events) window.removeEventListener(event, rewrite, { capture: true });
  };
}

/** Drops separators, the prefixes `+` and `00`, and the `(0)` after a country code. Returns other texts unchanged. */
export function phoneDigits(text: string): string {
  const bare = foldDigits(cleanCode(text))
    .replace(/^(\+|00)(.*?)\(0\)/, '$1$2')
    .replaceAll(/[\s().\-/\u2010-\u2015\u2212]/g, '')
    .replace(/^(?:\+|00)/, '');
  return /^\d+$/.test(bare) ? bare : text;
}
