import 'server-only';
import { auditRead } from '@/lib/accounts/audit';
import { defaultLanguage } from '@/lib/language';
import { LRUCache } from 'lru-cache';
import { assertUserExists } from '@/lib/accounts/assert-user-exists';
import { assertSelf, type Actor, type MaybeActor } from '@/lib/actor';
import { findCourse } from '@/lib/courses/catalogue/catalogue';
import { findLesson, type Lesson } from '@/lib/courses/catalogue/course';
import { assertLessonOpen, findCourseAccess, openLessonFirst } from '@/lib/courses/enrolment/lesson-access';
import { db } from '@/lib/database/client';
import { forbidden, notFound } from '@/lib/problem';
import { videoVersion, type VideoFiles } from '@/lib/video/files/video-files';
import { isGranted, isSigned, type MediaGrant } from './signed-url';

/** How long a check of access holds, here and in the server's cache of file responses: a refund stops playback within 5 s. */
const trustedForMs = 3000;
const checked = new LRUCache<string, { untilMs: number; grantedAt: Date | null }>({ max: 5000 });
const checkKey = (actor: Actor, courseSlug: string, lesson: Lesson): string => `${actor.userId} ${actor.sessionId} ${actor.role} ${courseSlug} ${lesson.file}`;
const recorded = new LRUCache<string, true>({ max: 20_000 });

/** @returns until when that holds, at least for a second: `X-Accel-Expires` counts in seconds. @throws Problem 403 `not-purchased`, `refund-requested` */
async function assertMayWatch(actor: Actor, courseSlug: string, lesson: Lesson, now: Date): Promise<number> {
  const key = checkKey(actor, courseSlug, lesson);
  const known = checked.get(key)?.untilMs ?? 0;
  if (known - now.getTime() >= 1000) return known;
  checked.delete(key);
  const access = await findCourseAccess({ actor, courseSlug });
  assertLessonOpen(access, lesson);
  const untilMs = now.getTime() + trustedForMs;
  checked.set(key, { untilMs, grantedAt: access.state === 'not-purchased' ? null : access.grantedAt });
  return untilMs;
}

export interface Watch { actor: MaybeActor; userId: string; courseSlug: string; lesson: string; now: Date; /** HEAD: nothing of the lesson is sent, so nothing was opened. */ isHead?: boolean }

export interface Viewer {
  actor: Actor;
  lesson: Lesson;
  /** How long the same request gets the same answer. */
  cacheSeconds: number;
}

/** @throws Problem 404 for a lesson the course does not have */
async function requireLesson(courseSlug: string, file: string): Promise<Lesson> {
  const course = await findCourse(courseSlug, defaultLanguage);
  const lesson = course && findLesson(course, file);
  if (!lesson) throw notFound();
  return lesson;
}

/** What everybody may watch. @throws Problem 404 for any other lesson, and of a course that is not offered */
export async function requireFreeLesson(courseSlug: string, file: string): Promise<Lesson> {
  const course = await findCourse(courseSlug, defaultLanguage);
  const lesson = course?.published ? findLesson(course, file) : null;
  if (!lesson?.freePreview) throw notFound();
  return lesson;
}

/** Without a signature: needs a session of that user and the course. An administrator may use another's address, but watches as himself. @throws Problem 401, 403, 404 */
export async function authorizeUnsigned({ actor, userId, courseSlug, lesson, now }: Watch): Promise<Viewer> {
  assertSelf(actor, userId);
  await assertUserExists(actor, userId);
  const found = await requireLesson(courseSlug, lesson);
  const untilMs = await assertMayWatch(actor, courseSlug, found, now);
  await auditWatching(actor, userId, courseSlug, found.file);
  return { actor, lesson: found, cacheSeconds: Math.floor((untilMs - now.getTime()) / 1000) };
}

const audited = new LRUCache<string, true>({ max: 5000 });

/** One line for a session and lesson: a player asks for a file in many ranges. */
async function auditWatching(actor: Actor, userId: string, course: string, lesson: string): Promise<void> {
  const key = JSON.stringify([actor.sessionId, userId, course, lesson]);
  if (actor.userId === userId || audited.has(key)) return;
  await auditRead(await db(), { actor, userId, read: 'lesson', detail: { course, lesson } });
  audited.set(key, true);
}

/** @throws Problem 403 for whatever is wrong with the address or the session it is used in */
async function authorizeSigned(watch: Watch, file: string, query: URLSearchParams): Promise<Viewer> {
  const { actor, userId, courseSlug, lesson, now } = watch;
  if (!actor) throw forbidden('media-url');
  const grant: MediaGrant = { userId, sessionId: actor.sessionId, courseSlug, lesson, file, video: query.get('video') ?? '' };
  if (actor.userId !== userId || !isGranted(grant, query, now)) throw forbidden('media-url');
  const found = await requireLesson(courseSlug, lesson);
  const untilMs = Math.min(await assertMayWatch(actor, courseSlug, found, now), Number(query.get('exp')) * 1000);
  return { actor, lesson: found, cacheSeconds: Math.floor((untilMs - now.getTime()) / 1000) };
}

/** Byte ranges of one video mean nothing in another. @throws Problem 403 for an address signed for the lesson's former video */
export function assertSameVersion(query: URLSearchParams, files: VideoFiles): void {
  if (isSigned(query) && query.get('video') !== videoVersion(files)) throw forbidden('media-url');
}

export const authorize = (watch: Watch, file: string, query: URLSearchParams) =>
  (isSigned(query) ? authorizeSigned(watch, file, query) : authorizeUnsigned(watch));

/** Records a lesson's first opening, unless a refund has been requested meanwhile (row P7). @throws Problem 403 `refund-requested` */
export async function recordAccess(actor: Actor, courseSlug: string, lesson: Lesson, now: Date): Promise<void> {
  // What is bought anew after a refund is opened anew.
  const key = `${actor.userId} ${courseSlug} ${lesson.file} ${checked.get(checkKey(actor, courseSlug, lesson))?.grantedAt?.getTime() ?? ''}`;
  if (recorded.has(key)) return;
  if (await openLessonFirst({ actor, courseSlug, lesson, now })) recorded.set(key, true);
}
