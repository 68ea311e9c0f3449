import { progressReporter, queuedCourses } from '../_player/progress/progress-reporter';
import { callJson } from '../_session/json-call';
import { shownUser, signedInHint } from '../_session/shown-user';
import { listLessons, readOwner, removeEverything, removeLesson, saveContact, savePosition } from './store/lessons';
import { lessonId, type Owner } from './store/database';
import { saveShell } from './store/shell-cache';
import { contactAt, seenBy, standingOf } from './store/terms';

/** `removed`: the lessons were somebody else's, or nobody is signed in any more. */
export type ContactOutcome = 'none' | 'answered' | 'unreachable' | 'removed';

interface Answer { answeredAt: string; lessons: Array<{ courseSlug: string; lesson: string; positionSeconds: number }> }

/** As `maxCoursesAsked` of the call. */
const coursesInOneCall = 50;

/** Sends what was watched without a network, of every course. */
async function sendStoredProgress(userId: string): Promise<void> {
  for (const courseSlug of queuedCourses(userId)) await progressReporter({ userId, courseSlug }).report().catch(() => undefined);
}

async function askOpenLessons(userId: string, courseSlugs: readonly string[]): Promise<Answer | 'refused' | null> {
  const all: Answer = { answeredAt: '', lessons: [] };
  for (let at = 0; at < courseSlugs.length; at += coursesInOneCall) {
    const query = new URLSearchParams(courseSlugs.slice(at, at + coursesInOneCall).map((slug) => ['course', slug]));
    const outcome = await callJson<Answer>({ method: 'GET', url: `/api/user/${encodeURIComponent(userId)}/open-lessons?${query}` });
    // 404: lessons offline are switched off.
    if (!outcome.ok) return outcome.status === 403 || (outcome.status === 404 && outcome.key === 'not-found') ? 'refused' : null;
    all.answeredAt = outcome.answer.answeredAt;
    all.lessons.push(...outcome.answer.lessons);
  }
  return all;
}

/** By `performance.now`, which nobody sets. Null: the page has seen nothing yet. */
let since: { pageSawMs: number; atMs: number } | null = null;

/** Stores the latest time seen. @returns the owner with it */
async function noteTime(owner: Owner): Promise<Owner> {
  since ??= { pageSawMs: owner.seenAtMs, atMs: performance.now() };
  const noted = { ...owner, seenAtMs: seenBy(owner, Date.now(), { pageSawMs: since.pageSawMs, openMs: performance.now() - since.atMs }) };
  await saveContact(owner, noted);
  return noted;
}

/** While a page is open, so that its time counts without a network too. */
export async function noteOpenPage(): Promise<void> {
  const owner = await readOwner();
  if (owner) await noteTime(owner);
}

/**
 * Row N18: whether this device may still have its lessons. What may no longer be watched, has ended or is another
 * person's is removed; progress is sent first. The time is noted before anything is asked.
 */
export async function contact(): Promise<ContactOutcome> {
  const owner = await readOwner();
  if (!owner) {
    await removeEverything();
    return 'none';
  }
  const user = signedInHint() === 'learner' ? await shownUser().catch(() => undefined) : null;
  if (user === null || (user && user.userId !== owner.userId)) {
    await removeEverything();
    return 'removed';
  }
  const noted = await noteTime(owner);
  if (navigator.onLine) await sendStoredProgress(owner.userId);
  const lessons = await listLessons();
  const answer = navigator.onLine ? await askOpenLessons(owner.userId, [...new Set(lessons.map(({ courseSlug }) => courseSlug))]) : null;
  if (answer === 'refused') {
    await removeEverything();
    return 'removed';
  }
  const contacted = answer && lessons.length > 0 ? contactAt(Date.parse(answer.answeredAt), Date.now()) : noted;
  if (contacted !== noted) {
    since = { pageSawMs: contacted.seenAtMs, atMs: performance.now() };
    await saveContact(owner, contacted);
  }
  const positions = answer && new Map(answer.lessons.map(({ courseSlug, lesson, positionSeconds }) => [lessonId(courseSlug, lesson), positionSeconds]));
  for (const lesson of lessons) {
    const hasEnded = standingOf(lesson, contacted, Date.now()) === 'ended';
    if (hasEnded || (positions && !positions.has(lesson.id))) await removeLesson(lesson.id);
    else if (positions) await savePosition(lesson.id, positions.get(lesson.id) ?? 0);
  }
  if (answer && (await readOwner())) await saveShell(document.documentElement.lang).catch(() => undefined);
  return answer ? 'answered' : 'unreachable';
}
