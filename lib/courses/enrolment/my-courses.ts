import 'server-only';
import { auditRead } from '@/lib/accounts/audit';
import { assertSelf, type MaybeActor } from '@/lib/actor';
import { db } from '@/lib/database/client';
import type { Language } from '@/lib/language';
import { findCourse, findProductOfCourse } from '@/lib/courses/catalogue/catalogue';
import { continueAt, type ContinuePoint } from '@/lib/courses/progress/continue-point';
import { findLesson, lessonsOf, type Course } from '@/lib/courses/catalogue/course';
import { listEnrolments, type OpenEnrolment } from './enrolment';
import { accessOf, isLessonOpen } from './lesson-access';
import { readAllProgress, type CourseProgress } from '@/lib/courses/progress/progress';

export interface MyCourse {
  /** The slug. */
  name: string;
  title: string;
  description: string;
  imageUrl: string;
  /** What was bought; for a course that was given, what buys it now. */
  productKey: string | null;
  progress: { played: number; total: number };
  continue: ContinuePoint | null;
}

/** Row S8, getMyCourses: what was bought and is still open, the latest bought first. */
export async function listMyCourses({ actor, userId, lang }: { actor: MaybeActor; userId: string; lang: Language }): Promise<MyCourse[]> {
  assertSelf(actor, userId);
  await auditRead(await db(), { actor, userId, read: 'courses' });
  const [enrolments, progress] = await Promise.all([listEnrolments(userId), readAllProgress(userId)]);
  const courses = await Promise.all(enrolments.map((enrolment) => myCourse(userId, enrolment, progress.get(enrolment.courseSlug) ?? { lessons: {} }, lang)));
  return courses.filter((course) => course !== null);
}

async function myCourse(userId: string, { courseSlug: slug, productKey, refundRequested }: OpenEnrolment, progress: CourseProgress, lang: Language): Promise<MyCourse | null> {
  const [course, product] = await Promise.all([findCourse(slug, lang), findProductOfCourse(slug)]);
  if (!course) return null;
  const lessons = lessonsOf(course);
  return {
    name: slug,
    title: course.title,
    description: course.summary,
    imageUrl: course.imageUrl,
    productKey: productKey ?? product?.key ?? null,
    progress: { played: lessons.filter((lesson) => progress.lessons[lesson.file]?.played).length, total: lessons.length },
    continue: refundRequested ? await openPoint(userId, course, continueAt(course, progress)) : continueAt(course, progress),
  };
}

/** Null for a lesson closed by a refund request (row P7). */
async function openPoint(userId: string, course: Course, point: ContinuePoint | null): Promise<ContinuePoint | null> {
  const lesson = point && findLesson(course, point.lesson);
  return lesson && isLessonOpen(await accessOf(await db(), userId, course.slug), lesson) ? point : null;
}
