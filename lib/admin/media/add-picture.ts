import 'server-only';
import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Actor, MaybeActor } from '@/lib/actor';
import { writeAudit } from '@/lib/accounts/audit';
import { hasRoomFor, removeUploadFile, uploadPath } from '@/lib/admin/uploads/upload-file';
import { db, isUniqueViolation, transaction } from '@/lib/database/client';
import { translatorOf } from '@/lib/i18n/translator';
import type { Language } from '@/lib/language';
import { inspectPicture, type PictureFacts } from '@/lib/media/make-picture';
import { isLostAnimation, pictureKindOf, type UploadedFormat } from '@/lib/media/picture-type';
import { Problem, unavailable } from '@/lib/problem';
import { labelOfFile, maxPictureBytes } from './picture-schema';
import { assertMediaEditor, pictureFields, pictureViewOf, uploadIdOf, type AdminPicture } from './pictures';

export interface PictureFile { name: string; bytes: Uint8Array }

/** A form without JavaScript: what can be added is added. @throws Problem 422 with why the others were not, by their names */
export async function addPictures(actor: MaybeActor, files: readonly File[], lang: Language): Promise<AdminPicture[]> {
  assertMediaEditor(actor);
  const translate = await translatorOf(lang);
  const added: AdminPicture[] = [];
  const faults: string[] = [];
  if (files.length === 0) faults.push(translate('validation.required'));
  for (const file of files) {
    try {
      added.push(await addPicture(actor, { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }));
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 422) throw error;
      faults.push(`${labelOfFile(file.name)}: ${translate(`problems.${error.key.replaceAll('-', '_')}`)}`);
    }
  }
  if (faults.length > 0) throw new Problem(422, 'invalid', { errors: { files: faults } });
  return added;
}

const refused = (key: string) => new Problem(422, key);

/**
 * Stores a picture for the job that makes its files. The same file again is the same picture.
 * @throws Problem 401, 403, 422 with why the file is no picture for the library, 503 `storage-full`
 */
export async function addPicture(actor: MaybeActor, { name, bytes }: PictureFile): Promise<AdminPicture> {
  assertMediaEditor(actor);
  const format = formatOf(bytes);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const known = await findKnown(hash);
  if (known) return known;
  if (!(await hasRoomFor(bytes.length))) throw unavailable('storage-full', 60);
  const id = randomUUID();
  try {
    await storeBytes(id, bytes);
    const facts = await inspectPicture(uploadPath(uploadIdOf(id)), format);
    if (typeof facts === 'string') throw refused(facts);
    return await createRow(actor, { id, name: labelOfFile(name), hash, format, bytes: bytes.length, ...facts });
  } catch (error) {
    await removeUploadFile(uploadIdOf(id));
    // Sent twice at the same moment.
    const first = isUniqueViolation(error) ? await findKnown(hash) : null;
    if (first) return first;
    throw error;
  }
}

/** @throws Problem 422 for what is not one of the formats by its content, whatever it is called */
function formatOf(bytes: Uint8Array): UploadedFormat {
  if (bytes.length === 0) throw refused('picture-empty');
  if (bytes.length > maxPictureBytes) throw refused('picture-too-large');
  const kind = pictureKindOf(bytes);
  if (kind === null) throw refused('picture-type');
  if (kind === 'svg' || kind === 'heic') throw refused(`picture-${kind}`);
  if (isLostAnimation(kind, bytes)) throw refused('picture-animated');
  return kind;
}

async function findKnown(hash: string): Promise<AdminPicture | null> {
  const row = await (await db()).picture.findFirst({ where: { hash, status: { not: 'failed' } }, select: pictureFields });
  return row && pictureViewOf(row);
}

async function storeBytes(id: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(uploadPath(uploadIdOf(id)), bytes, { mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw unavailable('storage-full', 60);
    throw error;
  }
}

interface NewRow extends PictureFacts { id: string; name: string; hash: string; format: UploadedFormat; bytes: number }

/** The same file sent again replaces one that failed before. */
const createRow = (actor: Actor, data: NewRow): Promise<AdminPicture> => transaction(async (tx) => {
  await tx.picture.deleteMany({ where: { hash: data.hash, status: 'failed' } });
  const row = await tx.picture.create({ data: { ...data, createdById: actor.userId }, select: pictureFields });
  await writeAudit(tx, { actor, action: 'picture.upload', subject: `picture:${data.id}`, detail: { name: data.name } });
  return pictureViewOf(row);
});
