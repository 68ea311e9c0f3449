import { directionOf, type Language } from '@/lib/language';

/** Decodes UTF-8, UTF-16 with a byte order mark, and Windows' code page of the language. Others yield U+FFFD. */
export function decodeCaptions(bytes: Uint8Array, lang: Language): string {
  const mark = `${bytes[0]} ${bytes[1]}`;
  if (mark === '255 254') return new TextDecoder('utf-16le').decode(bytes);
  if (mark === '254 255') return new TextDecoder('utf-16be').decode(bytes);
  const text = new TextDecoder('utf-8').decode(bytes);
  // A damaged UTF-8 file has more whole letters than damaged ones.
  if (countOf(/\uFFFD/g, text) <= countOf(/[\u0080-\uFFFC]/g, text)) return text;
  const { encoding, isLikely } = directionOf(lang) === 'rtl' ? arabicCodePage : latinCodePage;
  const decoded = new TextDecoder(encoding).decode(bytes);
  return !/[\u0080-\u009f]/.test(decoded) && isLikely(decoded) ? decoded : text;
}

const countOf = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;

/** Latin text in another code page would show single Arabic letters inside its words. */
const arabicCodePage = {
  encoding: 'windows-1256',
  isLikely: (text: string) =>
    /[\u0621-\u064a]{3}/.test(text) && !/[a-z][\u0621-\u064a]|[\u0621-\u064a][a-z]/i.test(text),
};

/** Another script would show words of accented letters only; DOS and Mac OS would show signs such as † inside words. */
const latinCodePage = {
  encoding: 'windows-1252',
  isLikely: (text: string) => !/[\u00c0-\u00ff]{3}/.test(text) && !/[a-z][§¶ŠšŸŽžƒ‚“”„†‡€][a-z]/i.test(text),
};
