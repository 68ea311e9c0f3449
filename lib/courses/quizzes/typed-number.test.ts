import { describe, expect, it } from 'vitest';
import { languages, type Language } from '@/lib/language';
import { isUnreadable, numberText, readNumber } from './typed-number';

describe('a number as it is typed', () => {
  it.each<[string, number]>([
    ['200', 200], [' 200 ', 200], ['200.', 200], ['+5', 5], ['-3', -3], ['−3', -3], ['- 3', -3], ['007', 7], ['٢٠٠', 200], ['۲۰۰', 200], ['-٣', -3],
    ['1,5', 1.5], ['1.5', 1.5], ['١٫٥', 1.5], ['١،٥', 1.5], ['.5', 0.5], ['٫٥', 0.5], [',5', 0.5], ['1,50', 1.5], ['0,500', 0.5], ['0.125', 0.125], ['1234,567', 1234.567], ['3.14159265', 3.14159265],
    ['1500', 1500], ['1,500,000', 1_500_000], ['1.500.000', 1_500_000], ['1,500.25', 1500.25], ['1.500,25', 1500.25], ['1.500,250', 1500.25], ['1 500', 1500], ['1 500', 1500], ['1 500,5', 1500.5],
    ["1'500", 1500], ['1’500.5', 1500.5], ['١٬٥٠٠', 1500], ['١٬٥٠٠٫٢٥', 1500.25], ['١.٥٠٠٫٢٥', 1500.25],
    ['1%', 1], ['1 %', 1], ['%1', 1], ['١٪', 1], ['٪١', 1], ['1.5 %', 1.5], ['20 percent', 20], ['200 EGP', 200], ['EGP 200', 200], ['200EGP', 200], ['1,500.50 EGP', 1500.5], ['200 LE', 200], ['200 L.E.', 200],
    ['٢٠٠ جنيه', 200], ['200 ج.م.', 200], ['200 جنيهًا', 200], ['$20', 20], ['20 €', 20], ['€ 20', 20], ['20 °C', 20], ['-5 °C', -5], ['90°', 90], ['50 km/h', 50], ['12 m²', 12], ['5 Minuten', 5], ['3 days', 3], ['\u200f٢٠٠\u200e', 200],
  ])('N16 “%s” is read alike in every language', (text, number) => {
    expect(languages.map((lang) => readNumber(text, lang))).toEqual(languages.map(() => number));
    expect(isUnreadable(text)).toBe(false);
  });

  it.each<[string, number, number]>([['1,500', 1500, 1.5], ['1.500', 1.5, 1500], ['12,345 EGP', 12_345, 12.345], ['3.142', 3.142, 3142], ['١،٥٠٠', 1500, 1.5]])(
    'N16 what “%s” means is decided by the language', (text, english, german) => {
      expect({ ar: readNumber(text, 'ar'), en: readNumber(text, 'en'), de: readNumber(text, 'de') }).toEqual({ ar: english, en: english, de: german });
    },
  );

  it.each([
    'abc', 'two hundred', 'مئتان', '-', '.', '%', 'EGP', '1/2', '½', '1e3', '10²', '2*3', '1-2', '10:30', '2+2', '=5', '~5', '5?', '200 or 300', '20 of 30', '2 h 30 min', '1.2.3', '1,5,0', '1,50,000', '12 34', '1,,500', '--5',
    '5k', '2 thousand', '2 Mio.', '2 مليون', '5 آلاف', '5 and a half', '5 ونصف', '5 halb', '5 ‰', 'minus 5', 'x200', '1234567890123456', 'NaN', 'Infinity', '0x10',
  ])('N16 “%s” is not guessed', (text) => {
    expect(languages.map((lang) => readNumber(text, lang))).toEqual(languages.map(() => null));
    expect(isUnreadable(text)).toBe(true);
  });

  it('N16 nothing is no number, and not unreadable', () => {
    for (const text of ['', '  ']) expect([readNumber(text, 'en'), isUnreadable(text)]).toEqual([null, false]);
  });

  it('N16 what is stored is shown as it is read again', () => {
    const numbers = [0, -1, 1.5, 1.125, 1500, 1_234_567.25, 0.1, 1e-10, 999_999_999_999_999];
    const again = (lang: Language) => numbers.map((each) => readNumber(numberText(each, lang), lang));
    expect(languages.map(again)).toEqual(languages.map(() => numbers));
  });
});
