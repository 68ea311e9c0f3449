import { z } from 'zod';
import { fold, searchTerms } from '@/lib/fold';
import { defaultLanguage, type Language, languages } from '@/lib/language';
import type { MaybeActor } from '@/lib/permissions';
import { pageNumber, singleLine } from '@/lib/schemas';
import { truncate } from '@/lib/text';

export const searchKinds = ['course', 'lesson', 'article', 'page'] as const;
export type SearchKind = (typeof searchKinds)[number];

export const maxQueryLength = 200;

/** Counting stops here: this total means "at least this many". */
export const maxCounted = 100;

export const searchQuerySchema = z.object({
  lang: z.enum(languages).default(defaultLanguage),
  q: singleLine().max(maxQueryLength).default(''),
  kind: z.enum(searchKinds).optional(),
  page: pageNumber,
});

export interface SearchRequest {
  actor: MaybeActor;
  lang: Language;
  q: string;
  page: number;
  pageSize: number;
  now: Date;
}

export interface TextPart {
  text: string;
  isMatch: boolean;
}

export interface SearchResult {
  title: TextPart[];
  url: string;
  course: { title: string; url: string } | null;
  /** True for lessons that the actor may watch, and for all other kinds. */
  isOpen: boolean;
  /** `second` and `url` point to a line of captions. A lesson that the actor may not watch has only `second`. */
  snippets: Array<{ parts: TextPart[]; second: number | null; url: string | null }>;
}

export interface SearchResultPage {
  /** At most `maxCounted`. */
  total: number;
  results: SearchResult[];
}

export type Pattern = RegExp;

/** Finds `email` in `e-mail` too. */
const looseForm = (form: string): string => [...form].join('[-.\u2010]?');

export const toPatterns = (query: string): Pattern[] =>
  searchTerms(query).map(
    (forms) => new RegExp(`(?<![\\p{L}\\p{N}])(?:[وف]?(?:ال|بال|كال|لل))?(?:${forms.map(looseForm).join('|')})`, 'u'),
  );

const word = /[\p{L}\p{N}\p{M}\p{Default_Ignorable_Code_Point}\u0640]+/gu;

const matchesWord = (text: string, patterns: readonly Pattern[]): boolean => {
  const folded = fold(text);
  return patterns.some((pattern) => pattern.exec(folded)?.index === 0);
};

export function markMatches(text: string, patterns: readonly Pattern[]): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(word)) {
    if (!matchesWord(found, patterns)) continue;
    if (index > end) parts.push({ text: text.slice(end, index), isMatch: false });
    parts.push({ text: found, isMatch: true });
    end = index + found.length;
  }
  return end < text.length ? [...parts, { text: text.slice(end), isMatch: false }] : parts;
}

export function findBestTexts(texts: readonly string[], patterns: readonly Pattern[], limit: number): number[] {
  // Fold all texts in one call: folding them one by one takes several times as long.
  const folded = fold(texts.map((text) => text.replaceAll('\n', ' ')).join('\n')).split('\n');
  const scores = folded
    .map((text, index) => ({ at: index, score: patterns.filter((pattern) => pattern.test(text)).length }))
    .filter(({ score }) => score > 0);
  return scores
    .sort((one, other) => other.score - one.score || one.at - other.at)
    .slice(0, limit)
    .map(({ at }) => at)
    .sort((one, other) => one - other);
}

const ellipsis = { text: '…', isMatch: false };

export function excerpt(text: string, patterns: readonly Pattern[], maxCharacters: number): TextPart[] {
  if (text.length <= maxCharacters) return markMatches(text, patterns);
  const first = [...text.matchAll(word)].find(({ 0: found }) => matchesWord(found, patterns))?.index ?? 0;
  const from = first < maxCharacters / 2 ? 0 : text.indexOf(' ', first - maxCharacters / 3) + 1;
  const room = truncate(text.slice(from), maxCharacters);
  const isWhole = from + maxCharacters >= text.length;
  const cut = isWhole ? room : room.slice(0, room.lastIndexOf(' ') > 0 ? room.lastIndexOf(' ') : room.length);
  return [...(from > 0 ? [ellipsis] : []), ...markMatches(cut, patterns), ...(isWhole ? [] : [ellipsis])];
}
