import { z } from 'zod';
import { writeAudit } from '@/lib/accounts/audit';
import { config } from '@/lib/config/config';
import { localisedText } from '@/lib/courses/catalogue/course';
import { db, type Prisma, transaction, type Tx } from '@/lib/database/client';
import { loadTranslator } from '@/lib/i18n/messages';
import { defaultLanguage, inEachLanguage, internationalLanguage, type Language, type Localised } from '@/lib/language';
import { captionsSchema } from '@/lib/lessons/captions/captions-check';
import { noticeText, videoNotices } from '@/lib/lessons/ingest/faults';
import { removeWorkFolder } from '@/lib/lessons/ingest/ingest';
import { type Actor, assertAdmin, type MaybeActor } from '@/lib/permissions';
import { notFound, Problem, unavailable } from '@/lib/problem';
import { localised, singleLine } from '@/lib/schemas';
import { truncate } from '@/lib/text';
import { translateCaptionsError } from './captions-error';
import { assertCaptions } from './lesson-captions';
import {
  hasRoomFor,
  readReceivedBytes,
  removeUploadFile,
  storeCaptions,
  TooManyBytes,
  writeUpload,
} from './upload-file';

const uploadFields = {
  id: true,
  courseSlug: true,
  file: true,
  name: true,
  chapter: true,
  freePreview: true,
  sizeBytes: true,
  status: true,
  step: true,
  share: true,
  error: true,
  notices: true,
  createdAt: true,
} as const satisfies Prisma.LessonUploadSelect;
type Row = Prisma.LessonUploadGetPayload<{ select: typeof uploadFields }>;

export type UploadView = Omit<Row, 'id' | 'name' | 'sizeBytes' | 'notices'> & {
  uploadId: string;
  name: Localised;
  sizeBytes: number;
  receivedBytes: number;
  errorText: string | null;
  notices: Array<{ code: string; text: string }>;
};

async function describeUpload({ id, name, sizeBytes, notices, ...row }: Row, lang: Language): Promise<UploadView> {
  const size = Number(sizeBytes);
  const t = await loadTranslator(lang);
  return {
    ...row,
    uploadId: id,
    name: localisedText(name),
    sizeBytes: size,
    receivedBytes: row.status === 'receiving' ? await readReceivedBytes(id) : size,
    errorText: row.error && translateCaptionsError(t, row.error),
    notices: videoNotices
      .filter((notice) => notices.includes(notice))
      .map((code) => ({ code, text: noticeText(t, code) })),
  };
}

export function uploadAnswer(upload: UploadView, status = 200): Response {
  const complete = upload.receivedBytes === upload.sizeBytes;
  return Response.json(upload, {
    status,
    headers: {
      'cache-control': 'no-store',
      'upload-offset': String(upload.receivedBytes),
      'upload-length': String(upload.sizeBytes),
      'upload-complete': complete ? '?1' : '?0',
      ...(status === 201 ? { location: `/api/admin/uploads/${upload.uploadId}` } : {}),
    },
  });
}

export async function listUploads(actor: MaybeActor, courseSlug: string, lang: Language): Promise<UploadView[]> {
  assertAdmin(actor);
  const client = await db();
  const rows = await client.lessonUpload.findMany({
    where: { courseSlug },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: 20,
    select: uploadFields,
  });
  return Promise.all(rows.map((row) => describeUpload(row, lang)));
}

export async function requireUpload(actor: MaybeActor, id: string, lang: Language): Promise<UploadView> {
  assertAdmin(actor);
  const client = await db();
  const row = await client.lessonUpload.findUnique({ where: { id }, select: uploadFields });
  if (!row) throw notFound();
  return describeUpload(row, lang);
}

/** Continues an interrupted upload of the same video. @throws Problem 401, 403, 404, 422, 503 `storage-full` */
export async function beginUpload(
  actor: MaybeActor,
  courseSlug: string,
  newUpload: NewUpload,
  lang: Language,
): Promise<UploadView> {
  assertAdmin(actor);
  await assertCaptions(newUpload.captions, lang);
  const row = await findOrCreateUpload(actor, courseSlug, newUpload, lang);
  if (Object.keys(newUpload.captions).length > 0) await storeCaptions(row.id, newUpload.captions);
  return describeUpload(row, lang);
}

async function findOrCreateUpload(
  actor: Actor,
  courseSlug: string,
  newUpload: NewUpload,
  lang: Language,
): Promise<Row> {
  const client = await db();
  const lessons = await client.lesson.findMany({ where: { courseSlug }, select: { file: true } });
  const existing = await client.lessonUpload.findFirst({
    where: {
      courseSlug,
      fingerprint: newUpload.fingerprint,
      sizeBytes: newUpload.sizeBytes,
      status: 'receiving',
      file: newUpload.replaces ?? { notIn: lessons.map(({ file }) => file) },
    },
    select: uploadFields,
  });
  if (existing) return existing;
  if (!(await hasRoomFor(newUpload.sizeBytes))) throw unavailable('storage-full', 60);
  return transaction((tx) => createUpload(tx, { actor, courseSlug, wanted: newUpload, lang }));
}

async function createUpload(
  tx: Tx,
  { actor, courseSlug, wanted, lang }: { actor: Actor; courseSlug: string; wanted: NewUpload; lang: Language },
): Promise<Row> {
  const course = await tx.course.findUnique({
    where: { slug: courseSlug },
    select: { slug: true, chapters: { select: { id: true } } },
  });
  if (!course) throw notFound();
  const lesson = await findTargetLesson(tx, courseSlug, wanted, lang);
  const chapter = Math.min(wanted.chapter, Math.max(0, course.chapters.length - 1));
  const row = await tx.lessonUpload.create({
    data: {
      courseSlug,
      ...lesson,
      chapter,
      freePreview: wanted.freePreview,
      sizeBytes: wanted.sizeBytes,
      fingerprint: wanted.fingerprint,
      createdById: actor.userId,
    },
    select: uploadFields,
  });
  await writeAudit(tx, {
    actor,
    action: 'lesson.upload',
    subject: `course:${courseSlug}`,
    detail: { file: lesson.file },
  });
  return row;
}

async function findTargetLesson(
  tx: Tx,
  courseSlug: string,
  { replaces, name }: NewUpload,
  lang: Language,
): Promise<{ file: string; name: Localised }> {
  if (replaces !== undefined) {
    const lesson = await tx.lesson.findUnique({
      where: { courseSlug_file: { courseSlug, file: replaces } },
      select: { file: true, name: true },
    });
    if (!lesson)
      throw new Problem(422, 'invalid', {
        errors: { replaces: [(await loadTranslator(lang))('validation.unknown_lesson')] },
      });
    return { file: lesson.file, name: localisedText(lesson.name) };
  }
  const [lessons, uploads] = await Promise.all([
    tx.lesson.findMany({ where: { courseSlug }, select: { file: true } }),
    tx.lessonUpload.findMany({ where: { courseSlug }, select: { file: true } }),
  ]);
  const title = name ?? inEachLanguage(() => '');
  return {
    file: fileNameFor(
      title[internationalLanguage],
      [...lessons, ...uploads].map(({ file }) => file),
      lessons.length,
    ),
    name: title,
  };
}

export function fileNameFor(title: string, taken: readonly string[], lessons: number): string {
  const name =
    truncate(
      title
        .normalize('NFKD')
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replaceAll(/^-+|-+$/g, ''),
      60,
    ) || 'lesson';
  for (let number = lessons + 1; ; number += 1) {
    const file = `${String(number).padStart(2, '0')}-${name}.mp4`;
    if (!taken.includes(file)) return file;
  }
}

interface UploadChunk {
  offset: number;
  body: AsyncIterable<Uint8Array>;
}

/** @throws Problem 400 on a broken connection, 401, 403, 404, 409 `mismatching-upload-offset`, `upload-over`, 413 */
export async function appendToUpload(
  actor: MaybeActor,
  id: string,
  { offset, body }: UploadChunk,
  lang: Language,
): Promise<UploadView> {
  const upload = await requireUpload(actor, id, lang);
  if (upload.status !== 'receiving') throw new Problem(409, 'upload-over');
  if (offset !== upload.receivedBytes) {
    throw new Problem(409, 'mismatching-upload-offset', {
      headers: { 'upload-offset': String(upload.receivedBytes) },
      members: { offset: upload.receivedBytes },
    });
  }
  const received = await writeUpload(id, body, { offset, limit: upload.sizeBytes }).catch((error: unknown) => {
    if (error instanceof TooManyBytes) throw new Problem(413, 'too-large');
    // Keep the received bytes; the client requests the new offset.
    if (isBroken(error)) throw new Problem(400, 'malformed');
    throw error;
  });
  const client = await db();
  // Update the row even if nothing changes: uploads without an update for two days are deleted.
  await client.lessonUpload.updateMany({
    where: { id, status: 'receiving' },
    data: { status: received === upload.sizeBytes ? 'waiting' : 'receiving' },
  });
  return requireUpload(actor, id, lang);
}

const isBroken = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' ||
    /abort|ECONNRESET|terminated|premature/i.test(`${error.message} ${String((error as NodeJS.ErrnoException).code)}`));

/** Processes a received video again. @throws Problem 401, 403, 404, 409 `upload-over` */
export async function retryUpload(actor: MaybeActor, id: string, lang: Language): Promise<UploadView> {
  const upload = await requireUpload(actor, id, lang);
  const client = await db();
  const requeued = await client.lessonUpload.updateMany({
    where: { id: upload.uploadId, status: 'failed' },
    data: { status: 'waiting', error: null, step: null, share: 0, attempts: 0 },
  });
  if (requeued.count === 0) throw new Problem(409, 'upload-over');
  return requireUpload(actor, id, lang);
}

/** Deletes the upload but no lesson made from it. @throws Problem 401, 403, 404, 409 `upload-over` during processing */
export async function removeUpload(actor: MaybeActor, id: string): Promise<void> {
  const { uploadId, courseSlug, file } = await requireUpload(actor, id, defaultLanguage);
  const client = await db();
  const deleted = await client.lessonUpload.deleteMany({ where: { id: uploadId, status: { not: 'processing' } } });
  if (deleted.count === 0) throw new Problem(409, 'upload-over');
  await removeUploadFile(id);
  await removeWorkFolder(config().mediaDir, courseSlug, file);
}

const gibibyte = 1024 ** 3;
/** Fits about an hour of camera footage. Renditions are smaller. */
const maxVideoBytes = 4 * gibibyte;

const line = singleLine().min(1, 'required').max(200, 'too_long');

export const newUploadSchema = z
  .object({
    sizeBytes: z.number('required').int().min(1, 'required').max(maxVideoBytes, 'video_too_large'),
    /** Identifies the video: an interrupted upload of the same video continues, and bytes of two videos never mix. */
    fingerprint: z.string().regex(/^[\w-]{20,100}$/),
    replaces: z.string().min(1).max(200).optional(),
    name: localised(line).optional(),
    chapter: z.number().int().min(0).max(99).default(0),
    freePreview: z.boolean().default(false),
    captions: captionsSchema.default({}),
  })
  .refine(({ replaces, name }) => replaces !== undefined || name !== undefined, {
    path: ['name'],
    message: 'required',
  });
export type NewUpload = z.output<typeof newUploadSchema>;
