import { z } from 'zod';
import { languages } from '@/lib/language';

/**
 * What `media:ingest` leaves beside a lesson's files as `lesson.json`. Names are plain file names inside the
 * lesson's own folder, so a manifest can never point outside it.
 */
const fileName = z.string().regex(/^[a-z0-9][a-z0-9.-]*$/i);

export const renditionSchema = z.object({
  /** By its shorter side; a video between two sizes also has its own, such as `360p`. */
  name: z.union([z.templateLiteral([z.int(), 'p']), z.literal('audio')]),
  width: z.number().int().nonnegative(),
  height: z.number().int().nonnegative(),
  /** Highest rate of any segment, in bits a second: what HLS asks of BANDWIDTH. */
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
  /** The folder inside the lesson's own that holds the files; absent: they lie beside this one. */
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
