import 'server-only';
import { LRUCache } from 'lru-cache';
import { assertSelf, isLearner, type Actor, type MaybeActor } from '@/lib/actor';
import { findCourse } from '@/lib/courses/catalogue';
import { findLesson, type Lesson } from '@/lib/courses/course';
import { assertLessonOpen, findCourseAccess, openLessonFirst } from '@/lib/courses/lesson-access';
import { defaultLanguage } from '@/lib/language';
import { forbidden, notFound } from '@/lib/problem';
import { filmVersion, type LessonFiles } from './lesson-files';
import { isGranted, isSigned, type MediaGrant } from './signature';

/** Access is asked of the database again after this long: a refund stops playback within 5 s (api.md). */
const trustedForMs = 3000;
const open = new LRUCache<string, number>({ max: 5000 });
const recorded = new LRUCache<string, true>({ max: 20_000 });
const lessons = new LRUCache<string, Lesson>({ max: 5000, ttl: trustedForMs });

/** @throws Problem 403 `not-purchased`, `refund-requested` */
async function assertMayWatch(actor: Actor, courseSlug: string, lesson: Lesson, now: Date): Promise<void> {
  const key = `${actor.userId} ${actor.sessionId} ${actor.role} ${courseSlug} ${lesson.file}`;
  if ((open.get(key) ?? 0) > now.getTime()) return;
  open.delete(key);
  assertLessonOpen(await findCourseAccess({ actor, courseSlug }), lesson);
  open.set(key, now.getTime() + trustedForMs);
}

export interface Watch { actor: MaybeActor; userId: string; courseSlug: string; lesson: string; now: Date; /** HEAD: nothing of the lesson is sent, so nothing was opened. */ looksOnly?: boolean }

/** @throws Problem 404 for a lesson the course does not have */
export async function requireLesson(courseSlug: string, file: string): Promise<Lesson> {
  const key = `${courseSlug}/${file}`;
  const known = lessons.get(key);
  if (known) return known;
  const course = await findCourse(courseSlug, defaultLanguage);
  const lesson = course && findLesson(course, file);
  if (!lesson) throw notFound();
  lessons.set(key, lesson);
  return lesson;
}

/**
 * Who asks without a signature needs a session of that user and the course: 401, 403 (api.md, video/stream).
 * Answers who watches: an administrator may ask for another's address, but watches as himself.
 */
export async function authorizeWatching({ actor, userId, courseSlug, lesson, now }: Watch): Promise<{ actor: Actor; lesson: Lesson }> {
  assertSelf(actor, userId);
  if (!isLearner(actor)) throw forbidden('sign-up-required');
  const found = await requireLesson(courseSlug, lesson);
  await assertMayWatch(actor, courseSlug, found, now);
  return { actor, lesson: found };
}

/** A signed address: whatever is wrong with it, or with the session it is shown in, is 403 (api.md). */
export async function authorizeSigned(watch: Watch, file: string, query: URLSearchParams): Promise<{ actor: Actor; lesson: Lesson }> {
  const { actor, userId, courseSlug, lesson, now } = watch;
  if (!actor) throw forbidden('media-url');
  const grant: MediaGrant = { userId, sessionId: actor.sessionId, courseSlug, lesson, file, film: query.get('film') ?? '' };
  if (actor.userId !== userId || !isGranted(grant, query, now)) throw forbidden('media-url');
  const found = await requireLesson(courseSlug, lesson);
  await assertMayWatch(actor, courseSlug, found, now);
  return { actor, lesson: found };
}

/** Byte ranges of one film mean nothing in another: once a lesson has a new film, addresses signed for the old one are 403 (api.md). */
export function assertSameFilm(query: URLSearchParams, files: LessonFiles): void {
  if (isSigned(query) && query.get('film') !== filmVersion(files)) throw forbidden('media-url');
}

export const authorize = (watch: Watch, file: string, query: URLSearchParams) =>
  (isSigned(query) ? authorizeSigned(watch, file, query) : authorizeWatching(watch));

/** A film's first answer opens the lesson, unless a refund has been asked for meanwhile (row P7). @throws Problem 403 `refund-requested` */
export async function noteAccess(actor: Actor, courseSlug: string, lesson: Lesson, now: Date): Promise<void> {
  const key = `${actor.userId} ${courseSlug} ${lesson.file}`;
  if (recorded.has(key)) return;
  if (await openLessonFirst({ actor, courseSlug, lesson, now })) recorded.set(key, true);
}
