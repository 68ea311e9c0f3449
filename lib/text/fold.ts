import { foldDigits } from '@/lib/digits';

/**
 * One spelling for what people type differently: alef forms, ta marbuta, alef maqsura, hamza seats, tashkeel, tatweel,
 * Arabic-Indic digits; umlauts and accents in Latin script. Applied to articles when written and to the question when asked.
 */
export function fold(text: string): string {
  return foldDigits(text.normalize('NFKD').toLowerCase())
    .replace(/[\p{M}\u0640]/gu, '')
    .replace(/\u0671/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه')
    .replace(/ß/g, 'ss');
}

/** Folded words in order of appearance, each once, with the Arabic article and joined particles taken off as a second form. */
export function wordsOf(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.flatMap((word) => [word, ...bareForm(word)]))].map((word) => word.slice(0, 60));
}

function bareForm(word: string): string[] {
  const bare = /^(?:و|ف)?(?:ال|بال|كال|لل)(\p{L}{2,})$/u.exec(word)?.[1];
  return bare ? [bare] : [];
}

/** The first twelve words asked for, each in the forms that may begin a word of what is found. Only letters and digits get in. */
export function searchTerms(text: string): string[][] {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(0, 12).map((word) => [word, ...bareForm(word)].map((form) => form.slice(0, 60)));
}

/** A PostgreSQL tsquery in which every word asked for must begin some word of what is found; null when nothing is asked. Nothing of the question is syntax. */
export function searchQuery(text: string): string | null {
  const terms = searchTerms(text).map((forms) => forms.map((form) => `'${form}':*`).join(' | '));
  return terms.length > 0 ? terms.map((term) => `(${term})`).join(' & ') : null;
}
