import 'server-only';
import { z } from 'zod';
import { auditForOther, auditRead } from '@/lib/accounts/audit';
import { assertSelf, may, type MaybeActor } from '@/lib/actor';
import { config } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { translatorOf } from '@/lib/i18n/translator';
import { defaultLanguage, type Language } from '@/lib/language';
import { forbidden, notFound, Problem } from '@/lib/problem';
import { findCourseOrMoved } from '@/lib/courses/catalogue/catalogue';
import { findLesson, type Lesson } from '@/lib/courses/catalogue/course';
import { isEnrolled } from '@/lib/courses/enrolment/enrolment';
import { assertLessonOpen, findCourseAccess, openLessonFirst } from '@/lib/courses/enrolment/lesson-access';
import { readProgress, saveProgress, watchedSchema, type CourseProgress, type WatchLimit } from './progress';

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
  const { actor, course } = await requireCourse(asked);
  await auditRead(await db(), { actor, userId: asked.userId, read: 'progress', detail: { course: course.slug } });
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
  // A report of watching is access to the lesson, like its playlist.
  if (report.watched?.length) await openLessonFirst({ actor, courseSlug: course.slug, lesson, now });
  const mostSeconds = may(actor, 'administer') ? undefined : await watchLimit({ userId: asked.userId, courseSlug: course.slug, lesson, now });
  return saveProgress({ ...report, userId: asked.userId, courseSlug: course.slug, durationSeconds: lesson.durationSeconds, mostSeconds, now });
}

/** The fastest of the player's speeds. */
const maxSpeed = 2;
/** Counts at once: reports come in after the moment that they are about, and whole lessons may be this short. */
const slackSeconds = 60;

/**
 * A lesson is watched from its first opening on (row P7), no faster than the player plays; lessons one after the other. By the server's clock alone,
 * and since the opening rather than the last report: what was watched without a network comes late, and from several devices. A free preview leaves no
 * trace when it is opened: it counts from the enrolment on.
 */
async function watchLimit({ userId, courseSlug, lesson, now }: { userId: string; courseSlug: string; lesson: Lesson; now: Date }): Promise<WatchLimit> {
  const client = await db();
  const [enrolment, opened] = await Promise.all([
    client.enrolment.findUnique({ where: { userId_courseSlug: { userId, courseSlug } }, select: { grantedAt: true } }),
    client.lessonAccess.findMany({ where: { userId, courseSlug }, select: { lesson: true, firstAt: true } }),
  ]);
  const since = (times: Array<Date | undefined>): number => {
    const first = Math.min(...times.flatMap((time) => (time ? [time.getTime()] : [])));
    return first === Infinity ? 0 : Math.max(0, (now.getTime() - first) / 1000) * maxSpeed * Math.max(1, config().limitScale) + slackSeconds;
  };
  const own = opened.find((each) => each.lesson === lesson.file)?.firstAt;
  return {
    lesson: since([own, lesson.freePreview ? enrolment?.grantedAt : undefined]),
    course: since([enrolment?.grantedAt, ...opened.map(({ firstAt }) => firstAt)]),
  };
}
