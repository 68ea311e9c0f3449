import { describe, expect, it } from 'vitest';
import { parseWellFormed } from './json-file';
import { truncate } from './text';

describe('truncating a text', () => {
  it.each([
    ['a family of emoji', '👨‍👩‍👧‍👦'],
    ['an emoji', '😀'],
    ['a flag', '🇪🇬'],
    ['a flag of a region', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['a letter with vowel marks', 'بَّ'],
    ['a letter and its accent', 'e\u0301'],
    ['a Devanagari syllable', 'क्ष'],
  ])('keeps %s whole at every limit [V10]', (_name, letter) => {
    const text = `${letter.repeat(40)}end`;
    for (let most = letter.length; most < text.length + 2; most += 1) {
      const cut = truncate(text, most);
      expect(cut.length).toBeLessThanOrEqual(most);
      expect(cut).toBe(
        most >= text.length
          ? text
          : `${letter.repeat(Math.min(40, Math.floor(most / letter.length)))}${'end'.slice(0, Math.max(0, most - 40 * letter.length))}`,
      );
    }
  });

  it('cuts a letter longer than the limit, but never inside a surrogate pair [V10]', () => {
    expect(truncate('👨‍👩‍👧‍👦', 4)).toBe('👨‍'.slice(0, 3));
    expect(truncate('👨‍👩‍👧‍👦', 3)).toBe('👨‍'.slice(0, 3));
    expect(truncate(`e${'\u0301'.repeat(200)}`, 50)).toHaveLength(50);
    expect(truncate('😀', 1)).toBe('');
    expect(truncate('', 5)).toBe('');
  });
});

it('repairs provider texts that were cut inside a character [V10]', () => {
  expect(parseWellFormed('{"name":"Mona \\ud83d","list":["\\ude00 x","\\ud83d\\ude00"]}')).toEqual({
    name: 'Mona \ufffd',
    list: ['\ufffd x', '😀'],
  });
});
