import { writeAudit } from '@/lib/accounts/audit';
import { invalidate } from '@/lib/cache/invalidate';
import {
  type AdminCourse,
  type LessonPlan,
  planFields,
  requireAdminCourse,
  versionOf,
} from '@/lib/courses/admin/courses';
import { indexCourse } from '@/lib/courses/catalogue/search-entries';
import { transaction, type Tx } from '@/lib/database/client';
import { lockRow } from '@/lib/database/lock-row';
import { removeAttachmentFile } from '@/lib/lessons/attachment-files';
import { removeLessonFiles } from '@/lib/lessons/ingest/publish';
import { log } from '@/lib/log';
import { assertAdmin, type MaybeActor } from '@/lib/permissions';
import { notFound, Problem } from '@/lib/problem';
import { removeUploadFile } from './upload-file';

/**
 * The plan must keep or remove every lesson once, so that learners lose none (row O7). @throws Problem 401, 403, 404,
 * 409 `conflict`, `course-has-learners`, `lesson-has-quiz`, `course-needs-lesson`, 422 `lessons-differ`
 */
export async function arrangeLessons(
  actor: MaybeActor,
  slug: string,
  plan: LessonPlan,
  now: Date,
): Promise<AdminCourse> {
  assertAdmin(actor);
  const files = await transaction(async (tx) => {
    // Blocks concurrent uploads: their lessons would be deleted with the old chapters.
    await lockRow(tx, 'Course', slug);
    await requireUnchangedPlan(tx, slug, plan.version);
    await requireSameLessons(tx, slug, plan);
    const removedFiles = plan.removed?.length ? await removeUnsold(tx, slug, plan.removed) : null;
    const old = await tx.chapter.findMany({ where: { courseSlug: slug }, select: { id: true } });
    for (const [position, chapter] of plan.chapters.entries()) {
      const { id: chapterId } = await tx.chapter.create({
        data: { courseSlug: slug, position, title: chapter.title },
        select: { id: true },
      });
      for (const [index, { file, name, freePreview }] of chapter.lessons.entries()) {
        await tx.lesson.update({
          where: { courseSlug_file: { courseSlug: slug, file } },
          data: { chapterId, position: index, name, freePreview },
          select: { id: true },
        });
      }
    }
    await tx.chapter.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } });
    await tx.course.update({ where: { slug }, data: { editedAt: now }, select: { slug: true } });
    await indexCourse(tx, slug);
    await writeAudit(tx, {
      actor,
      action: 'course.lessons',
      subject: `course:${slug}`,
      detail: { order: orderOf(plan), removed: plan.removed ?? [] },
    });
    return removedFiles;
  });
  invalidate('courses', `course:${slug}`);
  if (files) await removeFiles(files);
  return requireAdminCourse(actor, slug);
}

async function removeUnsold(tx: Tx, slug: string, files: readonly string[]): Promise<LessonFiles> {
  await requireNoLearners(tx, slug);
  return removeLessons(tx, slug, files);
}

async function requireUnchangedPlan(tx: Tx, slug: string, loadedVersion: string | undefined): Promise<void> {
  if (!(await tx.course.findUnique({ where: { slug }, select: { slug: true } }))) throw notFound();
  const chapters = await tx.chapter.findMany({
    where: { courseSlug: slug },
    orderBy: { position: 'asc' },
    select: planFields,
  });
  if (loadedVersion && loadedVersion !== versionOf(chapters)) throw new Problem(409, 'conflict');
}

async function requireSameLessons(tx: Tx, slug: string, plan: LessonPlan): Promise<void> {
  const lessons = await tx.lesson.findMany({ where: { courseSlug: slug }, select: { file: true } });
  const knownFiles = lessons.map(({ file }) => file).sort();
  const planned = [...orderOf(plan).flat(), ...(plan.removed ?? [])].sort();
  if (JSON.stringify(knownFiles) !== JSON.stringify(planned)) throw new Problem(422, 'lessons-differ');
}

const orderOf = (plan: LessonPlan) => plan.chapters.map(({ lessons }) => lessons.map(({ file }) => file));

interface LessonFiles {
  lessons: Array<{ course: string; lesson: string }>;
  attachments: string[];
  uploads: string[];
}

/** Call this before deleting parts of a course, in the same transaction. @throws Problem 409 `course-has-learners` */
export async function requireNoLearners(tx: Tx, courseSlug: string): Promise<void> {
  // Blocks concurrent enrolments and uploads of this course.
  await lockRow(tx, 'Course', courseSlug);
  const [enrolments, orders] = await Promise.all([
    tx.enrolment.count({ where: { courseSlug } }),
    tx.order.count({ where: { OR: [{ courseSlug }, { lines: { some: { courseSlug } } }] } }),
  ]);
  if (enrolments + orders > 0) throw new Problem(409, 'course-has-learners');
}

/** Call `requireNoLearners` first. @throws Problem 409 `lesson-has-quiz`, 409 `course-needs-lesson` */
export async function removeLessons(tx: Tx, courseSlug: string, files: readonly string[]): Promise<LessonFiles> {
  const ofThese = { courseSlug, lesson: { in: [...files] } };
  if ((await tx.quiz.count({ where: ofThese })) > 0) throw new Problem(409, 'lesson-has-quiz');
  const attachments = await tx.attachment.findMany({ where: { ...ofThese, position: null }, select: { id: true } });
  const uploads = await tx.lessonUpload.findMany({
    where: { courseSlug, file: { in: [...files] } },
    select: { id: true },
  });
  await tx.attachment.deleteMany({ where: ofThese });
  await tx.lessonUpload.deleteMany({ where: { courseSlug, file: { in: [...files] } } });
  await tx.lesson.deleteMany({ where: { courseSlug, file: { in: [...files] } } });
  const course = await tx.course.findUniqueOrThrow({
    where: { slug: courseSlug },
    select: { published: true, syncedHash: true },
  });
  if (course.published && (await tx.lesson.count({ where: { courseSlug } })) === 0)
    throw new Problem(409, 'course-needs-lesson');
  // Skip courses from content files: their videos are deployed with those files.
  const lessons = course.syncedHash === null ? files.map((lesson) => ({ course: courseSlug, lesson })) : [];
  return { lessons, attachments: attachments.map(({ id }) => id), uploads: uploads.map(({ id }) => id) };
}

/** Logs a failed deletion instead of throwing: the file wastes space, but nothing refers to it. */
export async function removeFiles({ lessons, attachments, uploads }: LessonFiles): Promise<void> {
  const work = [
    ...lessons.map(removeLessonFiles),
    ...attachments.map(removeAttachmentFile),
    ...uploads.map(removeUploadFile),
  ];
  for (const outcome of await Promise.allSettled(work)) {
    if (outcome.status === 'rejected')
      log.warn(
        { err: outcome.reason as unknown },
        'A file of a removed lesson could not be deleted; no lesson uses it, but it still takes up space',
      );
  }
}
