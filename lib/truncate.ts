const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Longer than any letter that people write: a family of emoji has some 30 units. */
const longestGrapheme = 64;

/**
 * The text, or its beginning that ends with a whole letter: never half an emoji, never a letter without its vowel marks.
 * @param most in UTF-16 units, of which a text has at least as many as characters: it then fits columns and receivers that count either
 */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  const at = graphemes.segment(text.slice(0, most + longestGrapheme)).containing(most)?.index ?? 0;
  return text.slice(0, at > 0 ? at : wholeCharacters(text, most));
}

/** Of one letter that is longer than the limit, as many marks as fit. */
const wholeCharacters = (text: string, most: number): number => (/[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most);
