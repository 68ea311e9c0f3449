import 'server-only';
import { assertSelf, type MaybeActor } from '@/lib/actor';
import { attachmentTypeOf } from '@/lib/content/attachment-types';
import { isOn } from '@/lib/content/capabilities';
import { textIn } from '@/lib/courses/catalogue/course';
import { requireOpenLesson, type LessonPlace } from '@/lib/courses/enrolment/require-open-lesson';
import { db, type Prisma } from '@/lib/database/client';
import type { Language } from '@/lib/language';
import { notFound } from '@/lib/problem';
import { authorize, recordAccess, requireFreeLesson } from '@/lib/video/playback/playback-access';
import { previewUrl } from '@/lib/video/playback/preview';
import { attachmentFile, isSigned, signedAttachmentUrl } from '@/lib/video/playback/signed-url';
import { bytesOf, protectedAttachment, savedAs } from './attachment-files';

export interface Attachment { id: string; name: string; fileName: string; type: string; bytes: number; url: string }

export const attachmentFields = { id: true, courseSlug: true, lesson: true, name: true, fileName: true, position: true, bytes: true } as const satisfies Prisma.AttachmentSelect;
export type AttachmentRow = Prisma.AttachmentGetPayload<{ select: typeof attachmentFields }>;

/** Those of the course file in its order, then what was uploaded. */
export const attachmentOrder = [{ position: { sort: 'asc', nulls: 'last' } }, { createdAt: 'asc' }, { id: 'asc' }] as const satisfies Prisma.AttachmentOrderByWithRelationInput[];

const unknownType = 'application/octet-stream';

/** Whether the lesson has any to show, without looking for the files. */
export async function hasAttachments({ courseSlug, lesson }: LessonPlace): Promise<boolean> {
  if (!(await isOn('attachments'))) return false;
  return (await (await db()).attachment.findFirst({ where: { courseSlug, lesson }, select: { id: true } })) !== null;
}

/** A file that is not there is left out; `npm run doctor` names it. */
async function listOf({ courseSlug, lesson }: LessonPlace, lang: Language, urlOf: (row: AttachmentRow) => string): Promise<Attachment[]> {
  if (!(await isOn('attachments'))) return [];
  const rows = await (await db()).attachment.findMany({ where: { courseSlug, lesson }, orderBy: [...attachmentOrder], select: attachmentFields });
  const listed = await Promise.all(rows.map(async (row) => {
    const bytes = await bytesOf(row);
    return bytes === null ? null : { id: row.id, name: textIn(row.name, lang), fileName: row.fileName, type: attachmentTypeOf(row.fileName) ?? unknownType, bytes, url: urlOf(row) };
  }));
  return listed.filter((each) => each !== null);
}

/** Row N17, for whoever may watch the lesson, with addresses for this session. @throws Problem 401, 403, 404 */
export async function listAttachments(asking: MaybeActor, place: LessonPlace, { lang, now }: { lang: Language; now: Date }): Promise<Attachment[]> {
  const { actor } = await requireOpenLesson(asking, place);
  const { userId, sessionId } = actor;
  return listOf(place, lang, ({ id }) => signedAttachmentUrl({ userId, sessionId, ...place, attachmentId: id }, now));
}

/** Those of the lesson that everybody may watch: nothing to sign. @throws Problem 404 for any other lesson */
export async function listPreviewAttachments(place: LessonPlace, lang: Language): Promise<Attachment[]> {
  await requireFreeLesson(place.courseSlug, place.lesson);
  return listOf(place, lang, ({ id }) => `${previewUrl(place.courseSlug, place.lesson)}/attachments/${id}`);
}

async function findRow(id: string): Promise<AttachmentRow> {
  const row = await (await db()).attachment.findUnique({ where: { id }, select: attachmentFields });
  if (!row) throw notFound();
  return row;
}

interface Download { actor: MaybeActor; userId: string; attachmentId: string; now: Date; isHead: boolean }

/**
 * A file of a lesson for one session, by its signed address; a session of that user alone does as well, as for videos. It counts as
 * opening the lesson (row P7): its files are part of what was bought.
 * @throws Problem 401, 403, 404
 */
export async function downloadAttachment({ actor, userId, attachmentId, now, isHead }: Download, query: URLSearchParams): Promise<Response> {
  if (!isSigned(query)) assertSelf(actor, userId);
  const row = await findRow(attachmentId);
  const viewer = await authorize({ actor, userId, courseSlug: row.courseSlug, lesson: row.lesson, now, isHead }, attachmentFile(row.id), query);
  if (!isHead) await recordAccess(viewer.actor, row.courseSlug, viewer.lesson, now);
  const response = fileOf(row);
  response.headers.set('x-media-user', viewer.actor.userId);
  if (viewer.cacheSeconds > 0 && !isHead) response.headers.set('x-accel-expires', String(viewer.cacheSeconds));
  return response;
}

/** @throws Problem 404 for a lesson that is not free */
export async function downloadPreviewAttachment(place: LessonPlace, attachmentId: string): Promise<Response> {
  await requireFreeLesson(place.courseSlug, place.lesson);
  const row = await findRow(attachmentId);
  if (row.courseSlug !== place.courseSlug || row.lesson !== place.lesson) throw notFound();
  return fileOf(row);
}

/** The server or nginx sends it: `X-Accel-Redirect`. */
const fileOf = (row: AttachmentRow): Response => new Response(null, {
  headers: {
    'x-accel-redirect': protectedAttachment(row), 'content-type': attachmentTypeOf(row.fileName) ?? unknownType, 'content-disposition': savedAs(row.fileName),
    'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff',
  },
});
