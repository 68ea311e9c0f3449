import 'server-only';
import type { MaybeActor } from '@/lib/actor';
import { searchTerms } from '@/lib/text/fold';
import type { Language } from '@/lib/language';
import { searchKinds, type FoundPage, type Question, type SearchKind, type SearchResult } from './question';
import { searchArticles } from './search-articles';
import { searchCourses, searchLessons } from './search-courses';
import { searchPages } from './search-pages';

interface Asked { actor: MaybeActor; lang: Language; q: string; /** All kinds, the first results of each, without one. */ kind?: SearchKind | undefined; page: number; now: Date }

export interface SearchGroup { kind: SearchKind; total: number; page: number; pageSize: number; results: SearchResult[] }

const pageSizes = { overview: 4, ofKind: 10 };
const searches: Record<SearchKind, (question: Question) => Promise<FoundPage>> = { course: searchCourses, lesson: searchLessons, article: searchArticles, page: searchPages };

/**
 * What the site says about some words, by kind (row N19); with `kind` that one alone, page by page. Each word has to begin a word of what is
 * found, however it is spelt. Nothing that is not published is found.
 */
export async function search({ actor, lang, q, kind, page, now }: Asked): Promise<SearchGroup[]> {
  if (searchTerms(q).length === 0) return [];
  const question = { actor, lang, q, now, page: kind ? page : 1, pageSize: kind ? pageSizes.ofKind : pageSizes.overview };
  const groups = await Promise.all((kind ? [kind] : searchKinds).map(async (each) => ({ kind: each, page: question.page, pageSize: question.pageSize, ...(await searches[each](question)) })));
  return groups.filter(({ results }) => results.length > 0);
}
