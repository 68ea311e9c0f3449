import { attachmentTypeOf } from '@/lib/content/attachment-types';
import { isEnabled } from '@/lib/content/enabled-features';
import { textIn } from '@/lib/courses/catalogue/course';
import { type LessonPlace, requireOpenLesson } from '@/lib/courses/enrolment/lesson-access';
import { db, type Prisma } from '@/lib/database/client';
import type { Language } from '@/lib/language';
import {
  attachmentFile,
  authorizePlayback,
  isSignedUrl,
  recordAccess,
  requireFreeLesson,
  signedAttachmentUrl,
} from '@/lib/lessons/playback/playback-access';
import { previewUrl } from '@/lib/lessons/playback/stream';
import { assertSameUserOrAdmin, type MaybeActor } from '@/lib/permissions';
import { notFound } from '@/lib/problem';
import { contentDispositionOf, protectedAttachment, readFileSize } from './attachment-files';

export interface Attachment {
  id: string;
  name: string;
  fileName: string;
  type: string;
  bytes: number;
  url: string;
}

export const attachmentFields = {
  id: true,
  courseSlug: true,
  lesson: true,
  name: true,
  fileName: true,
  position: true,
  bytes: true,
} as const satisfies Prisma.AttachmentSelect;
export type AttachmentRow = Prisma.AttachmentGetPayload<{ select: typeof attachmentFields }>;

export const attachmentOrder = [
  { position: { sort: 'asc', nulls: 'last' } },
  { createdAt: 'asc' },
  { id: 'asc' },
] as const satisfies Prisma.AttachmentOrderByWithRelationInput[];

const unknownType = 'application/octet-stream';

export async function hasAttachments({ courseSlug, lesson }: LessonPlace): Promise<boolean> {
  if (!(await isEnabled('attachments'))) return false;
  return (await (await db()).attachment.findFirst({ where: { courseSlug, lesson }, select: { id: true } })) !== null;
}

/** Omits missing files; `npm run doctor` reports them. */
async function listWithUrls(
  { courseSlug, lesson }: LessonPlace,
  lang: Language,
  urlOf: (row: AttachmentRow) => string,
): Promise<Attachment[]> {
  if (!(await isEnabled('attachments'))) return [];
  const rows = await (
    await db()
  ).attachment.findMany({ where: { courseSlug, lesson }, orderBy: [...attachmentOrder], select: attachmentFields });
  const listed = await Promise.all(
    rows.map(async (row) => {
      const bytes = await readFileSize(row);
      return bytes === null
        ? null
        : {
            id: row.id,
            name: textIn(row.name, lang),
            fileName: row.fileName,
            type: attachmentTypeOf(row.fileName) ?? unknownType,
            bytes,
            url: urlOf(row),
          };
    }),
  );
  return listed.filter((each) => each !== null);
}

export async function listAttachments(
  caller: MaybeActor,
  place: LessonPlace,
  { lang, now }: { lang: Language; now: Date },
): Promise<Attachment[]> {
  const { actor } = await requireOpenLesson(caller, place);
  const { userId, sessionId } = actor;
  return listWithUrls(place, lang, ({ id }) =>
    signedAttachmentUrl({ userId, sessionId, ...place, attachmentId: id }, now),
  );
}

export async function listPreviewAttachments(place: LessonPlace, lang: Language): Promise<Attachment[]> {
  await requireFreeLesson(place.courseSlug, place.lesson);
  return listWithUrls(place, lang, ({ id }) => `${previewUrl(place.courseSlug, place.lesson)}/attachments/${id}`);
}

async function requireAttachment(id: string): Promise<AttachmentRow> {
  const row = await (await db()).attachment.findUnique({ where: { id }, select: attachmentFields });
  if (!row) throw notFound();
  return row;
}

interface DownloadInput {
  actor: MaybeActor;
  userId: string;
  attachmentId: string;
  now: Date;
  isHead: boolean;
}

/** Requires a signed URL or a session, like videos. A download counts as opening the lesson (row P7). */
export async function downloadAttachment(
  { actor, userId, attachmentId, now, isHead }: DownloadInput,
  query: URLSearchParams,
): Promise<Response> {
  if (!isSignedUrl(query)) assertSameUserOrAdmin(actor, userId);
  const row = await requireAttachment(attachmentId);
  const viewer = await authorizePlayback(
    { actor, userId, courseSlug: row.courseSlug, lesson: row.lesson, now, isHead },
    attachmentFile(row.id),
    query,
  );
  if (!isHead) await recordAccess(viewer.actor, row.courseSlug, viewer.lesson, now);
  const response = fileOf(row);
  response.headers.set('x-media-user', viewer.actor.userId);
  if (viewer.cacheSeconds > 0 && !isHead) response.headers.set('x-accel-expires', String(viewer.cacheSeconds));
  return response;
}

export async function downloadPreviewAttachment(place: LessonPlace, attachmentId: string): Promise<Response> {
  await requireFreeLesson(place.courseSlug, place.lesson);
  const row = await requireAttachment(attachmentId);
  if (row.courseSlug !== place.courseSlug || row.lesson !== place.lesson) throw notFound();
  return fileOf(row);
}

const fileOf = (row: AttachmentRow): Response =>
  new Response(null, {
    headers: {
      'x-accel-redirect': protectedAttachment(row),
      'content-type': attachmentTypeOf(row.fileName) ?? unknownType,
      'content-disposition': contentDispositionOf(row.fileName),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  });
