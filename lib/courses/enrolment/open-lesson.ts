import 'server-only';
import type { Actor } from '@/lib/actor';
import type { Language } from '@/lib/language';
import { findCourse, findMovedCourse, findProductOfCourse } from '@/lib/courses/catalogue/catalogue';
import { continueAt, type ContinuePoint } from '@/lib/courses/progress/continue-point';
import { lessonsOf, type Course } from '@/lib/courses/catalogue/course';
import { findCourseAccess, isLessonOpen } from './lesson-access';
import { locateLesson, type LocatedLesson } from '@/lib/courses/catalogue/locate-lesson';
import { readProgress, saveProgress, type CourseProgress } from '@/lib/courses/progress/progress';

export type OpenedCourse =
  | { state: 'missing' }
  | { state: 'moved'; slug: string }
  | { state: 'not-purchased'; productKey: string | null }
  | { state: 'open'; course: Course; progress: CourseProgress; located: LocatedLesson | null; continuePoint: ContinuePoint | null; closedLessons: ReadonlySet<string> };

interface Asked { actor: Actor; slug: string; video: string | null; lang: Language; now: Date }

/**
 * Rows G3, L2, L4: the course for somebody who may see it, and the lesson they open, which is played from now on. An
 * unknown course is missing before anybody asks who bought it; `located` is null for a lesson it does not have. Lessons
 * closed by a refund request (row P7) are not played by being opened.
 */
export async function openLesson({ actor, slug, video, lang, now }: Asked): Promise<OpenedCourse> {
  const course = await findCourse(slug, lang);
  if (!course) {
    const moved = await findMovedCourse(slug);
    return moved ? { state: 'moved', slug: moved } : { state: 'missing' };
  }
  const access = await findCourseAccess({ actor, courseSlug: slug });
  if (access.state === 'not-purchased') {
    if (!course.published) return { state: 'missing' };
    return { state: 'not-purchased', productKey: (await findProductOfCourse(slug))?.key ?? null };
  }
  let progress = await readProgress({ userId: actor.userId, courseSlug: slug });
  const closedLessons = new Set(lessonsOf(course).filter((lesson) => !isLessonOpen(access, lesson)).map(({ file }) => file));
  const point = continueAt(course, progress);
  const continuePoint = point && !closedLessons.has(point.lesson) ? point : null;
  const played = new Set(Object.entries(progress.lessons).filter(([, lesson]) => lesson.played).map(([file]) => file));
  const located = video === 'feedback' ? null : locateLesson(course, video, played);
  // Without a video the next reload would open the next lesson: there the page itself reports it, once it is loaded.
  if (located && video && !played.has(located.lesson.file) && !closedLessons.has(located.lesson.file)) {
    const { file, durationSeconds } = located.lesson;
    progress = await saveProgress({ userId: actor.userId, courseSlug: slug, lesson: file, durationSeconds, played: true, now });
  }
  return { state: 'open', course, progress, located, continuePoint, closedLessons };
}
