import 'server-only';
import { assertOwner, type MaybeActor } from '@/lib/actor';
import { findCourseOrMoved } from '@/lib/courses/catalogue/catalogue';
import { lessonsOf } from '@/lib/courses/catalogue/course';
import { readProgress } from '@/lib/courses/progress/progress';
import { defaultLanguage } from '@/lib/language';
import { findCourseAccess, isLessonOpen } from './lesson-access';

export interface OpenLesson { courseSlug: string; lesson: string; positionSeconds: number }
export interface OpenLessons { answeredAt: Date; lessons: OpenLesson[] }

/** A device that has lessons of more courses asks several times. */
const maxCoursesAsked = 50;

interface Asked { actor: MaybeActor; userId: string; courseSlugs: readonly string[]; now: Date }

/** Row N18: the lessons of these courses that the user may watch now, and where each stands; of a renamed course under the slug asked for. @throws Problem 401, 403 */
export async function listOpenLessons({ actor, userId, courseSlugs, now }: Asked): Promise<OpenLessons> {
  assertOwner(actor, userId);
  const asked = [...new Set(courseSlugs)].slice(0, maxCoursesAsked);
  const lessons = await Promise.all(asked.map(async (courseSlug): Promise<OpenLesson[]> => {
    const course = await findCourseOrMoved(courseSlug, defaultLanguage);
    if (!course) return [];
    const access = await findCourseAccess({ actor, courseSlug: course.slug });
    const progress = await readProgress({ userId, courseSlug: course.slug });
    return lessonsOf(course).filter((lesson) => isLessonOpen(access, lesson))
      .map(({ file }) => ({ courseSlug, lesson: file, positionSeconds: progress.lessons[file]?.positionSeconds ?? 0 }));
  }));
  return { answeredAt: now, lessons: lessons.flat() };
}
