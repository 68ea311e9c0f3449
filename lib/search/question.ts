import { z } from 'zod';
import type { MaybeActor } from '@/lib/actor';
import { defaultLanguage, languages, type Language } from '@/lib/language';
import { pageNumber, singleLine } from '@/lib/schemas';

export const searchKinds = ['course', 'lesson', 'article', 'page'] as const;
export type SearchKind = (typeof searchKinds)[number];

export const mostLetters = 200;

/** A word that is everywhere is not counted to its end: a total of this means so many or more. */
export const mostCounted = 100;

export const searchQuerySchema = z.object({
  lang: z.enum(languages).default(defaultLanguage),
  q: singleLine().max(mostLetters).default(''),
  kind: z.enum(searchKinds).optional(),
  page: pageNumber,
});

/** What is asked of one kind. */
export interface Question { actor: MaybeActor; lang: Language; q: string; page: number; pageSize: number; now: Date }

/** A piece of text, and whether it is a word that was asked for. */
export interface Part { text: string; isMatch: boolean }

export interface SearchResult {
  title: Part[];
  /** Relative to the site's origin. */
  url: string;
  /** The course of a lesson. */
  course: { title: string; url: string } | null;
  /** Whether a lesson may be watched by whoever asks; true for everything else. */
  isOpen: boolean;
  /** `second` and an address of its own: a line of a lesson's captions. Of a lesson that may not be watched the second alone. */
  snippets: Array<{ parts: Part[]; second: number | null; url: string | null }>;
}

export interface FoundPage { /** `mostCounted` at most */ total: number; results: SearchResult[] }
