import { z } from 'zod';
import { languages } from '@/lib/language';
import { moment, singleLine } from '@/lib/schemas';

const htmlMax = 200_000;

/** A newsletter while it is written: complete or not. Subject and text are asked for when it is sent. */
export const newsletterSchema = z.object({
  lang: z.enum(languages, 'choice_unknown'),
  subject: singleLine('required').max(150, 'too_long'),
  preview: singleLine('required').max(200, 'too_long'),
  html: z.string('required').max(htmlMax, 'too_long'),
  readerLang: z.enum(languages, 'choice_unknown').nullable().describe('Null: readers in every language.'),
  courseSlug: z.string().max(200).nullable().describe('Null: whatever they own.'),
  courseOwners: z.boolean('required').describe('Those who own the course, or those who do not.'),
});
export type NewsletterInput = z.output<typeof newsletterSchema>;

/** What the editor had loaded: of two who write, the second is refused. */
const loaded = { updatedAt: z.iso.datetime().optional() };

export const newsletterChangeSchema = z.object({ ...newsletterSchema.shape, ...loaded });
export const newsletterSendSchema = z.object({
  sendAt: moment.nullable().default(null).describe('Null, or past: now.'),
  ...loaded,
});
export const newsletterPreviewSchema = z.object({ part: z.enum(['html', 'text']).default('html') });
