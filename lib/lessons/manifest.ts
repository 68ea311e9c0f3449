import { z } from 'zod';
import { languages } from '@/lib/language';

/** Accepts plain file names only, so that a manifest cannot refer to files outside the lesson's folder. */
const fileName = z.string().regex(/^[a-z0-9][a-z0-9.-]*$/i);

const renditionSchema = z.object({
  /** Named by the shorter side. A video between two sizes also has its own size, such as `360p`. */
  name: z.union([z.templateLiteral([z.int(), 'p']), z.literal('audio')]),
  width: z.number().int().nonnegative(),
  height: z.number().int().nonnegative(),
  /** Peak rate of any segment in bit/s, as HLS requires for BANDWIDTH. */
  bandwidth: z.number().int().positive(),
  averageBandwidth: z.number().int().positive(),
  bytes: z.number().int().positive(),
  codecs: z.string(),
  frameRate: z.number().nonnegative(),
  file: fileName,
  playlist: fileName,
});

export const manifestSchema = z.object({
  version: z.literal(1),
  /** Subfolder with the files; absent if they are next to this manifest. */
  revision: fileName.optional(),
  durationSeconds: z.number().positive(),
  renditions: z.array(renditionSchema).min(1),
  source: z.object({ file: fileName, type: z.string(), bytes: z.number().int().positive() }),
  poster: fileName,
  thumbnails: z.object({
    file: fileName,
    everySeconds: z.number().positive(),
    columns: z.number().int().positive(),
    rows: z.number().int().positive(),
    width: z.number().int().positive(),
    height: z.number().int().positive(),
  }),
  captions: z.array(z.object({ lang: z.enum(languages), file: fileName })),
});

export type Rendition = z.infer<typeof renditionSchema>;
export type Manifest = z.infer<typeof manifestSchema>;
