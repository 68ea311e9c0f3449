import { z } from 'zod';
import { languages } from '@/lib/language';
import { localised as localisedShape } from '@/lib/schemas';

export { jsonValue } from '@/lib/schemas';

export const timestamp = z.iso.datetime();
export const timestampOrNull = timestamp.nullable();
export const language = z.enum(languages);
export const localised = localisedShape(z.string());
export const piastres = z.int();
export const currency = z.string().length(3);
/** Further statuses for files: the server handles `Range` and conditional requests. */
export const fileAnswers = { 304: null, 412: null, 416: null } as const;
export const orderPurpose = z
  .enum(['self', 'gift', 'seats'])
  .describe('Recipient of the order: the buyer, one other person, or the people that a company invites.');
export const ratingStatus = z.enum(['waiting', 'published', 'hidden']);
export const identified = z.strictObject({ id: z.string() });

/** RFC 9457; some problems have further members, such as `streamUrl`. */
export const problemDocument = z.looseObject({
  type: z
    .string()
    .regex(/^\/problems\/[a-z0-9-]+$/)
    .describe('Path that ends in a stable key.'),
  title: z.string().min(1).describe('Text in the language of `Accept-Language`.'),
  status: z.int(),
  detail: z.string().optional(),
  errors: z
    .record(z.string(), z.array(z.string()).min(1))
    .optional()
    .describe('Messages by field; nested fields are dotted.'),
  requestId: z.string(),
});
