import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { writeAudit } from '@/lib/accounts/audit';
import { invalidate } from '@/lib/cache/invalidate';
import { config } from '@/lib/config/config';
import { attachmentTypeOf } from '@/lib/content/attachment-types';
import { localisedText } from '@/lib/courses/catalogue/course';
import { db, transaction, type Tx } from '@/lib/database/client';
import { lockRow } from '@/lib/database/lock-row';
import { fileSizeText } from '@/lib/i18n/formats';
import { loadTranslator, readSizeUnits } from '@/lib/i18n/messages';
import { inEachLanguage, type Language, type Localised } from '@/lib/language';
import { readFileSize, removeAttachmentFile, storeAttachment } from '@/lib/lessons/attachment-files';
import { attachmentFields, attachmentOrder, type AttachmentRow } from '@/lib/lessons/attachments';
import { assertAdmin, type MaybeActor } from '@/lib/permissions';
import { pictureLabel } from '@/lib/pictures/admin/pictures';
import { pictureKindOf } from '@/lib/pictures/picture-type';
import { notFound, Problem, unavailable } from '@/lib/problem';
import { localised, singleLine } from '@/lib/schemas';
import { hasRoomFor } from './upload-file';

export interface AdminAttachment {
  id: string;
  lesson: string;
  name: Localised;
  fileName: string;
  bytes: number | null;
  fromFiles: boolean;
}

async function describeAttachment(row: AttachmentRow): Promise<AdminAttachment> {
  const bytes = await readFileSize(row).catch(() => null);
  return {
    id: row.id,
    lesson: row.lesson,
    name: localisedText(row.name),
    fileName: row.fileName,
    bytes,
    fromFiles: row.position !== null,
  };
}

export async function listCourseAttachments(actor: MaybeActor, courseSlug: string): Promise<AdminAttachment[]> {
  assertAdmin(actor);
  const rows = await (
    await db()
  ).attachment.findMany({ where: { courseSlug }, orderBy: [...attachmentOrder], select: attachmentFields });
  return Promise.all(rows.map(describeAttachment));
}

interface AddAttachmentInput {
  courseSlug: string;
  lesson: string;
  described: NewAttachment;
  bytes: Buffer;
  lang: Language;
}

/** @throws Problem 401, 403, 404, 422 with the file's fault, 503 `storage-full` (row N17) */
export async function addAttachment(
  actor: MaybeActor,
  { courseSlug, lesson, described, bytes, lang }: AddAttachmentInput,
): Promise<AdminAttachment> {
  assertAdmin(actor);
  const fileName = pictureLabel(described.fileName);
  await assertAttachable(fileName, bytes, lang);
  if (!(await hasRoomFor(bytes.length))) throw unavailable('storage-full', 60);
  const id = randomUUID();
  await requireLesson(await db(), courseSlug, lesson);
  await storeAttachment(id, bytes, attachmentTypeOf(fileName) ?? '');
  try {
    const row = await transaction(async (tx) => {
      await requireLesson(tx, courseSlug, lesson);
      const data = {
        id,
        courseSlug,
        lesson,
        fileName,
        name: inEachLanguage((each) => described[each]),
        bytes: bytes.length,
        createdById: actor.userId,
      };
      await writeAudit(tx, {
        actor,
        action: 'attachment.add',
        subject: `course:${courseSlug}`,
        detail: { lesson, fileName },
      });
      return tx.attachment.create({ data, select: attachmentFields });
    });
    invalidate('courses', `course:${courseSlug}`);
    return await describeAttachment(row);
  } catch (error) {
    await removeAttachmentFile(id);
    throw error;
  }
}

async function assertAttachable(fileName: string, bytes: Buffer, lang: Language): Promise<void> {
  const fault = attachmentFaultOf(fileName, bytes);
  if (!fault) return;
  const text = (await loadTranslator(lang))(`validation.${fault}`, {
    size: fileSizeText(config().attachmentMaxBytes, lang, await readSizeUnits(lang)),
  });
  throw new Problem(422, 'invalid', { errors: { file: [text] } });
}

function attachmentFaultOf(fileName: string, bytes: Buffer) {
  if (bytes.length === 0) return 'attachment_empty';
  if (bytes.length > config().attachmentMaxBytes) return 'attachment_too_large';
  if (attachmentTypeOf(fileName) === null) return 'attachment_type';
  return matchesFileType(fileName, bytes) ? null : 'attachment_content';
}

async function requireLesson(client: Pick<Tx, 'lesson'>, courseSlug: string, file: string): Promise<void> {
  const lesson = await client.lesson.findUnique({
    where: { courseSlug_file: { courseSlug, file } },
    select: { id: true },
  });
  if (!lesson) throw notFound();
}

/** @throws Problem 401, 403, 404, 409 `attachment-from-files` */
export async function renameAttachment(actor: MaybeActor, id: string, name: Localised): Promise<AdminAttachment> {
  assertAdmin(actor);
  const row = await transaction(async (tx) => {
    const { courseSlug, lesson, fileName } = await requireUploadedAttachment(tx, id);
    await writeAudit(tx, {
      actor,
      action: 'attachment.rename',
      subject: `course:${courseSlug}`,
      detail: { lesson, fileName },
    });
    return tx.attachment.update({ where: { id }, data: { name }, select: attachmentFields });
  });
  invalidate('courses', `course:${row.courseSlug}`);
  return describeAttachment(row);
}

/** @throws Problem 401, 403, 404, 409 `attachment-from-files` */
export async function removeAttachment(actor: MaybeActor, id: string): Promise<void> {
  assertAdmin(actor);
  const courseSlug = await transaction(async (tx) => {
    const row = await requireUploadedAttachment(tx, id);
    await tx.attachment.delete({ where: { id }, select: { id: true } });
    await writeAudit(tx, {
      actor,
      action: 'attachment.remove',
      subject: `course:${row.courseSlug}`,
      detail: { lesson: row.lesson, fileName: row.fileName },
    });
    return row.courseSlug;
  });
  invalidate('courses', `course:${courseSlug}`);
  await removeAttachmentFile(id);
}

async function requireUploadedAttachment(tx: Tx, id: string): Promise<AttachmentRow> {
  await lockRow(tx, 'Attachment', id);
  const row = await tx.attachment.findUnique({ where: { id }, select: attachmentFields });
  if (!row) throw notFound();
  if (row.position !== null) throw new Problem(409, 'attachment-from-files');
  return row;
}

const name = singleLine().min(1, 'required').max(200, 'too_long');

export const newAttachmentSchema = z.object({
  fileName: singleLine().min(1, 'required').max(1000),
  ...inEachLanguage(() => name),
});
type NewAttachment = z.output<typeof newAttachmentSchema>;

export const attachmentChangeSchema = z.object({ name: localised(name) });

/** Checks the file's signature against its extension. Ignores the type that the browser claims. */
export function matchesFileType(fileName: string, bytes: Buffer): boolean {
  const type = attachmentTypeOf(fileName);
  if (type === null) return false;
  if (type === 'application/pdf') return bytes.subarray(0, 1024).includes('%PDF-');
  if (type === 'application/zip') return isZip(bytes);
  // Office and OpenDocument files are ZIP archives that contain a characteristic part.
  if (type.startsWith('application/vnd.openxmlformats')) return isZip(bytes) && bytes.includes('[Content_Types].xml');
  if (type.startsWith('application/vnd.oasis')) return isZip(bytes) && bytes.includes(type);
  if (type.startsWith('application/')) return startsWith(bytes, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1');
  if (type.startsWith('image/')) return `image/${pictureKindOf(bytes)}` === type;
  return isText(bytes);
}

const startsWith = (bytes: Buffer, start: string): boolean =>
  bytes.subarray(0, start.length).toString('latin1') === start;

const isZip = (bytes: Buffer): boolean => startsWith(bytes, 'PK\x03\x04') || startsWith(bytes, 'PK\x05\x06');

function isText(bytes: Buffer): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
