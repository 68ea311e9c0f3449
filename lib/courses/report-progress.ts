import 'server-only';
import { z } from 'zod';
import { isLearner, type Actor } from '@/lib/actor';
import { translatorOf } from '@/lib/i18n/translator';
import { defaultLanguage, type Language } from '@/lib/language';
import { forbidden, notFound, Problem } from '@/lib/problem';
import { findCourse } from './catalogue';
import { findLesson } from './course';
import { assertLessonOpen, findCourseAccess } from './lesson-access';
import { readProgress, saveProgress, type CourseProgress } from './progress';
import { watchedSchema } from './schema';

export const progressSchema = z.object({
  lesson: z.string().min(1).max(200),
  positionSeconds: z.number().min(0).max(86_400).optional(),
  played: z.boolean().optional(),
  watched: watchedSchema.optional(),
});

interface Asked { actor: Actor; userId: string; courseSlug: string }

async function requireCourse({ actor, courseSlug }: Asked) {
  if (!isLearner(actor)) throw forbidden('sign-up-required');
  const course = await findCourse(courseSlug, defaultLanguage);
  if (!course) throw notFound();
  const access = await findCourseAccess({ actor, courseSlug });
  if (access.state === 'not-purchased') throw forbidden('not-purchased');
  return { course, access };
}

export async function progressOf(asked: Asked): Promise<CourseProgress> {
  await requireCourse(asked);
  return readProgress(asked);
}

/** Row L4: keeps what a player reports and answers what is known now. An unknown lesson is 422, in the caller's language. */
export async function reportProgress({ report, lang, now, ...asked }: Asked & { report: z.infer<typeof progressSchema>; lang: Language; now: Date }): Promise<CourseProgress> {
  const { course, access } = await requireCourse(asked);
  const lesson = findLesson(course, report.lesson);
  if (!lesson) throw new Problem(422, 'invalid', { errors: { lesson: [(await translatorOf(lang))('validation.unknown_lesson')] } });
  assertLessonOpen(access, lesson);
  const { userId, courseSlug } = asked;
  await saveProgress({ ...report, userId, courseSlug, durationSeconds: lesson.durationSeconds, now });
  return readProgress({ userId, courseSlug });
}
