import 'server-only';
import type { Actor } from '@/lib/actor';
import { findCourse } from '@/lib/courses/catalogue/catalogue';
import { findLesson, type Course, type Lesson } from '@/lib/courses/catalogue/course';
import { assertLessonOpen, findCourseAccess } from '@/lib/courses/enrolment/lesson-access';
import { defaultLanguage, type Language } from '@/lib/language';
import { notFound } from '@/lib/problem';
import { findQuiz, type Quiz } from './quiz';

export interface OpenQuiz { quiz: Quiz; courseSlug: string; course: Course; lesson: Lesson }

/** A quiz is as open as the lesson it stands after. @throws Problem 403 `not-purchased`, `refund-requested` · 404 */
export async function requireOpenQuiz(actor: Actor, quizId: string, lang: Language = defaultLanguage): Promise<OpenQuiz> {
  const quiz = await findQuiz(quizId);
  const courseSlug = quiz?.courseSlug ?? null;
  const course = courseSlug === null ? null : await findCourse(courseSlug, lang);
  const lesson = course && quiz?.lesson ? findLesson(course, quiz.lesson) : null;
  if (!quiz?.published || courseSlug === null || !course || !lesson) throw notFound();
  assertLessonOpen(await findCourseAccess({ actor, courseSlug }), lesson);
  return { quiz, courseSlug, course, lesson };
}
