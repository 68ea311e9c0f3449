import 'server-only';
import { findCourse } from '@/lib/courses/catalogue/catalogue';
import { lessonsOf, type Course } from '@/lib/courses/catalogue/course';
import { listEnrolments } from '@/lib/courses/enrolment/enrolment';
import { continueAt } from '@/lib/courses/progress/continue-point';
import { readAllProgress } from '@/lib/courses/progress/progress';
import type { Language } from '@/lib/language';

export interface NextLesson { courseSlug: string; course: string; lesson: string; name: string }

/** Where somebody goes on: in the course watched last that has something left, else at the beginning of the newest. Null when nothing is left, and for courses whose refund is asked for. */
export async function nextLessonOf(userId: string, lang: Language): Promise<NextLesson | null> {
  const [enrolments, progress] = await Promise.all([listEnrolments(userId), readAllProgress(userId)]);
  const open = enrolments.filter(({ refundRequested }) => !refundRequested);
  const courses = (await Promise.all(open.map(({ courseSlug }) => findCourse(courseSlug, lang)))).filter((course) => course !== null);
  const begun = courses.flatMap((course) => {
    const point = continueAt(course, progress.get(course.slug) ?? { lessons: {} });
    return point ? [{ course, point }] : [];
  }).sort((one, other) => other.point.updatedAt.getTime() - one.point.updatedAt.getTime())[0];
  if (begun) return shown(begun.course, begun.point.lesson, begun.point.name);
  const fresh = courses.find(({ slug }) => !progress.has(slug));
  const first = fresh && lessonsOf(fresh)[0];
  return first ? shown(fresh, first.file, first.name) : null;
}

const shown = (course: Course, lesson: string, name: string): NextLesson => ({ courseSlug: course.slug, course: course.title, lesson, name });
