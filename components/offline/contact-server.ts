import { lessonId, type Owner } from '@/components/offline/store/database';
import {
  listLessons,
  readOwner,
  removeAllLessons,
  removeLesson,
  saveContact,
  savePosition,
} from '@/components/offline/store/lessons';
import { saveShell } from '@/components/offline/store/shell-cache';
import { contactAt, latestSeenMs, lessonAvailability } from '@/components/offline/store/terms';
import { createProgressReporter, queuedCourses } from '@/components/player/progress/progress-reporter';
import { callJson } from '@/components/session/json-call';
import { readShownUser, signedInHint } from '@/components/session/shown-user';

/** `removed`: the lessons belonged to another learner, or no learner is signed in. */
export type ContactOutcome = 'none' | 'answered' | 'unreachable' | 'removed';

interface OpenLessonsAnswer {
  answeredAt: string;
  lessons: Array<{ courseSlug: string; lesson: string; positionSeconds: number }>;
}

/** Must equal `maxCoursesPerRequest` in lib/courses/enrolment/lesson-access.ts. */
const coursesInOneCall = 50;

async function sendStoredProgress(userId: string): Promise<void> {
  for (const courseSlug of queuedCourses(userId))
    await createProgressReporter({ userId, courseSlug })
      .report()
      .catch(() => undefined);
}

async function fetchOpenLessons(
  userId: string,
  courseSlugs: readonly string[],
): Promise<OpenLessonsAnswer | 'refused' | null> {
  const all: OpenLessonsAnswer = { answeredAt: '', lessons: [] };
  for (let at = 0; at < courseSlugs.length; at += coursesInOneCall) {
    const query = new URLSearchParams(courseSlugs.slice(at, at + coursesInOneCall).map((slug) => ['course', slug]));
    const outcome = await callJson<OpenLessonsAnswer>({
      method: 'GET',
      url: `/api/user/${encodeURIComponent(userId)}/open-lessons?${query}`,
    });
    // 404: offline lessons are switched off.
    if (!outcome.ok)
      return outcome.status === 403 || (outcome.status === 404 && outcome.key === 'not-found') ? 'refused' : null;
    all.answeredAt = outcome.answer.answeredAt;
    all.lessons.push(...outcome.answer.lessons);
  }
  return all;
}

/** Uses `performance.now` for `atMs`, because the learner cannot set that clock. */
let since: { pageSawMs: number; atMs: number } | null = null;

async function recordTime(owner: Owner): Promise<Owner> {
  since ??= { pageSawMs: owner.seenAtMs, atMs: performance.now() };
  const noted = {
    ...owner,
    seenAtMs: latestSeenMs(owner, Date.now(), { pageSawMs: since.pageSawMs, openMs: performance.now() - since.atMs }),
  };
  await saveContact(owner, noted);
  return noted;
}

/** Call this regularly: the time since the last contact must count even without a network. */
export async function recordPageOpen(): Promise<void> {
  const owner = await readOwner();
  if (owner) await recordTime(owner);
}

/** Row N18: sends progress, then removes lessons that the learner may no longer watch. */
export async function contactServer(): Promise<ContactOutcome> {
  const owner = await readOwner();
  if (!owner) {
    await removeAllLessons();
    return 'none';
  }
  const user = signedInHint() === 'learner' ? await readShownUser().catch(() => undefined) : null;
  if (user === null || (user && user.userId !== owner.userId)) {
    await removeAllLessons();
    return 'removed';
  }
  const noted = await recordTime(owner);
  if (navigator.onLine) await sendStoredProgress(owner.userId);
  const lessons = await listLessons();
  const answer = navigator.onLine
    ? await fetchOpenLessons(owner.userId, [...new Set(lessons.map(({ courseSlug }) => courseSlug))])
    : null;
  if (answer === 'refused') {
    await removeAllLessons();
    return 'removed';
  }
  const contacted = answer && lessons.length > 0 ? contactAt(Date.parse(answer.answeredAt), Date.now()) : noted;
  if (contacted !== noted) {
    since = { pageSawMs: contacted.seenAtMs, atMs: performance.now() };
    await saveContact(owner, contacted);
  }
  const positions =
    answer &&
    new Map(
      answer.lessons.map(({ courseSlug, lesson, positionSeconds }) => [lessonId(courseSlug, lesson), positionSeconds]),
    );
  for (const lesson of lessons) {
    const hasEnded = lessonAvailability(lesson, contacted, Date.now()) === 'ended';
    if (hasEnded || (positions && !positions.has(lesson.id))) await removeLesson(lesson.id);
    else if (positions) await savePosition(lesson.id, positions.get(lesson.id) ?? 0);
  }
  if (answer && (await readOwner())) await saveShell(document.documentElement.lang).catch(() => undefined);
  return answer ? 'answered' : 'unreachable';
}
