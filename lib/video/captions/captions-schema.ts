import { z } from 'zod';
import { localised, singleLine } from '@/lib/schemas';

/** An hour of speech is some 150 KB. */
const largestBytes = 512 * 1024;
const file = z.object({ name: singleLine().min(1).max(200), text: z.string().max(largestBytes, 'too_long') });

export const captionsSchema = localised(file).partial();
export const captionsChangeSchema = localised(file.nullable()).partial();

/** A caption file as somebody chose it. */
export type CaptionsFile = z.output<typeof file>;
/** By language; null takes what is there away, a language that is not named stays as it is. */
export type CaptionsChange = z.output<typeof captionsChangeSchema>;
