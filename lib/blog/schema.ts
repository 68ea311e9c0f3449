import { z } from 'zod';
import { defaultLanguage, languages } from '@/lib/language';

/** Digits alone: neither `1e2` nor `0x10` is a page. */
const wholeNumber = (most: number) => z.string().regex(/^\d{1,6}$/).transform(Number).pipe(z.number().min(1).max(most));

export const blogQuerySchema = z.object({
  lang: z.enum(languages).default(defaultLanguage),
  category: z.string().trim().max(80).optional(),
  q: z.string().trim().max(200).optional(),
  page: wholeNumber(100_000).default(1),
  pageSize: wholeNumber(100).default(20),
});
export type BlogQuery = z.infer<typeof blogQuerySchema>;

export const articleIdSchema = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/).max(120);

const words = z.object({
  title: z.string().trim().min(3).max(160),
  description: z.string().trim().min(20).max(600),
  category: z.string().trim().min(2).max(60),
  html: z.string().trim().min(1).max(200_000),
});

/** What is written: an article lives in the languages it has words for. */
export const articleInputSchema = z.object({
  id: articleIdSchema,
  category: articleIdSchema,
  imageUrl: z.string().regex(/^\/(?!\/)[\w\-./]+$/).nullable(),
  publishedAt: z.coerce.date(),
  published: z.boolean(),
  texts: z.object({ ar: words.optional(), en: words.optional(), de: words.optional() })
    .refine((texts) => Object.values(texts).some(Boolean), 'needs words in at least one language'),
});
export type ArticleInput = z.infer<typeof articleInputSchema>;

/** As lists show it. */
export type ArticleSummary = {
  blogId: string;
  title: string;
  description: string;
  /** Relative to the site's origin. */
  imageUrl: string | null;
  category: string;
  views: number;
  publishedAt: Date;
};

export type Article = ArticleSummary & {
  /** Sanitised. */
  htmlContent: string;
  updatedAt: Date;
  /** Languages in which the article can be read now, for the language menu and hreflang. */
  languages: Array<(typeof languages)[number]>;
};
