import { expect, it } from 'vitest';
import { drawableText } from './fonts';

it.each([
  ['王小明', 'Wang Xiao Ming'],
  ['Mona 🥑', 'Mona'],
  ['Mona 😀', 'Mona 😀'],
  ['👩🏽‍💻 Karim 🇪🇬', 'Karim'],
  ['محمد ﷺ', 'محمد صلى الله عليه وسلم'],
  ['ＡＢＣ', 'ABC'],
  ['\u0000Mona\u200f', 'Mona\u200f'],
  ['Ünal, Çelik', 'Ünal, Çelik'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['Иван', 'Иван'],
  ['🥑🦄', ''],
])('%s is written as %s [P15]', (text, drawn) => {
  expect(drawableText(text)).toBe(drawn);
});

it('transliterates a name in Devanagari, Korean or Thai to Latin letters [P15]', () => {
  for (const name of ['प्रिया शर्मा', '김민수', 'สมชาย']) expect(drawableText(name)).toMatch(/^[A-Za-z ]{4,}$/);
});
