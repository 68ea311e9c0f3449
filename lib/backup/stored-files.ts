import 'server-only';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { config } from '@/lib/config/config';
import { putObject } from '@/lib/s3';

/**
 * What rows name and DATA_DIR holds: pictures of the media library (N7) and uploaded files of lessons (N17). A bucket is copied by its
 * owner. Whatever else lies in these folders, such as a picture that is being made, is left out, and no backup writes it.
 */
const folders = ['pictures', 'attachments'] as const;
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const place = new RegExp(`^(?:pictures/${uuid}/\\d{1,4}\\.(?:avif|webp)|attachments/${uuid})$`);

/** `path` below DATA_DIR, and in a bucket. */
export const storedFileSchema = z.object({ path: z.string().regex(place), data: z.base64() });
export type StoredFile = z.infer<typeof storedFileSchema>;

async function* storedPaths(): AsyncGenerator<string> {
  for (const folder of folders) {
    const found = await readdir(join(config().dataDir, folder), { recursive: true }).catch(unlessMissing);
    yield* (found ?? []).map((each) => `${folder}/${each.replaceAll('\\', '/')}`).filter((each) => place.test(each)).sort();
  }
}

/** In the order of their paths; one that is removed meanwhile is left out. */
export async function* storedFiles(): AsyncGenerator<StoredFile> {
  for await (const path of storedPaths()) {
    const bytes = await readFile(join(config().dataDir, path)).catch(unlessMissing);
    if (bytes) yield { path, data: bytes.toString('base64') };
  }
}

/** Of all of them together. */
export async function storedBytes(): Promise<number> {
  let bytes = 0;
  for await (const path of storedPaths()) bytes += (await stat(join(config().dataDir, path)).catch(unlessMissing))?.size ?? 0;
  return bytes;
}

function unlessMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}

/** Puts a file where the service looks for it, whole or not at all; one that is there already stays. */
export async function restoreFile({ path, data }: StoredFile): Promise<void> {
  const { dataDir, mediaBucket } = config();
  const bytes = Buffer.from(data, 'base64');
  if (mediaBucket) return putObject(mediaBucket, path, bytes, typeOf(path));
  const file = join(dataDir, path);
  if ((await stat(file).catch(unlessMissing))?.size === bytes.length) return;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const part = `${file}.new`;
  try {
    await writeFile(part, bytes, { mode: 0o600, flush: true });
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

const typeOf = (path: string): string => (path.startsWith('pictures/') ? `image/${path.endsWith('.avif') ? 'avif' : 'webp'}` : 'application/octet-stream');
