import { findCourse } from '@/lib/courses/catalogue/catalogue';
import { type Course, lessonsOf } from '@/lib/courses/catalogue/course';
import { listEnrolments } from '@/lib/courses/enrolment/enrolment';
import { findContinuePoint, readAllProgress } from '@/lib/courses/progress/progress';
import type { Language } from '@/lib/language';

export interface NextLesson {
  courseSlug: string;
  course: string;
  lesson: string;
  name: string;
}

/** Continues the course watched last, or starts the newest one. Skips courses with a refund request. */
export async function findNextLesson(userId: string, lang: Language): Promise<NextLesson | null> {
  const [enrolments, progress] = await Promise.all([listEnrolments(userId), readAllProgress(userId)]);
  const open = enrolments.filter(({ refundRequested }) => !refundRequested);
  const courses = (await Promise.all(open.map(({ courseSlug }) => findCourse(courseSlug, lang)))).filter(
    (course) => course !== null,
  );
  const lastWatched = courses
    .flatMap((course) => {
      const point = findContinuePoint(course, progress.get(course.slug) ?? { lessons: {} });
      return point ? [{ course, point }] : [];
    })
    .sort((one, other) => other.point.updatedAt.getTime() - one.point.updatedAt.getTime())[0];
  if (lastWatched) return nextLessonView(lastWatched.course, lastWatched.point.lesson, lastWatched.point.name);
  const unstarted = courses.find(({ slug }) => !progress.has(slug));
  const first = unstarted && lessonsOf(unstarted)[0];
  return first ? nextLessonView(unstarted, first.file, first.name) : null;
}

const nextLessonView = (course: Course, lesson: string, name: string): NextLesson => ({
  courseSlug: course.slug,
  course: course.title,
  lesson,
  name,
});
