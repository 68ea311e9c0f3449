import { auditRead } from '@/lib/accounts/audit';
import { findCourse, findProductOfCourse } from '@/lib/courses/catalogue/catalogue';
import { type Course, findLesson, lessonsOf } from '@/lib/courses/catalogue/course';
import {
  type ContinuePoint,
  type CourseProgress,
  findContinuePoint,
  readAllProgress,
} from '@/lib/courses/progress/progress';
import { db } from '@/lib/database/client';
import type { Language } from '@/lib/language';
import { assertSameUserOrAdmin, type MaybeActor } from '@/lib/permissions';
import { listEnrolments, type OpenEnrolment } from './enrolment';
import { isLessonOpen, readCourseAccess } from './lesson-access';

export interface MyCourse {
  /** The course's slug. */
  name: string;
  title: string;
  description: string;
  imageUrl: string;
  /** The product bought; for a course that an admin granted, the product that sells the course now. */
  productKey: string | null;
  progress: { played: number; total: number };
  continue: ContinuePoint | null;
}

export async function listMyCourses({
  actor,
  userId,
  lang,
}: {
  actor: MaybeActor;
  userId: string;
  lang: Language;
}): Promise<MyCourse[]> {
  assertSameUserOrAdmin(actor, userId);
  await auditRead(await db(), { actor, userId, read: 'courses' });
  const [enrolments, progress] = await Promise.all([listEnrolments(userId), readAllProgress(userId)]);
  const courses = await Promise.all(
    enrolments.map((enrolment) =>
      describeMyCourse(userId, enrolment, progress.get(enrolment.courseSlug) ?? { lessons: {} }, lang),
    ),
  );
  return courses.filter((course) => course !== null);
}

async function describeMyCourse(
  userId: string,
  { courseSlug: slug, productKey, refundRequested }: OpenEnrolment,
  progress: CourseProgress,
  lang: Language,
): Promise<MyCourse | null> {
  const [course, product] = await Promise.all([findCourse(slug, lang), findProductOfCourse(slug)]);
  if (!course) return null;
  const lessons = lessonsOf(course);
  return {
    name: slug,
    title: course.title,
    description: course.summary,
    imageUrl: course.imageUrl,
    productKey: productKey ?? product?.key ?? null,
    progress: {
      played: lessons.filter((lesson) => progress.lessons[lesson.file]?.played).length,
      total: lessons.length,
    },
    continue: refundRequested
      ? await openContinuePoint(userId, course, findContinuePoint(course, progress))
      : findContinuePoint(course, progress),
  };
}

async function openContinuePoint(
  userId: string,
  course: Course,
  point: ContinuePoint | null,
): Promise<ContinuePoint | null> {
  const lesson = point && findLesson(course, point.lesson);
  return lesson && isLessonOpen(await readCourseAccess(await db(), userId, course.slug), lesson) ? point : null;
}
