import { createHash, randomUUID } from 'node:crypto';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAudit } from '@/lib/accounts/audit';
import { invalidate } from '@/lib/cache/invalidate';
import { dayMs } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { db, isDatabaseDown, isUniqueViolation, type Prisma, transaction } from '@/lib/database/client';
import { loadTranslator, problemText } from '@/lib/i18n/messages';
import type { Language } from '@/lib/language';
import { hasRoomFor, removeUploadFile, uploadPath } from '@/lib/lessons/admin/upload-file';
import { log } from '@/lib/log';
import type { Actor, MaybeActor } from '@/lib/permissions';
import { inspectPicture, makePicture, type PictureDimensions } from '@/lib/pictures/make-picture';
import { createWorkFolder, publishPicture, removePictureFiles } from '@/lib/pictures/picture-files';
import { isLostAnimation, pictureKindOf, type UploadedFormat } from '@/lib/pictures/picture-type';
import { picturesTag } from '@/lib/pictures/pictures';
import { Problem, unavailable } from '@/lib/problem';
import {
  type AdminPicture,
  assertMediaEditor,
  maxPictureBytes,
  pictureFields,
  pictureLabel,
  toAdminPicture,
  uploadIdOf,
} from './pictures';

export interface PictureFile {
  name: string;
  bytes: Uint8Array;
}

/** For forms without JavaScript: adds every valid file. @throws Problem 422 naming the refused files with reasons */
export async function addPictures(actor: MaybeActor, files: readonly File[], lang: Language): Promise<AdminPicture[]> {
  assertMediaEditor(actor);
  const translate = await loadTranslator(lang);
  const added: AdminPicture[] = [];
  const faults: string[] = [];
  if (files.length === 0) faults.push(translate('validation.required'));
  for (const file of files) {
    try {
      added.push(await addPicture(actor, { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }));
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 422) throw error;
      faults.push(`${pictureLabel(file.name)}: ${problemText(translate, error.key)}`);
    }
  }
  if (faults.length > 0) throw new Problem(422, 'invalid', { errors: { files: faults } });
  return added;
}

const invalidPicture = (key: string) => new Problem(422, key);

/** A file added before yields its picture. @throws Problem 401, 403, 422 with the fault, 503 `storage-full` */
export async function addPicture(actor: MaybeActor, { name, bytes }: PictureFile): Promise<AdminPicture> {
  assertMediaEditor(actor);
  const format = detectFormat(bytes);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const existing = await findByHash(hash);
  if (existing) return existing;
  if (!(await hasRoomFor(bytes.length))) throw unavailable('storage-full', 60);
  const id = randomUUID();
  try {
    await storeBytes(id, bytes);
    const facts = await inspectPicture(uploadPath(uploadIdOf(id)), format);
    if (typeof facts === 'string') throw invalidPicture(facts);
    await removeFailedFiles(hash);
    return await createRow(actor, { id, name: pictureLabel(name), hash, format, bytes: bytes.length, ...facts });
  } catch (error) {
    await removeUploadFile(uploadIdOf(id));
    // The same file was uploaded twice at the same time.
    const first = isUniqueViolation(error) ? await findByHash(hash) : null;
    if (first) return first;
    throw error;
  }
}

/** Looks at the content, not at the name. @throws Problem 422 */
function detectFormat(bytes: Uint8Array): UploadedFormat {
  if (bytes.length === 0) throw invalidPicture('picture-empty');
  if (bytes.length > maxPictureBytes) throw invalidPicture('picture-too-large');
  const kind = pictureKindOf(bytes);
  if (kind === null) throw invalidPicture('picture-type');
  if (kind === 'svg' || kind === 'heic') throw invalidPicture(`picture-${kind}`);
  if (isLostAnimation(kind, bytes)) throw invalidPicture('picture-animated');
  return kind;
}

async function findByHash(hash: string): Promise<AdminPicture | null> {
  const row = await (
    await db()
  ).picture.findFirst({ where: { hash, status: { not: 'failed' } }, select: pictureFields });
  return row && toAdminPicture(row);
}

/** A deletion that was interrupted leaves files, which nothing names once a new upload has replaced its row. */
async function removeFailedFiles(hash: string): Promise<void> {
  const client = await db();
  const failed = await client.picture.findMany({
    where: { hash, status: 'failed' },
    select: { id: true, width: true },
  });
  for (const { id, width } of failed) await removePictureFiles(id, width);
}

async function storeBytes(id: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(uploadPath(uploadIdOf(id)), bytes, { mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw unavailable('storage-full', 60);
    throw error;
  }
}

interface NewPicture extends PictureDimensions {
  id: string;
  name: string;
  hash: string;
  format: UploadedFormat;
  bytes: number;
}

const createRow = (actor: Actor, data: NewPicture): Promise<AdminPicture> =>
  transaction(async (tx) => {
    await tx.picture.deleteMany({ where: { hash: data.hash, status: 'failed' } });
    const row = await tx.picture.create({ data: { ...data, createdById: actor.userId }, select: pictureFields });
    await writeAudit(tx, {
      actor,
      action: 'picture.upload',
      subject: `picture:${data.id}`,
      detail: { name: data.name },
    });
    return toAdminPicture(row);
  });

const fields = {
  id: true,
  width: true,
  height: true,
  frames: true,
  attempts: true,
} as const satisfies Prisma.PictureSelect;
type WaitingPicture = Prisma.PictureGetPayload<{ select: typeof fields }>;

/** Give up on a picture once it has crashed the process this many times. */
const maxAttempts = 3;
/** Retry this long after a full disk or a bucket that did not answer. */
const retryAfterMs = 30_000;

const dueCondition = (now: Date): Prisma.PictureWhereInput => ({
  status: 'waiting',
  OR: [{ error: null }, { updatedAt: { lt: new Date(now.getTime() - retryAfterMs) } }],
});

export async function hasPicturesToMake(now: Date): Promise<boolean> {
  return (await (await db()).picture.findFirst({ where: dueCondition(now), select: { id: true } })) !== null;
}

export async function makePictures(now: Date, stopping: AbortSignal): Promise<void> {
  const client = await db();
  while (!stopping.aborted) {
    const picture = await client.picture.findFirst({
      where: dueCondition(now),
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      select: fields,
    });
    if (!picture) return;
    await processPicture(picture);
  }
}

async function processPicture(picture: WaitingPicture): Promise<void> {
  const { id, attempts } = picture;
  const client = await db();
  const updateRow = (data: Prisma.PictureUpdateInput) =>
    client.picture.updateMany({ where: { id, status: 'waiting' }, data });
  if (attempts >= maxAttempts) return markPictureFailed(id);
  await updateRow({ attempts: { increment: 1 } });
  try {
    const work = await createWorkFolder(id);
    const result = await makePicture(uploadPath(uploadIdOf(id)), picture, work);
    await publishPicture(id, work);
    const { count } = await updateRow({ ...result, status: 'ready', error: null });
    // An editor deleted the picture in the meantime.
    if (count === 0) await removePictureFiles(id, result.width);
    await removeUploadFile(uploadIdOf(id));
    invalidate(picturesTag);
  } catch (error) {
    const fault = storageFaultOf(error);
    log.warn({ err: error, picture: id }, 'The files of an uploaded picture could not be made');
    if (isDatabaseDown(error)) throw error;
    if (fault) await updateRow({ error: fault, attempts });
    else await markPictureFailed(id);
  }
}

function storageFaultOf(error: unknown): 'disk-full' | 'storage' | null {
  const { code, message = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return 'disk-full';
  return code?.startsWith('E') || /bucket|fetch failed/.test(message) ? 'storage' : null;
}

async function markPictureFailed(id: string): Promise<void> {
  await (await db()).picture.updateMany({ where: { id }, data: { status: 'failed', error: 'unreadable' } });
  await removeUploadFile(uploadIdOf(id));
}

/** Deletes uploads without a row, which a crash or restart can leave behind. */
export async function sweepPictureUploads(now: Date): Promise<{ count: number }> {
  const prefix = uploadIdOf('');
  const files = (await readdir(join(config().dataDir, 'uploads')).catch(() => [])).filter((file) =>
    file.startsWith(prefix),
  );
  let count = 0;
  for (const file of files) {
    const facts = await stat(uploadPath(file)).catch(() => null);
    if (!facts || facts.mtimeMs > now.getTime() - dayMs) continue;
    if (
      await (
        await db()
      ).picture.findFirst({ where: { id: file.slice(prefix.length), status: 'waiting' }, select: { id: true } })
    )
      continue;
    await removeUploadFile(file);
    count += 1;
  }
  return { count };
}
