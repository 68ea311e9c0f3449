import { z } from 'zod';
import { titleSlug } from '@/lib/schemas';
import { html, imagePath, metaSchema, text } from '../schema';

export const casePictureSchema = z.object({
  src: imagePath,
  alt: text,
  colour: z.string().regex(/^#[0-9a-f]{6}$/).optional().describe('shown until the picture is there'),
  focus: z.string().regex(/^\d{1,3}% \d{1,3}%$/).optional().describe('the point that stays in sight where the picture is cut, e.g. 50% 20%'),
});

const sample = z.boolean().optional().describe('an invented example: npm run doctor names it until it is replaced');

export const workCaseSchema = z.object({
  sample,
  title: text,
  titleTr: text.optional().describe('Latin form, wins in the slug (A12)'),
  formerSlugs: z.array(titleSlug).optional().describe('old addresses, answered by 308 (A14)'),
  client: text,
  sector: text.describe('what the client does, and where'),
  year: z.number().int().min(2000).max(2100),
  summary: text.describe('one or two sentences for lists'),
  task: html,
  done: html,
  results: z.array(z.object({ value: text.describe('short: 38 %'), label: text.describe('what was measured, and against what') })).min(1).max(4),
  picture: casePictureSchema,
  screens: z.array(z.object({ picture: casePictureSchema, caption: text })),
  quote: z.object({ text, name: text, role: text, company: text }).optional(),
  usedServices: z.array(titleSlug).describe('slugs of the services that were used'),
  meta: metaSchema,
});

export const workCasesSchema = z.object({ cases: z.array(workCaseSchema) });

export const workClientsSchema = z.object({
  clients: z.array(z.object({ sample, name: text, mark: imagePath.describe('a square drawing; its shape is filled with the page\'s own colour') })),
});

export type CasePicture = z.infer<typeof casePictureSchema>;
export type WorkCase = z.infer<typeof workCaseSchema>;
