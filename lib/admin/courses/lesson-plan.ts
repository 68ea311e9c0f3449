import 'server-only';
import { assertAdmin, type MaybeActor } from '@/lib/actor';
import { writeAudit } from '@/lib/accounts/audit';
import { indexCourse } from '@/lib/courses/catalogue/search-entries';
import { transaction, type Tx } from '@/lib/database/client';
import { invalidate } from '@/lib/cache/invalidate';
import { notFound, Problem } from '@/lib/problem';
import type { LessonPlan } from './course-schema';
import { removeFiles, removeLessons, requireNoLearners, type LessonFiles } from './remove-lessons';
import { planFields, requireAdminCourse, versionOf, type AdminCourse } from './courses';

/**
 * Chapters and lessons in a new order, their names, and which lesson is the free preview (row O7). Every lesson of the
 * course must be in the plan exactly once, or among those it removes: nothing a learner has bought can fall out by a mistake.
 * @throws Problem 401, 403, 404, 409 `conflict`, `course-has-learners`, `lesson-has-quiz`, `course-needs-lesson`, 422 `lessons-differ`
 */
export async function arrangeLessons(actor: MaybeActor, slug: string, plan: LessonPlan, now: Date): Promise<AdminCourse> {
  assertAdmin(actor);
  const files = await transaction(async (tx) => {
    await requireUnchangedPlan(tx, slug, plan.version);
    await requireSameLessons(tx, slug, plan);
    const gone = plan.removed?.length ? await removeUnsold(tx, slug, plan.removed) : null;
    const old = await tx.chapter.findMany({ where: { courseSlug: slug }, select: { id: true } });
    for (const [position, chapter] of plan.chapters.entries()) {
      const { id: chapterId } = await tx.chapter.create({ data: { courseSlug: slug, position, title: chapter.title }, select: { id: true } });
      for (const [index, { file, name, freePreview }] of chapter.lessons.entries()) {
        await tx.lesson.update({
          where: { courseSlug_file: { courseSlug: slug, file } }, data: { chapterId, position: index, name, freePreview }, select: { id: true },
        });
      }
    }
    await tx.chapter.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } });
    await tx.course.update({ where: { slug }, data: { editedAt: now }, select: { slug: true } });
    await indexCourse(tx, slug);
    await writeAudit(tx, { actor, action: 'course.lessons', subject: `course:${slug}`, detail: { order: orderOf(plan), removed: plan.removed ?? [] } });
    return gone;
  });
  invalidate('courses', `course:${slug}`);
  if (files) await removeFiles(files);
  return requireAdminCourse(actor, slug);
}

async function removeUnsold(tx: Tx, slug: string, files: readonly string[]): Promise<LessonFiles> {
  await requireNoLearners(tx, slug);
  return removeLessons(tx, slug, files);
}

async function requireUnchangedPlan(tx: Tx, slug: string, seen: string | undefined): Promise<void> {
  if (!(await tx.course.findUnique({ where: { slug }, select: { slug: true } }))) throw notFound();
  const chapters = await tx.chapter.findMany({ where: { courseSlug: slug }, orderBy: { position: 'asc' }, select: planFields });
  if (seen && seen !== versionOf(chapters)) throw new Problem(409, 'conflict');
}

async function requireSameLessons(tx: Tx, slug: string, plan: LessonPlan): Promise<void> {
  const lessons = await tx.lesson.findMany({ where: { courseSlug: slug }, select: { file: true } });
  const known = lessons.map(({ file }) => file).sort();
  const planned = [...orderOf(plan).flat(), ...(plan.removed ?? [])].sort();
  if (JSON.stringify(known) !== JSON.stringify(planned)) throw new Problem(422, 'lessons-differ');
}

const orderOf = (plan: LessonPlan) => plan.chapters.map(({ lessons }) => lessons.map(({ file }) => file));
