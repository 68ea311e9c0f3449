import 'server-only';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { removeUploadFile, uploadPath } from '@/lib/admin/uploads/upload-file';
import { invalidate } from '@/lib/cache/invalidate';
import { config } from '@/lib/config/config';
import { db, type Prisma } from '@/lib/database/client';
import { log } from '@/lib/log';
import { picturesTag } from '@/lib/media/describe-picture';
import { makePicture } from '@/lib/media/make-picture';
import { emptyWorkFolder, publishPicture } from '@/lib/media/picture-files';
import { uploadIdOf } from './pictures';

const fields = { id: true, width: true, height: true, frames: true, attempts: true } as const satisfies Prisma.PictureSelect;
type Waiting = Prisma.PictureGetPayload<{ select: typeof fields }>;

/** A picture that ended the process this often is not tried again. */
const maxAttempts = 3;
/** A full disk, or a bucket that does not answer, is tried again after this. */
const retryAfterMs = 30_000;

const due = (now: Date): Prisma.PictureWhereInput => ({ status: 'waiting', OR: [{ error: null }, { updatedAt: { lt: new Date(now.getTime() - retryAfterMs) } }] });

export async function hasPicturesToMake(now: Date): Promise<boolean> {
  return (await (await db()).picture.findFirst({ where: due(now), select: { id: true } })) !== null;
}

/** Makes the files of uploaded pictures, one at a time, oldest first; one that was interrupted is begun again. */
export async function makePictures(now: Date, stopping: AbortSignal): Promise<void> {
  const client = await db();
  while (!stopping.aborted) {
    const picture = await client.picture.findFirst({ where: due(now), orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], select: fields });
    if (!picture) return;
    await makeOne(picture);
  }
}

async function makeOne(picture: Waiting): Promise<void> {
  const { id, attempts } = picture;
  const client = await db();
  const write = (data: Prisma.PictureUpdateInput) => client.picture.updateMany({ where: { id }, data });
  if (attempts >= maxAttempts) return fail(id);
  await write({ attempts: { increment: 1 } });
  try {
    const work = await emptyWorkFolder(id);
    const made = await makePicture(uploadPath(uploadIdOf(id)), picture, work);
    await publishPicture(id, work);
    await write({ ...made, status: 'ready', error: null });
    await removeUploadFile(uploadIdOf(id));
    invalidate(picturesTag);
  } catch (error) {
    const fault = storageFaultOf(error);
    log.warn({ err: error, picture: id }, 'The files of a picture were not made');
    if (fault) await write({ error: fault, attempts });
    else await fail(id);
  }
}

/** Null for what is the file's own fault. */
function storageFaultOf(error: unknown): 'disk-full' | 'storage' | null {
  const { code, message = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return 'disk-full';
  return code?.startsWith('E') || /bucket|fetch failed/.test(message) ? 'storage' : null;
}

async function fail(id: string): Promise<void> {
  await (await db()).picture.updateMany({ where: { id }, data: { status: 'failed', error: 'unreadable' } });
  await removeUploadFile(uploadIdOf(id));
}

const dayMs = 24 * 60 * 60 * 1000;

/** Bytes of an upload that a stop of the service left without a row. */
export async function sweepPictureUploads(now: Date): Promise<{ count: number }> {
  const prefix = uploadIdOf('');
  const files = (await readdir(join(config().dataDir, 'uploads')).catch(() => [])).filter((file) => file.startsWith(prefix));
  let count = 0;
  for (const file of files) {
    const facts = await stat(uploadPath(file)).catch(() => null);
    if (!facts || facts.mtimeMs > now.getTime() - dayMs) continue;
    if (await (await db()).picture.findFirst({ where: { id: file.slice(prefix.length), status: 'waiting' }, select: { id: true } })) continue;
    await removeUploadFile(file);
    count += 1;
  }
  return { count };
}
