import { foldDigits } from './numbers';
import { truncate } from './text';

/** Increase this when `fold` or `splitWords` changes, so that the jobs `search` and `refold` update stored texts. */
export const foldVersion = 4;

const spellings: ReadonlyArray<readonly [letter: string, others: RegExp]> = [
  ['ا', /\u0671/g],
  ['ي', /[\u0649\u06cc-\u06ce\u06d0\u06d2]/g],
  ['ه', /[\u0629\u06be\u06c1\u06c3\u06d5]/g],
  ['ك', /[\u06a9\u06aa]/g],
  ['ن', /\u06ba/g],
  ['ss', /ß/g],
  ['σ', /ς/g],
];

const ignoredMarks = /[\p{M}\p{Default_Ignorable_Code_Point}\u0640\u0674\u06e5\u06e6]/gu;

/** `person_words` in the database must fold text the same way. */
export function fold(text: string): string {
  const plain = foldDigits(text.normalize('NFKD').toLowerCase()).replace(ignoredMarks, '');
  return spellings.reduce((folded, [letter, others]) => folded.replace(others, letter), plain);
}

const maxWordLength = 60;

/** Writes `e-mail` and `next.js` as one word, as many people do. */
export const joinCompounds = (folded: string): string =>
  folded.replaceAll(/(?<=[\p{L}\p{N}])[-.\u2010](?=[\p{L}\p{N}])/gu, '');

/** Also returns compounds as one word, and each Arabic word without its article and joined particles. */
export function splitWords(text: string): string[] {
  const folded = fold(text);
  const words = `${folded}\n${joinCompounds(folded)}`.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.flatMap((word) => [word, ...bareForms(word)]))].map((word) => truncate(word, maxWordLength));
}

function bareForms(word: string): string[] {
  const bare = /^(?:و|ف)?(?:ال|بال|كال|لل)(\p{L}{2,})$/u.exec(word)?.[1];
  return bare ? [bare] : [];
}

/** Returns the query in each spelling that other writers use: German without umlauts, and hamza on another letter. */
function spellingsOf(text: string): string[] {
  const composed = text.normalize('NFC');
  return [
    text,
    composed.replaceAll(/[äöü]/gi, '$&e'),
    // Not in `Quelle` and `neue`. At the end of a word, `due` would find `during`.
    composed.replaceAll(/(?<![aeq])([aou])e(?=\p{L})/giu, '$1'),
    // Egypt writes «مسئول», other countries «مسؤول».
    composed.replaceAll(/(?<=\p{L})[ؤئ](?=\p{L})/gu, (letter) => (letter === 'ؤ' ? 'ئ' : 'ؤ')),
  ];
}

export const foldedSpellings = (query: string): string[] => [...new Set(spellingsOf(query).map(fold))];

export function searchTerms(text: string): string[][] {
  const [words = [], ...others] = spellingsOf(text).map((spelling) => fold(spelling).match(/[\p{L}\p{N}]+/gu) ?? []);
  return words.slice(0, 12).map((word, at) => {
    const forms = [word, ...others.map((spelling) => spelling[at] ?? word)];
    return [...new Set(forms.flatMap((form) => [form, ...bareForms(form)]))].map((form) =>
      truncate(form, maxWordLength),
    );
  });
}

/** Returns a PostgreSQL tsquery; user text cannot inject syntax. */
export function searchQuery(text: string): string | null {
  const terms = searchTerms(text).map((forms) => forms.map((form) => `'${form}':*`).join(' | '));
  return terms.length > 0 ? terms.map((term) => `(${term})`).join(' & ') : null;
}
