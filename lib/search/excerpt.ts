import { fold, searchTerms } from '@/lib/text/fold';
import { truncate } from '@/lib/truncate';
import type { Part } from './question';

/** One word asked for: finds it, in any of its forms, where a word of folded text begins. */
export type Pattern = RegExp;

export const patternsOf = (q: string): Pattern[] =>
  searchTerms(q).map((forms) => new RegExp(`(?<![\\p{L}\\p{N}])(?:[وف]?(?:ال|بال|كال|لل))?(?:${forms.join('|')})`, 'u'));

const word = /[\p{L}\p{N}\p{M}\p{Default_Ignorable_Code_Point}\u0640]+/gu;

const matchesWord = (text: string, patterns: readonly Pattern[]): boolean => {
  const folded = fold(text);
  return patterns.some((pattern) => pattern.exec(folded)?.index === 0);
};

/** The text in pieces, with the words that were asked for marked. */
export function markedParts(text: string, patterns: readonly Pattern[]): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(word)) {
    if (!matchesWord(found, patterns)) continue;
    if (index > end) parts.push({ text: text.slice(end, index), isMatch: false });
    parts.push({ text: found, isMatch: true });
    end = index + found.length;
  }
  return end < text.length ? [...parts, { text: text.slice(end), isMatch: false }] : parts;
}

/** The places of the texts that have the most of the words asked for, at most so many, in their order. */
export function bestTexts(texts: readonly string[], patterns: readonly Pattern[], most: number): number[] {
  // Folded at once: one by one costs several times as much.
  const folded = fold(texts.map((text) => text.replaceAll('\n', ' ')).join('\n')).split('\n');
  const scores = folded.map((text, at) => ({ at, score: patterns.filter((pattern) => pattern.test(text)).length })).filter(({ score }) => score > 0);
  return scores.sort((one, other) => other.score - one.score || one.at - other.at).slice(0, most).map(({ at }) => at).sort((one, other) => one - other);
}

const ellipsis = { text: '…', isMatch: false };

/** Around the first word that was asked for, about so many characters, cut between words. */
export function excerpt(text: string, patterns: readonly Pattern[], mostCharacters: number): Part[] {
  if (text.length <= mostCharacters) return markedParts(text, patterns);
  const first = [...text.matchAll(word)].find(({ 0: found }) => matchesWord(found, patterns))?.index ?? 0;
  const from = first < mostCharacters / 2 ? 0 : text.indexOf(' ', first - mostCharacters / 3) + 1;
  const room = truncate(text.slice(from), mostCharacters);
  const isWhole = from + mostCharacters >= text.length;
  const cut = isWhole ? room : room.slice(0, room.lastIndexOf(' ') > 0 ? room.lastIndexOf(' ') : room.length);
  return [...(from > 0 ? [ellipsis] : []), ...markedParts(cut, patterns), ...(isWhole ? [] : [ellipsis])];
}
