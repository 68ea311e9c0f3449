import { z } from 'zod';
import { localised, singleLine } from '@/lib/schemas';
import { captionsSchema } from '@/lib/video/captions/captions-schema';

const gibibyte = 1024 ** 3;
/** An hour of video as cameras record it; renditions are smaller. */
const largestVideoBytes = 4 * gibibyte;

const line = singleLine().min(1, 'required').max(200, 'too_long');

export const newUploadSchema = z
  .object({
    sizeBytes: z.number('required').int().min(1, 'required').max(largestVideoBytes, 'video_too_large'),
    /** The same for the same video: an upload that was cut off is found by it, and nothing else is appended to half a video. */
    fingerprint: z.string().regex(/^[\w-]{20,100}$/),
    /** File name of the lesson that gets this video instead of its own. */
    replaces: z.string().min(1).max(200).optional(),
    name: localised(line).optional(),
    /** The chapter a new lesson goes to the end of, counted from nought. */
    chapter: z.number().int().min(0).max(99).default(0),
    freePreview: z.boolean().default(false),
    captions: captionsSchema.default({}),
  })
  .refine(({ replaces, name }) => replaces !== undefined || name !== undefined, { path: ['name'], message: 'required' });
export type NewUpload = z.output<typeof newUploadSchema>;
