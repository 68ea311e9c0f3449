import 'server-only';
import type { Tx } from '@/lib/database/client';
import { log } from '@/lib/log';
import { Problem } from '@/lib/problem';
import { removeAttachmentFile } from '@/lib/video/attachments/attachment-files';
import { removeLessonFiles } from '@/lib/video/ingest/publish';
import { removeUploadFile } from '../uploads/upload-file';

/** What lies outside of the database and is to be deleted once the rows are. */
export interface LessonFiles { lessons: Array<{ course: string; lesson: string }>; attachments: string[]; uploads: string[] }

/**
 * Whoever ever had the course, or is buying it, has a claim on its lessons, its receipts and its certificate. Asked before anything of a
 * course is deleted, in the same transaction.
 * @throws Problem 409 `course-has-learners`
 */
export async function requireNoLearners(tx: Tx, courseSlug: string): Promise<void> {
  // No purchase and no upload begins meanwhile.
  await tx.$queryRaw`SELECT 1 AS locked FROM "Course" WHERE "slug" = ${courseSlug} FOR UPDATE`;
  const [enrolments, orders] = await Promise.all([
    tx.enrolment.count({ where: { courseSlug } }),
    tx.order.count({ where: { OR: [{ courseSlug }, { lines: { some: { courseSlug } } }] } }),
  ]);
  if (enrolments + orders > 0) throw new Problem(409, 'course-has-learners');
}

/**
 * Deletes lessons with what belongs to them, of a course that nobody has (`requireNoLearners`).
 * @returns their files, for `removeFiles`
 * @throws Problem 409 `lesson-has-quiz`, `course-needs-lesson` when an offered course would have none
 */
export async function removeLessons(tx: Tx, courseSlug: string, files: readonly string[]): Promise<LessonFiles> {
  const ofThese = { courseSlug, lesson: { in: [...files] } };
  if ((await tx.quiz.count({ where: ofThese })) > 0) throw new Problem(409, 'lesson-has-quiz');
  const attachments = await tx.attachment.findMany({ where: { ...ofThese, position: null }, select: { id: true } });
  const uploads = await tx.lessonUpload.findMany({ where: { courseSlug, file: { in: [...files] } }, select: { id: true } });
  await tx.attachment.deleteMany({ where: ofThese });
  await tx.lessonUpload.deleteMany({ where: { courseSlug, file: { in: [...files] } } });
  await tx.lesson.deleteMany({ where: { courseSlug, file: { in: [...files] } } });
  const course = await tx.course.findUniqueOrThrow({ where: { slug: courseSlug }, select: { published: true, syncedHash: true } });
  if (course.published && (await tx.lesson.count({ where: { courseSlug } })) === 0) throw new Problem(409, 'course-needs-lesson');
  // The videos of a course that came with content files were deployed with them.
  const lessons = course.syncedHash === null ? files.map((lesson) => ({ course: courseSlug, lesson })) : [];
  return { lessons, attachments: attachments.map(({ id }) => id), uploads: uploads.map(({ id }) => id) };
}

/** A file that cannot be deleted only takes room: nothing names it any more. */
export async function removeFiles({ lessons, attachments, uploads }: LessonFiles): Promise<void> {
  const work = [...lessons.map(removeLessonFiles), ...attachments.map(removeAttachmentFile), ...uploads.map(removeUploadFile)];
  for (const outcome of await Promise.allSettled(work)) {
    if (outcome.status === 'rejected') log.warn({ err: outcome.reason as unknown }, 'A file of a removed lesson could not be deleted');
  }
}
