import { describe, expect, it } from 'vitest';
import { type Language, languages } from './language';
import { isUnreadable, numberText, readNumber, typedNumber } from './numbers';

describe('a typed number', () => {
  it.each<[string, number]>([
    ['200', 200],
    [' 200 ', 200],
    ['200.', 200],
    ['+5', 5],
    ['-3', -3],
    ['−3', -3],
    ['- 3', -3],
    ['007', 7],
    ['٢٠٠', 200],
    ['۲۰۰', 200],
    ['-٣', -3],
    ['1,5', 1.5],
    ['1.5', 1.5],
    ['١٫٥', 1.5],
    ['١،٥', 1.5],
    ['.5', 0.5],
    ['٫٥', 0.5],
    [',5', 0.5],
    ['1,50', 1.5],
    ['0,500', 0.5],
    ['0.125', 0.125],
    ['1234,567', 1234.567],
    ['3.14159265', 3.14159265],
    ['1500', 1500],
    ['1,500,000', 1_500_000],
    ['1.500.000', 1_500_000],
    ['1,500.25', 1500.25],
    ['1.500,25', 1500.25],
    ['1.500,250', 1500.25],
    ['1 500', 1500],
    ['1 500', 1500],
    ['1 500,5', 1500.5],
    ["1'500", 1500],
    ['1’500.5', 1500.5],
    ['١٬٥٠٠', 1500],
    ['١٬٥٠٠٫٢٥', 1500.25],
    ['١.٥٠٠٫٢٥', 1500.25],
    ['1%', 1],
    ['1 %', 1],
    ['%1', 1],
    ['١٪', 1],
    ['٪١', 1],
    ['1.5 %', 1.5],
    ['20 percent', 20],
    ['200 EGP', 200],
    ['EGP 200', 200],
    ['200EGP', 200],
    ['1,500.50 EGP', 1500.5],
    ['200 LE', 200],
    ['200 L.E.', 200],
    ['٢٠٠ جنيه', 200],
    ['200 ج.م.', 200],
    ['200 جنيهًا', 200],
    ['$20', 20],
    ['20 €', 20],
    ['€ 20', 20],
    ['20 °C', 20],
    ['-5 °C', -5],
    ['90°', 90],
    ['50 km/h', 50],
    ['12 m²', 12],
    ['5 Minuten', 5],
    ['3 days', 3],
    ['\u200f٢٠٠\u200e', 200],
  ])('reads “%s” as the same number in every language [N16]', (text, number) => {
    expect(languages.map((lang) => readNumber(text, lang))).toEqual(languages.map(() => number));
    expect(isUnreadable(text)).toBe(false);
  });

  it.each<[string, number, number]>([
    ['1,500', 1500, 1.5],
    ['1.500', 1.5, 1500],
    ['12,345 EGP', 12_345, 12.345],
    ['3.142', 3.142, 3142],
    ['١،٥٠٠', 1500, 1.5],
  ])('reads “%s” by the rules of the language [N16]', (text, english, german) => {
    expect({ ar: readNumber(text, 'ar'), en: readNumber(text, 'en'), de: readNumber(text, 'de') }).toEqual({
      ar: english,
      en: english,
      de: german,
    });
  });

  it.each([
    'abc',
    'two hundred',
    'مئتان',
    '-',
    '.',
    '%',
    'EGP',
    '1/2',
    '½',
    '1e3',
    '10²',
    '2*3',
    '1-2',
    '10:30',
    '2+2',
    '=5',
    '~5',
    '5?',
    '200 or 300',
    '20 of 30',
    '2 h 30 min',
    '1.2.3',
    '1,5,0',
    '1,50,000',
    '12 34',
    '1,,500',
    '--5',
    '5k',
    '2 thousand',
    '2 Mio.',
    '2 مليون',
    '5 آلاف',
    '5 and a half',
    '5 ونصف',
    '5 halb',
    '5 ‰',
    'minus 5',
    'x200',
    '1234567890123456',
    'NaN',
    'Infinity',
    '0x10',
  ])('does not guess “%s” [N16]', (text) => {
    expect(languages.map((lang) => readNumber(text, lang))).toEqual(languages.map(() => null));
    expect(isUnreadable(text)).toBe(true);
  });

  it('an empty field is not a number, but not unreadable either [N16]', () => {
    for (const text of ['', '  ']) expect([readNumber(text, 'en'), isUnreadable(text)]).toEqual([null, false]);
  });

  it('reads back the stored numbers that it shows [N16]', () => {
    const numbers = [0, -1, 1.5, 1.125, 1500, 1_234_567.25, 0.1, 1e-10, 999_999_999_999_999];
    const formatAndParse = (lang: Language) => numbers.map((each) => readNumber(numberText(each, lang), lang));
    expect(languages.map(formatAndParse)).toEqual(languages.map(() => numbers));
  });
});

describe('a number that is stored as it was read', () => {
  const parseInEach = (text: string, kind?: Parameters<typeof typedNumber>[2]) => ({
    ar: typedNumber(text, 'ar', kind),
    en: typedNumber(text, 'en', kind),
    de: typedNumber(text, 'de', kind),
  });
  const repeatInLanguages = (value: number | null) => ({ ar: value, en: value, de: value });

  it.each<[string, number]>([
    ['1.299,50', 1299.5],
    ['1,299.50', 1299.5],
    ['1 299,50', 1299.5],
    ['1\u00a0299,50', 1299.5],
    ['1\u202f299.50', 1299.5],
    ['1\u2009299,50', 1299.5],
    ['1’299.50', 1299.5],
    ["1'299,50", 1299.5],
    ['٩٩٫٥٠', 99.5],
    ['٩٩,٥٠', 99.5],
    ['٩٩،٥٠', 99.5],
    ['۹۹٫۵', 99.5],
    ['١٬٢٩٩٫٥٠', 1299.5],
    ['1.000.000', 1_000_000],
    ['1,000,000', 1_000_000],
    ['1299', 1299],
    [' +5 ', 5],
    ['-5', -5],
    ['1299.', 1299],
    ['\u200f٩٩٫٥٠\u200e', 99.5],
    ['\u202d1299\u202c', 1299],
    ['1\u200b299', 1299],
  ])('reads “%s” as the same number on every page [V14]', (text, value) => {
    expect(parseInEach(text)).toEqual(repeatInLanguages(value));
  });

  it.each<[string, { ar: number | string; en: number | string; de: number | string }]>([
    ['1.000', { ar: '1.000', en: '1.000', de: 1000 }],
    ['1,000', { ar: 1000, en: 1000, de: '1,000' }],
    ['99.50', { ar: 99.5, en: 99.5, de: '99.50' }],
    ['99,50', { ar: 99.5, en: '99,50', de: 99.5 }],
    ['7,5', { ar: 7.5, en: '7,5', de: 7.5 }],
    ['1.5', { ar: 1.5, en: 1.5, de: '1.5' }],
    ['0.500', { ar: 0.5, en: 0.5, de: '0.500' }],
    ['1234,567', { ar: 1234.567, en: '1234,567', de: 1234.567 }],
    ['١.٠٠٠', { ar: '١.٠٠٠', en: '١.٠٠٠', de: 1000 }],
    ['١,٠٠٠', { ar: 1000, en: 1000, de: '١,٠٠٠' }],
  ])('reads “%s” by the language of the page, and leaves it as text if it is ambiguous [V14]', (text, expected) => {
    expect(parseInEach(text)).toEqual(expected);
  });

  it.each([
    'x',
    '3o',
    '1e5',
    '0x10',
    '1,00,000',
    '1.2.3',
    '1,5,0',
    '12 34',
    '1 2',
    '1..5',
    '1.000,00.5',
    '.',
    '-',
    '½',
    '5k',
    'Infinity',
    '20 of 30',
    '1 299 50',
    '1,299.500,00',
  ])('never guesses “%s” [V14]', (text) => {
    expect(parseInEach(text)).toEqual({ ar: text, en: text, de: text });
  });

  it('accepts the unit of the field on either side, and no other unit [V14]', () => {
    for (const text of [
      '20 EGP',
      'EGP 20',
      '20 L.E',
      '20 L.E.',
      'L.E. 20',
      'LE20',
      '20 جنيه',
      '٢٠ جنيهًا',
      '20 ج.م.',
      'ج.م. 20',
      '20 جنيه مصري',
      'E£20',
      '20,-',
      '20,–',
      '20 pounds',
    ])
      expect(parseInEach(text, 'money')).toEqual(repeatInLanguages(20));
    for (const text of ['20%', '20 %', '%20', '٢٠٪', '20\u00a0%', '20 Prozent', '20 percent', '20 في المئة'])
      expect(parseInEach(text, 'percent')).toEqual(repeatInLanguages(20));
    for (const [text, kind] of [
      ['$20', 'money'],
      ['20 €', 'money'],
      ['20%', 'money'],
      ['20 EGP', 'percent'],
      ['20 EGP', 'count'],
      ['EGP 20 EGP', 'money'],
      ['£20', 'money'],
    ] as const)
      expect(parseInEach(text, kind)).toEqual({ ar: text, en: text, de: text });
  });

  it('reads an empty field as nothing [V14]', () => {
    for (const text of ['', '  ', '\u200f', '\u00a0']) expect(parseInEach(text)).toEqual(repeatInLanguages(null));
  });
});
