import { foldDigits } from '@/lib/digits';
import { truncate } from '@/lib/truncate';

/** Of what `fold` makes: with a higher one the jobs `search` and `refold` make anew what is stored folded. */
export const foldVersion = 3;

/** Letters that keyboards of Arabic, Persian and Urdu write for the same one. */
const spellings: ReadonlyArray<readonly [letter: string, others: RegExp]> = [
  ['ا', /\u0671/g], ['ي', /[\u0649\u06cc-\u06ce\u06d0\u06d2]/g], ['ه', /[\u0629\u06be\u06c1\u06c3\u06d5]/g], ['ك', /[\u06a9\u06aa]/g], ['ن', /\u06ba/g], ['ss', /ß/g], ['σ', /ς/g],
];

/** Vowel and other marks, tatweel, the small letters of the Quran, and what shows nothing. */
const unread = /[\p{M}\p{Default_Ignorable_Code_Point}\u0640\u0674\u06e5\u06e6]/gu;

/**
 * One spelling for what people type differently: alef forms, ta marbuta, alef maqsura, hamza seats, tashkeel, tatweel, Persian and Urdu
 * letters, presentation forms, invisible characters, digits; umlauts and accents in Latin script. Applied to what is searched when it is
 * written and to the question when asked; `person_words` in the database does the same.
 */
export function fold(text: string): string {
  const plain = foldDigits(text.normalize('NFKD').toLowerCase()).replace(unread, '');
  return spellings.reduce((folded, [letter, others]) => folded.replace(others, letter), plain);
}

const longestWord = 60;

/** Folded words in order of appearance, each once, with the Arabic article and joined particles taken off as a second form. */
export function wordsOf(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.flatMap((word) => [word, ...bareForm(word)]))].map((word) => truncate(word, longestWord));
}

function bareForm(word: string): string[] {
  const bare = /^(?:و|ف)?(?:ال|بال|كال|لل)(\p{L}{2,})$/u.exec(word)?.[1];
  return bare ? [bare] : [];
}

/** The first twelve words asked for, each in the forms that may begin a word of what is found. Only letters and digits get in. */
export function searchTerms(text: string): string[][] {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(0, 12).map((word) => [word, ...bareForm(word)].map((form) => truncate(form, longestWord)));
}

/** A PostgreSQL tsquery in which every word asked for must begin some word of what is found; null when nothing is asked. Nothing of the question is syntax. */
export function searchQuery(text: string): string | null {
  const terms = searchTerms(text).map((forms) => forms.map((form) => `'${form}':*`).join(' | '));
  return terms.length > 0 ? terms.map((term) => `(${term})`).join(' & ') : null;
}
