import 'server-only';
import { z } from 'zod';
import { auditForOther } from '@/lib/accounts/audit';
import { assertSelf, type MaybeActor } from '@/lib/actor';
import { db } from '@/lib/database/client';
import { translatorOf } from '@/lib/i18n/translator';
import { defaultLanguage, type Language } from '@/lib/language';
import { forbidden, notFound, Problem } from '@/lib/problem';
import { findCourseOrMoved } from '@/lib/courses/catalogue/catalogue';
import { findLesson } from '@/lib/courses/catalogue/course';
import { isEnrolled } from '@/lib/courses/enrolment/enrolment';
import { assertLessonOpen, findCourseAccess } from '@/lib/courses/enrolment/lesson-access';
import { readProgress, saveProgress, watchedSchema, type CourseProgress } from './progress';

/** Lessons stay on a device for thirty days. */
const maxSecondsAgo = 60 * 86_400;

export const progressSchema = z.object({
  lesson: z.string().min(1).max(200),
  positionSeconds: z.number().min(0).max(86_400).optional(),
  /** How long ago the position was reached: a device without a network reports late. */
  secondsAgo: z.number().min(0).max(maxSecondsAgo).default(0),
  played: z.boolean().optional(),
  watched: watchedSchema.optional(),
});

interface Asked { actor: MaybeActor; userId: string; courseSlug: string }

/** A page or a device may know the course by a former address. */
async function requireCourse({ actor, userId, courseSlug }: Asked) {
  assertSelf(actor, userId);
  const course = await findCourseOrMoved(courseSlug, defaultLanguage);
  if (!course) throw notFound();
  const access = await findCourseAccess({ actor, courseSlug: course.slug });
  if (access.state === 'not-purchased') throw forbidden('not-purchased');
  return { actor, course, access };
}

export async function progressOf(asked: Asked): Promise<CourseProgress> {
  const { course } = await requireCourse(asked);
  return readProgress({ userId: asked.userId, courseSlug: course.slug });
}

/** Rows L4, N18: stores what a player reports; by an administrator, of a course that the learner has. @returns the course's progress. @throws Problem 403, 404, 422 for an unknown lesson */
export async function reportProgress({ report, lang, now, ...asked }: Asked & { report: z.input<typeof progressSchema>; lang: Language; now: Date }): Promise<CourseProgress> {
  const { actor, course, access } = await requireCourse(asked);
  if (actor.userId !== asked.userId && !(await isEnrolled({ userId: asked.userId, courseSlug: course.slug }))) throw notFound();
  const lesson = findLesson(course, report.lesson);
  if (!lesson) throw new Problem(422, 'invalid', { errors: { lesson: [(await translatorOf(lang))('validation.unknown_lesson')] } });
  assertLessonOpen(access, lesson);
  await auditForOther(await db(), { actor, userId: asked.userId, action: 'progress.reported', detail: { course: course.slug, lesson: lesson.file } });
  return saveProgress({ ...report, userId: asked.userId, courseSlug: course.slug, durationSeconds: lesson.durationSeconds, now });
}
