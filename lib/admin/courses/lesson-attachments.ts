import 'server-only';
import { randomUUID } from 'node:crypto';
import { assertAdmin, type MaybeActor } from '@/lib/actor';
import { writeAudit } from '@/lib/accounts/audit';
import { labelOfFile } from '@/lib/admin/media/picture-schema';
import { hasRoomFor } from '@/lib/admin/uploads/upload-file';
import { invalidate } from '@/lib/cache/invalidate';
import { config } from '@/lib/config/config';
import { attachmentTypeOf } from '@/lib/content/attachment-types';
import { localisedText } from '@/lib/courses/catalogue/course';
import { db, transaction, type Tx } from '@/lib/database/client';
import { fileSizeText } from '@/lib/i18n/number-texts';
import { sizeUnits, translatorOf } from '@/lib/i18n/translator';
import { inEachLanguage, type Language, type Localised } from '@/lib/language';
import { notFound, Problem, unavailable } from '@/lib/problem';
import { isWhatItSays } from '@/lib/video/attachments/attachment-content';
import { bytesOf, removeAttachmentFile, storeAttachment } from '@/lib/video/attachments/attachment-files';
import type { NewAttachment } from '@/lib/video/attachments/attachment-schema';
import { attachmentFields, attachmentOrder, type AttachmentRow } from '@/lib/video/attachments/attachments';

export interface AdminAttachment {
  id: string;
  lesson: string;
  name: Localised;
  fileName: string;
  /** Null when the course file names a file that is not there. */
  bytes: number | null;
  /** The course file names it: it is changed there. */
  fromFiles: boolean;
}

async function viewOf(row: AttachmentRow): Promise<AdminAttachment> {
  const bytes = await bytesOf(row).catch(() => null);
  return { id: row.id, lesson: row.lesson, name: localisedText(row.name), fileName: row.fileName, bytes, fromFiles: row.position !== null };
}

/** Of all lessons of a course. @throws Problem 401, 403 */
export async function listCourseAttachments(actor: MaybeActor, courseSlug: string): Promise<AdminAttachment[]> {
  assertAdmin(actor);
  const rows = await (await db()).attachment.findMany({ where: { courseSlug }, orderBy: [...attachmentOrder], select: attachmentFields });
  return Promise.all(rows.map(viewOf));
}

interface NewFile { courseSlug: string; lesson: string; described: NewAttachment; bytes: Buffer; lang: Language }

/** Row N17. @throws Problem 401, 403, 404, 422 with what is wrong with the file, 503 `storage-full` */
export async function addAttachment(actor: MaybeActor, { courseSlug, lesson, described, bytes, lang }: NewFile): Promise<AdminAttachment> {
  assertAdmin(actor);
  const fileName = labelOfFile(described.fileName);
  await assertAttachable(fileName, bytes, lang);
  if (!(await hasRoomFor(bytes.length))) throw unavailable('storage-full', 60);
  const id = randomUUID();
  await requireLesson(await db(), courseSlug, lesson);
  await storeAttachment(id, bytes, attachmentTypeOf(fileName) ?? '');
  try {
    const row = await transaction(async (tx) => {
      await requireLesson(tx, courseSlug, lesson);
      const data = { id, courseSlug, lesson, fileName, name: inEachLanguage((each) => described[each]), bytes: bytes.length, createdById: actor.userId };
      await writeAudit(tx, { actor, action: 'attachment.add', subject: `course:${courseSlug}`, detail: { lesson, fileName } });
      return tx.attachment.create({ data, select: attachmentFields });
    });
    invalidate('courses', `course:${courseSlug}`);
    return await viewOf(row);
  } catch (error) {
    await removeAttachmentFile(id);
    throw error;
  }
}

/** @throws Problem 422 */
async function assertAttachable(fileName: string, bytes: Buffer, lang: Language): Promise<void> {
  const fault = faultOf(fileName, bytes);
  if (!fault) return;
  const text = (await translatorOf(lang))(`validation.${fault}`, { size: fileSizeText(config().attachmentMaxBytes, lang, await sizeUnits(lang)) });
  throw new Problem(422, 'invalid', { errors: { file: [text] } });
}

function faultOf(fileName: string, bytes: Buffer) {
  if (bytes.length === 0) return 'attachment_empty';
  if (bytes.length > config().attachmentMaxBytes) return 'attachment_too_large';
  if (attachmentTypeOf(fileName) === null) return 'attachment_type';
  return isWhatItSays(fileName, bytes) ? null : 'attachment_content';
}

async function requireLesson(client: Pick<Tx, 'lesson'>, courseSlug: string, file: string): Promise<void> {
  const lesson = await client.lesson.findUnique({ where: { courseSlug_file: { courseSlug, file } }, select: { id: true } });
  if (!lesson) throw notFound();
}

/** Gives an uploaded file other names. @throws Problem 401, 403, 404, 409 `attachment-from-files` */
export async function renameAttachment(actor: MaybeActor, id: string, name: Localised): Promise<AdminAttachment> {
  assertAdmin(actor);
  const row = await transaction(async (tx) => {
    const { courseSlug, lesson, fileName } = await requireUploaded(tx, id);
    await writeAudit(tx, { actor, action: 'attachment.rename', subject: `course:${courseSlug}`, detail: { lesson, fileName } });
    return tx.attachment.update({ where: { id }, data: { name }, select: attachmentFields });
  });
  invalidate('courses', `course:${row.courseSlug}`);
  return viewOf(row);
}

/** Deletes an uploaded file. @throws Problem 401, 403, 404, 409 `attachment-from-files` */
export async function removeAttachment(actor: MaybeActor, id: string): Promise<void> {
  assertAdmin(actor);
  const courseSlug = await transaction(async (tx) => {
    const row = await requireUploaded(tx, id);
    await tx.attachment.delete({ where: { id }, select: { id: true } });
    await writeAudit(tx, { actor, action: 'attachment.remove', subject: `course:${row.courseSlug}`, detail: { lesson: row.lesson, fileName: row.fileName } });
    return row.courseSlug;
  });
  invalidate('courses', `course:${courseSlug}`);
  await removeAttachmentFile(id);
}

async function requireUploaded(tx: Tx, id: string): Promise<AttachmentRow> {
  await tx.$queryRaw`SELECT "id" FROM "Attachment" WHERE "id" = ${id} FOR UPDATE`;
  const row = await tx.attachment.findUnique({ where: { id }, select: attachmentFields });
  if (!row) throw notFound();
  if (row.position !== null) throw new Problem(409, 'attachment-from-files');
  return row;
}
