import { z } from 'zod';
import { auditForOther, auditRead } from '@/lib/accounts/audit';
import { config } from '@/lib/config/config';
import { findCourseOrMoved } from '@/lib/courses/catalogue/catalogue';
import { findLesson, type Lesson, lessonsOf } from '@/lib/courses/catalogue/course';
import { isEnrolled } from '@/lib/courses/enrolment/enrolment';
import { assertLessonOpen, findCourseAccess, recordFirstOpening } from '@/lib/courses/enrolment/lesson-access';
import { type Database, db, type Tx } from '@/lib/database/client';
import { loadTranslator } from '@/lib/i18n/messages';
import { defaultLanguage, type Language } from '@/lib/language';
import { assertSameUserOrAdmin, may, type MaybeActor } from '@/lib/permissions';
import { forbidden, notFound, Problem } from '@/lib/problem';
import {
  cappedSecondsOf,
  type CourseProgress,
  readProgress,
  saveProgress,
  type WatchCapReader,
  watchedSchema,
} from './progress';

/** Twice the 30 days that a lesson stays on a device. */
const maxSecondsAgo = 60 * 86_400;

export const progressSchema = z.object({
  lesson: z.string().min(1).max(200),
  positionSeconds: z.number().min(0).max(86_400).optional(),
  secondsAgo: z.number().min(0).max(maxSecondsAgo).default(0),
  played: z.boolean().optional(),
  watched: watchedSchema.optional(),
});

interface ProgressQuery {
  actor: MaybeActor;
  userId: string;
  courseSlug: string;
}

/** Accepts a former slug, because an open page or an offline device may still use it. */
async function requireCourse({ actor, userId, courseSlug }: ProgressQuery) {
  assertSameUserOrAdmin(actor, userId);
  const course = await findCourseOrMoved(courseSlug, defaultLanguage);
  if (!course) throw notFound();
  const access = await findCourseAccess({ actor, courseSlug: course.slug });
  if (access.state === 'not-purchased') throw forbidden('not-purchased');
  return { actor, course, access };
}

export async function findProgress(input: ProgressQuery): Promise<CourseProgress> {
  const { actor, course } = await requireCourse(input);
  await auditRead(await db(), { actor, userId: input.userId, read: 'progress', detail: { course: course.slug } });
  return readProgress({ userId: input.userId, courseSlug: course.slug });
}

/** Admins may report for a learner who has the course. @throws Problem 403, 404, 422 for an unknown lesson */
export async function reportProgress({
  report,
  lang,
  now,
  ...input
}: ProgressQuery & { report: z.input<typeof progressSchema>; lang: Language; now: Date }): Promise<CourseProgress> {
  const { actor, course, access } = await requireCourse(input);
  if (actor.userId !== input.userId && !(await isEnrolled({ userId: input.userId, courseSlug: course.slug })))
    throw notFound();
  const lesson = findLesson(course, report.lesson);
  if (!lesson)
    throw new Problem(422, 'invalid', {
      errors: { lesson: [(await loadTranslator(lang))('validation.unknown_lesson')] },
    });
  assertLessonOpen(access, lesson);
  await auditForOther(await db(), {
    actor,
    userId: input.userId,
    action: 'progress.reported',
    detail: { course: course.slug, lesson: lesson.file },
  });
  // Watching a lesson counts as opening it, like loading its playlist.
  if (report.watched?.length) await recordFirstOpening({ actor, courseSlug: course.slug, lesson, now });
  const previews = new Set(lessonsOf(course).flatMap(({ file, freePreview }) => (freePreview ? [file] : [])));
  return saveProgress({
    ...report,
    userId: input.userId,
    courseSlug: course.slug,
    durationSeconds: lesson.durationSeconds,
    lockCap: may(actor, 'administer')
      ? undefined
      : (tx) => lockWatchCap(tx, { userId: input.userId, courseSlug: course.slug, lesson, previews, now }),
    now,
  });
}

const maxSpeed = 2;
/** Added to the cap, because the first report may itself record the opening and can cover a whole short lesson. */
const slackSeconds = 60;

interface WatchCapInput {
  userId: string;
  courseSlug: string;
  lesson: Lesson;
  previews: ReadonlySet<string>;
  now: Date;
}

/**
 * Caps watched time at the player's highest speed times the time since the lesson was first opened (row P7), because
 * offline devices report late. Lessons opened since share that time (row L4). Free previews open at the enrolment.
 */
async function lockWatchCap(
  tx: Database | Tx,
  { userId, courseSlug, lesson, previews, now }: WatchCapInput,
): Promise<WatchCapReader> {
  // Make other reports of this course wait: they would otherwise spend the same time.
  const [enrolment] = await tx.$queryRaw<Array<{ grantedAt: Date }>>`
    SELECT "grantedAt" FROM "Enrolment" WHERE "userId" = ${userId} AND "courseSlug" = ${courseSlug} FOR UPDATE`;
  const opened = await tx.lessonAccess.findMany({
    where: { userId, courseSlug },
    select: { lesson: true, firstAt: true },
  });
  const allowedSince = (time: Date) =>
    Math.max(0, (now.getTime() - time.getTime()) / 1000) * maxSpeed * Math.max(1, config().limitScale) + slackSeconds;
  const openedAt = new Map(opened.map((each) => [each.lesson, each.firstAt]));
  if (enrolment) for (const file of previews) openedAt.set(file, enrolment.grantedAt);
  const since = openedAt.get(lesson.file);
  if (!since) return () => ({ since: now, secondsLeft: 0 });
  return (progress) => {
    const capped = new Map(progress.map((row) => [row.lesson, row]));
    const openings = [...openedAt].map(([file, at]) => ({ at, seconds: cappedSecondsOf(capped.get(file), at) }));
    const secondsLeftSince = (time: Date) =>
      openings.filter(({ at }) => at >= time).reduce((rest, { seconds }) => rest - seconds, allowedSince(time));
    const earlierOpenings = openings.filter(({ at }) => at <= since);
    return { since, secondsLeft: Math.min(...earlierOpenings.map(({ at }) => secondsLeftSince(at))) };
  };
}
