import 'server-only';
import { assertLearner, type Actor, type MaybeActor } from '@/lib/actor';
import { defaultLanguage } from '@/lib/language';
import { notFound } from '@/lib/problem';
import { findCourse } from '@/lib/courses/catalogue/catalogue';
import { findLesson, type Lesson } from '@/lib/courses/catalogue/course';
import { assertLessonOpen, findCourseAccess } from './lesson-access';

export interface LessonPlace { courseSlug: string; lesson: string }

/** For what only those do who may watch the lesson. @throws Problem 401, 403, 404 */
export async function requireOpenLesson(actor: MaybeActor, { courseSlug, lesson }: LessonPlace): Promise<{ actor: Actor; lesson: Lesson }> {
  assertLearner(actor);
  const course = await findCourse(courseSlug, defaultLanguage);
  const found = course && findLesson(course, lesson);
  if (!found) throw notFound();
  assertLessonOpen(await findCourseAccess({ actor, courseSlug }), found);
  return { actor, lesson: found };
}
