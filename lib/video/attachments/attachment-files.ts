import 'server-only';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { config } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { log } from '@/lib/log';
import { unavailable } from '@/lib/problem';
import { deleteObject, listObjects, putObject, type MediaBucket } from '@/lib/s3';
import { findMedia } from '@/lib/video/files/media-store';

/** The part of a row that says where its bytes are. */
export interface AttachmentPlace { id: string; courseSlug: string; fileName: string; position: number | null; bytes: number | null }

const folder = () => join(config().dataDir, 'attachments');
const keyOf = (id: string) => `attachments/${id}`;

/** Beside the lessons' own folders, where those put it who deploy. */
export const deployedKey = ({ courseSlug, fileName }: Pick<AttachmentPlace, 'courseSlug' | 'fileName'>): string => `${courseSlug}/attachments/${fileName}`;

/** Whole or not at all. @throws Problem 503 `storage-full` */
export async function storeAttachment(id: string, bytes: Buffer, type: string): Promise<void> {
  const { mediaBucket } = config();
  if (mediaBucket) return putObject(mediaBucket, keyOf(id), bytes, type);
  const file = join(folder(), id);
  try {
    await mkdir(folder(), { recursive: true, mode: 0o700 });
    await writeFile(`${file}.new`, bytes, { mode: 0o600, flush: true });
    await rename(`${file}.new`, file);
  } catch (error) {
    await rm(`${file}.new`, { force: true });
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw unavailable('storage-full', 60);
    throw error;
  }
}

/** Nothing happens to what is not there. */
export async function removeAttachmentFile(id: string): Promise<void> {
  const { mediaBucket } = config();
  await (mediaBucket ? deleteObject(mediaBucket, keyOf(id)) : rm(join(folder(), id), { force: true }));
}

const dayMs = 86_400_000;

/** Removes files of a day ago that no row names: the process ended between the two. */
export async function sweepAttachmentFiles(now: Date): Promise<{ count: number }> {
  const { mediaBucket } = config();
  const before = new Date(now.getTime() - dayMs);
  return { count: await (mediaBucket ? sweepBucket(mediaBucket, before) : sweepFolder(before)) };
}

async function sweepFolder(before: Date): Promise<number> {
  let count = 0;
  for (const file of await readdir(folder()).catch(() => [])) {
    const facts = await stat(join(folder(), file)).catch(() => null);
    if (!facts || facts.mtime > before || (await unnamed([file])).length === 0) continue;
    await rm(join(folder(), file), { force: true });
    count += 1;
  }
  return count;
}

/** A bucket may hold other things under the same prefix: only what is called as we call it goes. Without leave to list nothing does. */
async function sweepBucket(bucket: MediaBucket, before: Date): Promise<number> {
  let count = 0;
  try {
    for await (const objects of listObjects(bucket, keyOf(''))) {
      const old = objects.filter(({ modifiedAt }) => modifiedAt <= before).map(({ key }) => key.slice(keyOf('').length)).filter((id) => z.uuid().safeParse(id).success);
      for (const id of await unnamed(old)) {
        await deleteObject(bucket, keyOf(id));
        count += 1;
      }
    }
  } catch (error) {
    log.warn({ error: String(error) }, 'The attachments in the bucket were not swept to their end');
  }
  return count;
}

/** Those that no row names. */
async function unnamed(ids: readonly string[]): Promise<string[]> {
  const client = await db();
  const rows = await client.attachment.findMany({ where: { id: { in: [...ids] } }, select: { id: true } });
  const named = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !named.has(id));
}

/** Null when a file that the course file names is not there. @throws Problem 503 when the bucket does not answer */
export async function bytesOf(place: AttachmentPlace): Promise<number | null> {
  return place.position === null ? place.bytes : ((await findMedia(deployedKey(place)))?.bytes ?? null);
}

/** Of the file itself, also of one that was uploaded; null when it is not there. For `doctor`. @throws Problem 503 when the bucket does not answer */
export async function storedBytes(place: AttachmentPlace): Promise<number | null> {
  if (place.position !== null || config().mediaBucket) return (await findMedia(place.position === null ? keyOf(place.id) : deployedKey(place)))?.bytes ?? null;
  return (await stat(join(folder(), place.id)).catch(() => null))?.size ?? null;
}

/** The address of `X-Accel-Redirect`. */
export function protectedAttachment(place: AttachmentPlace): string {
  const key = place.position === null ? keyOf(place.id) : deployedKey(place);
  const root = place.position === null && !config().mediaBucket ? 'data' : 'media';
  return `/_protected/${root}/${key.split('/').map(encodeURIComponent).join('/')}`;
}

/** RFC 6266: saved, never shown; the letters of any language, and a name without them for programs that know only ASCII. */
export function savedAs(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
