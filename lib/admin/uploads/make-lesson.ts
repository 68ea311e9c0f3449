import 'server-only';
import { config } from '@/lib/config/config';
import { writeAudit } from '@/lib/accounts/audit';
import { indexCourse } from '@/lib/courses/catalogue/search-entries';
import { db, transaction, type Prisma, type Tx } from '@/lib/database/client';
import { invalidate } from '@/lib/cache/invalidate';
import { log } from '@/lib/log';
import { changeCaptions } from '@/lib/video/captions/captions';
import { captionsErrorOf } from './captions-error';
import { uploadPath, storedCaptions, removeUploadFile } from './upload-file';
import { runIngest, type Ingested } from './run-ingest';

const fields = { id: true, courseSlug: true, file: true, name: true, chapter: true, freePreview: true, createdById: true } as const satisfies Prisma.LessonUploadSelect;
type Upload = Prisma.LessonUploadGetPayload<{ select: typeof fields }>;

const unfinished = { status: { in: ['waiting', 'processing'] } } satisfies Prisma.LessonUploadWhereInput;

export async function hasLessonsToMake(): Promise<boolean> {
  const client = await db();
  return (await client.lessonUpload.findFirst({ where: unfinished, select: { id: true } })) !== null;
}

/**
 * Makes lessons from uploaded videos, one at a time. One interrupted by a stop of the service is continued after its last
 * finished step.
 */
export async function makeLessons(now: Date, stopping: AbortSignal): Promise<void> {
  const client = await db();
  while (!stopping.aborted) {
    const upload = await client.lessonUpload.findFirst({ where: unfinished, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], select: fields });
    if (!upload) return;
    await makeLesson(upload, now, stopping);
  }
}

async function makeLesson(upload: Upload, now: Date, stopping: AbortSignal): Promise<void> {
  const client = await db();
  const write = (data: Prisma.LessonUploadUpdateInput) => client.lessonUpload.updateMany({ where: { id: upload.id }, data });
  await write({ status: 'processing', error: null, notices: [] });
  const { courseSlug: course, file: lesson } = upload;
  const ingested = await runIngest({ video: uploadPath(upload.id), course, lesson, mediaDir: config().mediaDir, stopping, onProgress: (step, share) => void write({ step, share }).catch(() => undefined) });
  if (ingested.kind === 'stopped') return;
  if (ingested.kind === 'failed') {
    log.warn({ course, lesson, fault: ingested.fault, detail: ingested.detail }, 'No lesson could be made from an uploaded video');
    await write({ status: 'failed', error: ingested.fault });
    return;
  }
  const error = await addCaptions(upload);
  await transaction(async (tx) => {
    await publish(tx, upload, ingested, now, error);
    // Its captions are read by the job `search`.
    await indexCourse(tx, course);
  });
  await removeUploadFile(upload.id);
  invalidate('courses', `course:${course}`);
}

/** The lesson is published with or without its captions. @returns what is wrong with them, as the upload's `error` */
async function addCaptions({ id, courseSlug, file }: Upload): Promise<string | null> {
  try {
    const found = await changeCaptions(courseSlug, file, await storedCaptions(id));
    return found.length > 0 ? captionsErrorOf(found) : null;
  } catch (error) {
    log.warn({ course: courseSlug, lesson: file, err: error }, 'The captions of an uploaded video could not be saved');
    return 'captions-not-saved';
  }
}

/** Adds the lesson to the course, after all its files are in place. */
async function publish(tx: Tx, upload: Upload, { durationSeconds, notices }: Extract<Ingested, { kind: 'published' }>, now: Date, error: string | null): Promise<void> {
  const { courseSlug, file } = upload;
  const seconds = Math.round(durationSeconds);
  const known = await tx.lesson.updateMany({ where: { courseSlug, file }, data: { durationSeconds: seconds } });
  if (known.count === 0) await addLesson(tx, upload, seconds);
  await tx.course.update({ where: { slug: courseSlug }, data: { editedAt: now }, select: { slug: true } });
  await tx.lessonUpload.update({ where: { id: upload.id }, data: { status: 'done', step: null, share: 1, error, notices }, select: { id: true } });
  const actor = upload.createdById ? await tx.user.findUnique({ where: { id: upload.createdById }, select: { id: true, name: true } }) : null;
  await writeAudit(tx, { actor: actor && { userId: actor.id, name: actor.name }, action: known.count === 0 ? 'lesson.added' : 'lesson.video', subject: `course:${courseSlug}`, detail: { file } });
}

async function addLesson(tx: Tx, { courseSlug, file, name, chapter, freePreview }: Upload, durationSeconds: number): Promise<void> {
  const chapters = await tx.chapter.findMany({ where: { courseSlug }, orderBy: { position: 'asc' }, select: { id: true, lessons: { orderBy: { position: 'desc' }, take: 1, select: { position: true } } } });
  const target = chapters[Math.min(chapter, chapters.length - 1)];
  const chapterId = target?.id ?? (await tx.chapter.create({ data: { courseSlug, position: 0, title: name as Prisma.InputJsonObject }, select: { id: true } })).id;
  const position = (target?.lessons[0]?.position ?? -1) + 1;
  await tx.lesson.create({
    data: { courseSlug, chapterId, position, file, path: `${courseSlug}\\${file}`, name: name as Prisma.InputJsonObject, freePreview, durationSeconds }, select: { id: true },
  });
}
