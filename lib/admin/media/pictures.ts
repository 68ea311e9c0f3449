import 'server-only';
import type { z } from 'zod';
import { assertMay, type Actor, type MaybeActor } from '@/lib/actor';
import { writeAudit } from '@/lib/accounts/audit';
import { removeUploadFile } from '@/lib/admin/uploads/upload-file';
import { pageOf, windowOf, type Page } from '@/lib/admin/lists';
import { invalidate } from '@/lib/cache/invalidate';
import { db, transaction, type Prisma, type Tx } from '@/lib/database/client';
import { languages, type Localised } from '@/lib/language';
import { altOf, picturesTag } from '@/lib/media/describe-picture';
import { addressWidthOf, pictureAddress, widthsOf } from '@/lib/media/picture-address';
import { removePictureFiles } from '@/lib/media/picture-files';
import { notFound, Problem } from '@/lib/problem';
import { fold } from '@/lib/text/fold';
import type { PictureChange, pictureQuerySchema } from './picture-schema';
import { findPictureUses, listPictureUses, type PictureUse } from './picture-uses';

const mostSearched = 10_000;

/** Who may see, add, change and delete pictures: the one place that says so. @throws Problem 401, 403 */
export function assertMediaEditor(actor: MaybeActor): asserts actor is Actor {
  assertMay(actor, 'media');
}

export const pictureFields = {
  id: true, name: true, format: true, bytes: true, width: true, height: true, frames: true, focusX: true, focusY: true, alt: true, status: true, error: true, createdAt: true, updatedAt: true,
} as const satisfies Prisma.PictureSelect;
type Row = Prisma.PictureGetPayload<{ select: typeof pictureFields }>;

export interface AdminPicture extends Omit<Row, 'alt'> {
  alt: Localised;
  /** What stands in texts and content files; null until the picture is ready. */
  address: string | null;
  /** The smallest file. */
  thumbnail: string | null;
  /** Ready, with an alternative text in each language. */
  usable: boolean;
}

/** The bytes of a picture that waits lie among the uploads. */
export const uploadIdOf = (pictureId: string): string => `picture-${pictureId}`;

export function pictureViewOf({ alt: stored, ...row }: Row): AdminPicture {
  const alt = altOf(stored);
  const isReady = row.status === 'ready';
  return {
    ...row, alt, usable: isReady && languages.every((lang) => alt[lang] !== ''),
    address: isReady ? pictureAddress(row.id, addressWidthOf(row.width)) : null,
    thumbnail: isReady ? pictureAddress(row.id, widthsOf(row.width)[0] ?? row.width) : null,
  };
}

/** Newest first; `q` searches names and alternative texts. @throws Problem 401, 403 */
export async function listPictures(actor: MaybeActor, { page, q }: z.output<typeof pictureQuerySchema>): Promise<Page<AdminPicture>> {
  assertMediaEditor(actor);
  const found = q ? { id: { in: await findPictures(q) } } : {};
  const rows = await (await db()).picture.findMany({ where: found, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], ...windowOf(page), select: pictureFields });
  return pageOf(rows.map(pictureViewOf), page);
}

/**
 * Compared here, since ILIKE follows the collation of the database. A library has hundreds of pictures, of which only the newest are searched.
 *
 * @returns ids
 */
async function findPictures(q: string): Promise<string[]> {
  const words = fold(q).split(/\s+/).filter(Boolean);
  const rows = await (await db()).picture.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: mostSearched, select: { id: true, name: true, alt: true } });
  const texts = rows.map(({ id, name, alt }) => ({ id, text: fold([name, ...Object.values(altOf(alt))].join('\n')) }));
  return texts.filter(({ text }) => words.every((word) => text.includes(word))).map(({ id }) => id);
}

/** @throws Problem 401, 403, 404 */
export async function requirePicture(actor: MaybeActor, id: string): Promise<AdminPicture & { uses: PictureUse[] }> {
  assertMediaEditor(actor);
  const client = await db();
  const row = await client.picture.findUnique({ where: { id }, select: pictureFields });
  if (!row) throw notFound();
  return { ...pictureViewOf(row), uses: await listPictureUses(client, actor, id) };
}

/** Alternative texts and what stays visible when the picture is cropped. @throws Problem 401, 403, 404, 409 `conflict` */
export async function changePicture(actor: MaybeActor, id: string, { alt, focusX, focusY, updatedAt }: PictureChange): Promise<AdminPicture & { uses: PictureUse[] }> {
  assertMediaEditor(actor);
  await transaction(async (tx) => {
    const present = await lockPicture(tx, id);
    if (updatedAt && updatedAt !== present.updatedAt.toISOString()) throw new Problem(409, 'conflict');
    await tx.picture.update({ where: { id }, data: { alt, focusX, focusY }, select: { id: true } });
    await writeAudit(tx, { actor, action: 'picture.change', subject: `picture:${id}`, detail: { name: present.name } });
  });
  invalidate(picturesTag);
  return requirePicture(actor, id);
}

/**
 * Deletes a picture that nothing shows. What is saved with it meanwhile waits for the lock and is refused.
 * @throws Problem 401, 403, 404, 409 `picture-used`
 */
export async function removePicture(actor: MaybeActor, id: string): Promise<void> {
  assertMediaEditor(actor);
  const { width } = await transaction(async (tx) => {
    const picture = await lockPicture(tx, id);
    if ((await findPictureUses(tx, id)).length > 0) throw new Problem(409, 'picture-used');
    await tx.picture.delete({ where: { id }, select: { id: true } });
    await writeAudit(tx, { actor, action: 'picture.remove', subject: `picture:${id}`, detail: { name: picture.name } });
    return picture;
  });
  invalidate(picturesTag);
  await removePictureFiles(id, width);
  await removeUploadFile(uploadIdOf(id));
}

async function lockPicture(tx: Tx, id: string): Promise<Row> {
  await tx.$queryRaw`SELECT "id" FROM "Picture" WHERE "id" = ${id} FOR UPDATE`;
  const row = await tx.picture.findUnique({ where: { id }, select: pictureFields });
  if (!row) throw notFound();
  return row;
}
