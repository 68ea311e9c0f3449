import 'server-only';
import type { z, ZodType } from 'zod';
import { loadContentFile } from '@/lib/cache/content-overlay';
import type { LoadedFile } from '@/lib/json-file';
import { log } from '@/lib/log';
import { shapeOf } from './shapes';

const safePath = /^(?:[\w-]+\/)*[\w-]+\.json$/;

/**
 * One content file, parsed by its shape. Never throws: a file that breaks its shape is logged as
 * `Error fetching file: <path>` with field and reason (B12, O2). That one is missing is for the caller to say.
 * @param path below CONTENT_DIR, e.g. `midan/ar/home-page/hero.json`
 */
export async function loadContent(path: string): Promise<LoadedFile> {
  const shape = safePath.test(path) ? shapeOf(path) : null;
  const loaded: LoadedFile = shape ? await loadContentFile(path, shape) : { state: 'missing' };
  if (loaded.state === 'broken') log.error({ path, ...loaded }, `Error fetching file: ${path}`);
  return loaded;
}

/** The parsed file, or null with a line in the log. `shape` says what the caller expects at this path. */
export async function readContent<Shape extends ZodType>(path: string, shape: Shape): Promise<z.output<Shape> | null> {
  const loaded = await loadContent(path);
  if (loaded.state === 'missing') log.error({ path, ...loaded }, `Error fetching file: ${path}`);
  if (loaded.state !== 'ok') return null;
  if (shapeOf(path) === shape) return loaded.value as z.output<Shape>;
  const parsed = shape.safeParse(loaded.value);
  return parsed.success ? parsed.data : null;
}
