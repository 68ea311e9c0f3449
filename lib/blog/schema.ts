import { z } from 'zod';
import { defaultLanguage, languages } from '@/lib/language';
import { localised, moment, pageNumber, singleLine, typedCode, wholeNumber } from '@/lib/schemas';

export const blogQuerySchema = z.object({
  lang: z.enum(languages).default(defaultLanguage),
  category: singleLine().max(80).optional(),
  q: singleLine().max(200).optional(),
  page: pageNumber,
  pageSize: wholeNumber(100, 'whole_number').default(20),
});
export type BlogQuery = z.infer<typeof blogQuerySchema>;

const articleIdSchema = typedCode().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'latin_slug').max(120);

const text = z.object({
  title: singleLine().min(3).max(160),
  description: z.string().trim().min(20).max(600),
  category: singleLine().min(2).max(60),
  author: singleLine().max(100).optional(),
  html: z.string().trim().min(1).max(200_000),
});

/** What is written: an article lives in the languages it has a text for. */
export const articleInputSchema = z.object({
  id: articleIdSchema,
  category: articleIdSchema,
  imageUrl: typedCode().regex(/^\/(?!\/)[\w\-./]+$/, 'site_path').meta({ format: 'picture' }).nullable(),
  publishedAt: moment,
  published: z.boolean(),
  texts: localised(text).partial()
    .refine((texts) => Object.values(texts).some(Boolean), 'one_language'),
});
export type ArticleInput = z.infer<typeof articleInputSchema>;

/** As lists show it. */
export interface ArticleSummary {
  blogId: string;
  title: string;
  description: string;
  /** Relative to the site's origin. */
  imageUrl: string | null;
  category: string;
  /** Who wrote it; empty: the company. */
  author: string;
  views: number;
  publishedAt: Date;
  readingMinutes: number;
}

export type Article = ArticleSummary & {
  /** Sanitised. */
  htmlContent: string;
  updatedAt: Date;
  /** Languages in which the article can be read now, for the language menu and hreflang. */
  languages: Array<(typeof languages)[number]>;
};

/** An article as the API gives it (docs/api.md, Blog). */
export function articleAnswer(article: Omit<ArticleSummary, 'readingMinutes'> & { htmlContent: string }) {
  const { blogId, title, description, imageUrl, category, views, publishedAt, htmlContent } = article;
  return { blogId, title, description, imageUrl, category, views, creationDate: publishedAt.toISOString(), htmlContent };
}
