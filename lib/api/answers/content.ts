import { z } from 'zod';
import { language, timestamp } from '@/lib/shapes';

export const siteConfig = z.strictObject({
  project: z.string(),
  productName: z.string(),
  version: z.string(),
  languages: z.array(language),
  defaultLanguage: language,
  apiBaseUrl: z.url(),
});
export const contentFile = z
  .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
  .describe('The content file.');
export const blockType = z.strictObject({ hostname: z.string(), name: z.string(), type: z.string() });

export const article = z.strictObject({
  blogId: z.string().describe('Latin slug, the same in all languages.'),
  title: z.string(),
  description: z.string(),
  imageUrl: z.string().nullable().describe('Relative to `apiBaseUrl`.'),
  category: z.string(),
  views: z.int(),
  creationDate: timestamp,
  htmlContent: z.string().describe('Sanitised HTML.'),
});
export const articleList = z.array(article);

export const ready = z.strictObject({ status: z.literal('ready') });
export const versionAnswer = z.strictObject({
  version: z.string(),
  commit: z.string().nullable(),
  project: z.string(),
  productName: z.string(),
});
export const openApiDocument = z.looseObject({ openapi: z.string() });
