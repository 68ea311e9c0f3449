import { spawn } from 'node:child_process';
import { access, constants, mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { writeAudit } from '@/lib/accounts/audit';
import { invalidate } from '@/lib/cache/invalidate';
import { config } from '@/lib/config/config';
import { indexCourse } from '@/lib/courses/catalogue/search-entries';
import { db, type Prisma, transaction, type Tx } from '@/lib/database/client';
import { lockRow } from '@/lib/database/lock-row';
import { parseJsonOrNull } from '@/lib/json-file';
import { changeCaptions } from '@/lib/lessons/captions/captions';
import { type IngestFault, ingestFaults, type VideoNotice, videoNotices } from '@/lib/lessons/ingest/faults';
import { log } from '@/lib/log';
import { captionsErrorOf } from './captions-error';
import { readStoredCaptions, removeUploadFile, uploadPath } from './upload-file';

const fields = {
  id: true,
  courseSlug: true,
  file: true,
  name: true,
  chapter: true,
  freePreview: true,
  createdById: true,
  attempts: true,
} as const satisfies Prisma.LessonUploadSelect;
type Upload = Prisma.LessonUploadGetPayload<{ select: typeof fields }>;

/** Give up on a video once it has crashed the service this many times, for example by its need for memory. */
const maxAttempts = 3;

const unfinished = { status: { in: ['waiting', 'processing'] } } satisfies Prisma.LessonUploadWhereInput;

export async function hasLessonsToMake(): Promise<boolean> {
  const client = await db();
  return (await client.lessonUpload.findFirst({ where: unfinished, select: { id: true } })) !== null;
}

/** Makes lessons from received videos. An interrupted upload resumes after its last finished step. */
export async function makeLessons(now: Date, stopping: AbortSignal): Promise<void> {
  const client = await db();
  while (!stopping.aborted) {
    const upload = await client.lessonUpload.findFirst({
      where: unfinished,
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      select: fields,
    });
    if (!upload) return;
    await makeLesson(upload, now, stopping);
  }
}

async function makeLesson(upload: Upload, now: Date, stopping: AbortSignal): Promise<void> {
  const client = await db();
  const updateUpload = (data: Prisma.LessonUploadUpdateInput) =>
    client.lessonUpload.updateMany({ where: { id: upload.id }, data });
  const { courseSlug: course, file: lesson, attempts } = upload;
  if (attempts >= maxAttempts) {
    log.warn(
      { course, lesson, attempts },
      'Gave up on an uploaded video: the service ended during every attempt. Check its memory, then upload the video again',
    );
    await updateUpload({ status: 'failed', error: 'ingest-failed' });
    return;
  }
  await updateUpload({ status: 'processing', error: null, notices: [], attempts: attempts + 1 });
  const ingested = await runIngest({
    video: uploadPath(upload.id),
    course,
    lesson,
    mediaDir: config().mediaDir,
    stopping,
    onProgress: (step, share) => void updateUpload({ step, share }).catch(() => undefined),
  });
  if (ingested.kind === 'stopped') {
    await updateUpload({ attempts });
    return;
  }
  if (ingested.kind === 'failed') {
    log.warn(
      { course, lesson, fault: ingested.fault, detail: ingested.detail },
      'No lesson could be made from an uploaded video',
    );
    await updateUpload({ status: 'failed', error: ingested.fault });
    return;
  }
  const error = await addCaptions(upload);
  await transaction(async (tx) => {
    // Waits for a save of the lesson plan, which replaces all chapters.
    await lockRow(tx, 'Course', course);
    await publish(tx, upload, ingested, now, error);
    await indexCourse(tx, course);
  });
  await removeUploadFile(upload.id);
  invalidate('courses', `course:${course}`);
}

/** Returns faulty captions as the upload's `error` instead of throwing, so that the lesson is still published. */
async function addCaptions({ id, courseSlug, file }: Upload): Promise<string | null> {
  try {
    const captionFaults = await changeCaptions(courseSlug, file, await readStoredCaptions(id));
    return captionFaults.length > 0 ? captionsErrorOf(captionFaults) : null;
  } catch (error) {
    log.warn(
      { course: courseSlug, lesson: file, err: error },
      'The captions of an uploaded video could not be saved. Upload them again on the page of the course',
    );
    return 'captions-not-saved';
  }
}

/** Call this after all files are in place. */
async function publish(
  tx: Tx,
  upload: Upload,
  { durationSeconds, notices }: Extract<IngestResult, { kind: 'published' }>,
  now: Date,
  error: string | null,
): Promise<void> {
  const { courseSlug, file } = upload;
  const seconds = Math.round(durationSeconds);
  const updated = await tx.lesson.updateMany({ where: { courseSlug, file }, data: { durationSeconds: seconds } });
  if (updated.count === 0) await addLesson(tx, upload, seconds);
  await tx.course.update({ where: { slug: courseSlug }, data: { editedAt: now }, select: { slug: true } });
  await tx.lessonUpload.update({
    where: { id: upload.id },
    data: { status: 'done', step: null, share: 1, error, notices },
    select: { id: true },
  });
  const actor = upload.createdById
    ? await tx.user.findUnique({ where: { id: upload.createdById }, select: { id: true, name: true } })
    : null;
  await writeAudit(tx, {
    actor: actor && { userId: actor.id, name: actor.name },
    action: updated.count === 0 ? 'lesson.added' : 'lesson.video',
    subject: `course:${courseSlug}`,
    detail: { file },
  });
}

async function addLesson(
  tx: Tx,
  { courseSlug, file, name, chapter, freePreview }: Upload,
  durationSeconds: number,
): Promise<void> {
  const chapters = await tx.chapter.findMany({
    where: { courseSlug },
    orderBy: { position: 'asc' },
    select: { id: true, lessons: { orderBy: { position: 'desc' }, take: 1, select: { position: true } } },
  });
  const target = chapters[Math.min(chapter, chapters.length - 1)];
  const chapterId =
    target?.id ??
    (
      await tx.chapter.create({
        data: { courseSlug, position: 0, title: name as Prisma.InputJsonObject },
        select: { id: true },
      })
    ).id;
  const position = (target?.lessons[0]?.position ?? -1) + 1;
  await tx.lesson.create({
    data: {
      courseSlug,
      chapterId,
      position,
      file,
      path: `${courseSlug}\\${file}`,
      name: name as Prisma.InputJsonObject,
      freePreview,
      durationSeconds,
    },
    select: { id: true },
  });
}

type IngestResult =
  | { kind: 'published'; durationSeconds: number; notices: VideoNotice[] }
  | { kind: 'failed'; fault: IngestFault; /** For the log only. */ detail: string }
  | { kind: 'stopped' };

const line = z.union([
  z.object({ step: z.string(), share: z.number() }),
  z.object({ published: z.string(), durationSeconds: z.number(), notices: z.array(z.enum(videoNotices)) }),
  z.object({ failed: z.enum(ingestFaults), detail: z.string() }),
]);

interface IngestInput {
  video: string;
  course: string;
  lesson: string;
  mediaDir: string;
  stopping: AbortSignal;
  onProgress: (step: string, share: number) => void;
}

const reportEveryMs = 1000;

/** The build bundles this command. The development server and unit tests run its source. */
const ingestProgram =
  process.env.NODE_ENV === 'production'
    ? ['dist/commands/media-ingest.mjs']
    : ['--import', 'tsx', '--conditions=react-server', 'scripts/media-ingest.ts'];

/**
 * Encodes in a child process, which does not block the service. The child and ffmpeg form a process group that is
 * stopped with the service. If the service dies, the child's standard input closes and ends it.
 */
async function runIngest({
  video,
  course,
  lesson,
  mediaDir,
  stopping,
  onProgress,
}: IngestInput): Promise<IngestResult> {
  const args = [...ingestProgram, video, '--course', course, '--lesson', lesson, '--media-dir', mediaDir, '--json'];
  // The system's folder for temporary files may be small or read-only.
  const temporary = join(config().dataDir, 'tmp');
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  return new Promise((done) => {
    const child = spawn(process.execPath, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
      env: { ...process.env, TMPDIR: temporary },
    });
    const stop = () => killProcessGroup(child.pid);
    stopping.addEventListener('abort', stop, { once: true });
    let outcome: IngestResult | null = null;
    let errorOutput = '';
    let reportedAtMs = 0;
    createInterface({ input: child.stdout }).on('line', (text) => {
      const message = line.safeParse(parseJsonOrNull(text)).data;
      if (!message) return;
      if ('published' in message)
        outcome = { kind: 'published', durationSeconds: message.durationSeconds, notices: message.notices };
      else if ('failed' in message) outcome = { kind: 'failed', fault: message.failed, detail: message.detail };
      else if (message.share === 1 || Date.now() - reportedAtMs > reportEveryMs) {
        reportedAtMs = Date.now();
        onProgress(message.step, message.share);
      }
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errorOutput = (errorOutput + text).slice(-2000);
    });
    child.on('error', (error) => {
      outcome = { kind: 'failed', fault: 'ingest-failed', detail: error.message };
    });
    child.on('close', () => {
      stopping.removeEventListener('abort', stop);
      if (outcome?.kind === 'published') done(outcome);
      else if (stopping.aborted) done({ kind: 'stopped' });
      else done(outcome ?? { kind: 'failed', fault: 'ingest-failed', detail: errorOutput.trim() || 'no message' });
    });
    if (stopping.aborted) stop();
  });
}

function killProcessGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // The process has just ended by itself.
  }
}

export async function listMissingTools(): Promise<string[]> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const isInstalled = async (tool: string) =>
    (
      await Promise.all(
        folders.map((folder) =>
          access(join(folder, tool), constants.X_OK).then(
            () => true,
            () => false,
          ),
        ),
      )
    ).includes(true);
  const tools = ['ffmpeg', 'ffprobe'];
  const areInstalled = await Promise.all(tools.map(isInstalled));
  return tools.filter((_, index) => !areInstalled[index]);
}
