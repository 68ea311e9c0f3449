import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { invalidate } from '@/lib/cache/invalidate';
import { dayMs } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { courseEntries } from '@/lib/courses/catalogue/catalogue-files';
import { readCourseFiles } from '@/lib/courses/catalogue/sync';
import { db, transaction } from '@/lib/database/client';
import { languages } from '@/lib/language';
import { log } from '@/lib/log';
import { unavailable } from '@/lib/problem';
import { deleteObject, listObjects, type MediaBucket, putObject } from '@/lib/s3';
import { writeFileAtomically } from '@/lib/write-file';
import { findMedia } from './video-files';

export interface AttachmentPlace {
  id: string;
  courseSlug: string;
  fileName: string;
  position: number | null;
  bytes: number | null;
}

const folder = () => join(config().dataDir, 'attachments');
const keyOf = (id: string) => `attachments/${id}`;

export const deployedKey = ({ courseSlug, fileName }: Pick<AttachmentPlace, 'courseSlug' | 'fileName'>): string =>
  `${courseSlug}/attachments/${fileName}`;

/** Stores the file atomically. @throws Problem 503 `storage-full` */
export async function storeAttachment(id: string, bytes: Buffer, type: string): Promise<void> {
  const { mediaBucket } = config();
  if (mediaBucket) return putObject(mediaBucket, keyOf(id), bytes, type);
  const file = join(folder(), id);
  try {
    await mkdir(folder(), { recursive: true, mode: 0o700 });
    await writeFileAtomically(file, bytes, { mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw unavailable('storage-full', 60);
    throw error;
  }
}

export async function removeAttachmentFile(id: string): Promise<void> {
  const { mediaBucket } = config();
  await (mediaBucket ? deleteObject(mediaBucket, keyOf(id)) : rm(join(folder(), id), { force: true }));
}

/** Deletes files without a row after a day. A crash between writing the file and its row leaves such files. */
export async function sweepAttachmentFiles(now: Date): Promise<{ count: number }> {
  const { mediaBucket } = config();
  const before = new Date(now.getTime() - dayMs);
  return { count: await (mediaBucket ? sweepBucket(mediaBucket, before) : sweepFolder(before)) };
}

async function sweepFolder(before: Date): Promise<number> {
  let count = 0;
  for (const file of await readdir(folder()).catch(() => [])) {
    const facts = await stat(join(folder(), file)).catch(() => null);
    if (!facts || facts.mtime > before || (await findOrphanIds([file])).length === 0) continue;
    await rm(join(folder(), file), { force: true });
    count += 1;
  }
  return count;
}

/** Deletes only objects named by a UUID: other files can share the prefix. Does nothing if listing is forbidden. */
async function sweepBucket(bucket: MediaBucket, before: Date): Promise<number> {
  let count = 0;
  try {
    for await (const objects of listObjects(bucket, keyOf(''))) {
      const old = objects
        .filter(({ modifiedAt }) => modifiedAt <= before)
        .map(({ key }) => key.slice(keyOf('').length))
        .filter((id) => z.uuid().safeParse(id).success);
      for (const id of await findOrphanIds(old)) {
        await deleteObject(bucket, keyOf(id));
        count += 1;
      }
    }
  } catch (error) {
    log.warn(
      { error: String(error) },
      'Unused attachments could not be deleted from the media bucket; the next sweep tries again',
    );
  }
  return count;
}

async function findOrphanIds(ids: readonly string[]): Promise<string[]> {
  const client = await db();
  const rows = await client.attachment.findMany({ where: { id: { in: [...ids] } }, select: { id: true } });
  const knownIds = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !knownIds.has(id));
}

/** Returns null if a file named in the course file is missing. @throws Problem 503 if the bucket does not answer */
export async function readFileSize(place: AttachmentPlace): Promise<number | null> {
  return place.position === null ? place.bytes : ((await findMedia(deployedKey(place)))?.bytes ?? null);
}

export async function readStoredBytes(place: AttachmentPlace): Promise<number | null> {
  if (place.position !== null || config().mediaBucket)
    return (await findMedia(place.position === null ? keyOf(place.id) : deployedKey(place)))?.bytes ?? null;
  return (await stat(join(folder(), place.id)).catch(() => null))?.size ?? null;
}

/** Value for the header `X-Accel-Redirect`. */
export function protectedAttachment(place: AttachmentPlace): string {
  const key = place.position === null ? keyOf(place.id) : deployedKey(place);
  const root = place.position === null && !config().mediaBucket ? 'data' : 'media';
  return `/_protected/${root}/${key.split('/').map(encodeURIComponent).join('/')}`;
}

/** Makes the browser save the file (RFC 6266). Contains the UTF-8 name and an ASCII fallback for old clients. */
export function contentDispositionOf(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Applies the content files even to courses that an admin edited. Run this at start, after `syncCatalogue`. */
export async function syncAttachments(): Promise<void> {
  const fileEntries = courseEntries(await readCourseFiles()).flatMap(({ slug, attachments }) =>
    attachments.map((each) => ({ ...each, courseSlug: slug, id: idOf([slug, each.lesson, each.fileName]) })),
  );
  const rows = await (
    await db()
  ).attachment.findMany({ where: fromFilesCondition, select: { id: true, name: true, position: true } });
  const rowById = new Map(rows.map((row) => [row.id, row]));
  const different = fileEntries.filter(
    ({ id, name, position }) =>
      rowById.get(id)?.position !== position ||
      languages.some((lang) => (rowById.get(id)?.name as typeof name)[lang] !== name[lang]),
  );
  if (different.length === 0 && rowById.size === fileEntries.length) return;
  const changed = await transaction(async (tx) => {
    const courseSlugs = new Set((await tx.course.findMany({ select: { slug: true } })).map(({ slug }) => slug));
    const changedEntries = different.filter(({ courseSlug }) => courseSlugs.has(courseSlug));
    const stay = fileEntries.filter(({ courseSlug }) => courseSlugs.has(courseSlug)).map(({ id }) => id);
    const deleted = await tx.attachment.deleteMany({ where: { ...fromFilesCondition, id: { notIn: stay } } });
    for (const { id, ...data } of changedEntries)
      await tx.attachment.upsert({ where: { id }, create: { id, ...data }, update: data, select: { id: true } });
    return deleted.count + changedEntries.length;
  });
  if (changed > 0) invalidate('courses');
}

const fromFilesCondition = { position: { not: null } };

const idOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
