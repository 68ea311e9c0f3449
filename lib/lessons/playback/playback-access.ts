import { LRUCache } from 'lru-cache';
import { auditRead } from '@/lib/accounts/audit';
import { assertUserExists } from '@/lib/accounts/lock-user';
import { config } from '@/lib/config/config';
import { hmacOf, safeEqual } from '@/lib/config/secrets';
import { findCourse } from '@/lib/courses/catalogue/catalogue';
import { findLesson, type Lesson } from '@/lib/courses/catalogue/course';
import { assertLessonOpen, findCourseAccess, recordFirstOpening } from '@/lib/courses/enrolment/lesson-access';
import { db } from '@/lib/database/client';
import { defaultLanguage } from '@/lib/language';
import { type VideoFiles, videoVersion } from '@/lib/lessons/video-files';
import { type Actor, assertSameUserOrAdmin, type MaybeActor } from '@/lib/permissions';
import { forbidden, notFound } from '@/lib/problem';

/** Trust an access check for 3 s, here and in the server's response cache: a refund must stop playback within 5 s. */
const trustedForMs = 3000;
const accessCache = new LRUCache<string, { untilMs: number; grantedAt: Date | null }>({ max: 5000 });
const checkKey = (actor: Actor, courseSlug: string, lesson: Lesson): string =>
  `${actor.userId} ${actor.sessionId} ${actor.role} ${courseSlug} ${lesson.file}`;
const recordedAccesses = new LRUCache<string, true>({ max: 20_000 });

/** @returns until when to trust the check, in ms; at least 1 s ahead, because `X-Accel-Expires` counts seconds */
async function assertMayWatch(actor: Actor, courseSlug: string, lesson: Lesson, now: Date): Promise<number> {
  const key = checkKey(actor, courseSlug, lesson);
  const trustedUntilMs = accessCache.get(key)?.untilMs ?? 0;
  if (trustedUntilMs - now.getTime() >= 1000) return trustedUntilMs;
  accessCache.delete(key);
  const access = await findCourseAccess({ actor, courseSlug });
  assertLessonOpen(access, lesson);
  const untilMs = now.getTime() + trustedForMs;
  accessCache.set(key, { untilMs, grantedAt: access.state === 'not-purchased' ? null : access.grantedAt });
  return untilMs;
}

export interface WatchRequest {
  actor: MaybeActor;
  userId: string;
  courseSlug: string;
  lesson: string;
  now: Date;
  /** HEAD sends no part of the lesson, so it does not count as opening. */
  isHead?: boolean;
}

export interface Viewer {
  actor: Actor;
  lesson: Lesson;
  cacheSeconds: number;
}

async function requireLesson(courseSlug: string, file: string): Promise<Lesson> {
  const course = await findCourse(courseSlug, defaultLanguage);
  const lesson = course && findLesson(course, file);
  if (!lesson) throw notFound();
  return lesson;
}

export async function requireFreeLesson(courseSlug: string, file: string): Promise<Lesson> {
  const course = await findCourse(courseSlug, defaultLanguage);
  const lesson = course?.published ? findLesson(course, file) : null;
  if (!lesson?.freePreview) throw notFound();
  return lesson;
}

/** Lets an admin use another user's URL, but checks the admin's own access. @throws Problem 401, 403, 404 */
export async function authorizeUnsigned({ actor, userId, courseSlug, lesson, now }: WatchRequest): Promise<Viewer> {
  assertSameUserOrAdmin(actor, userId);
  await assertUserExists(actor, userId);
  const located = await requireLesson(courseSlug, lesson);
  const untilMs = await assertMayWatch(actor, courseSlug, located, now);
  await auditWatching(actor, userId, courseSlug, located.file);
  return { actor, lesson: located, cacheSeconds: Math.floor((untilMs - now.getTime()) / 1000) };
}

const auditedViews = new LRUCache<string, true>({ max: 5000 });

/** Writes one audit entry per session and lesson, because players request a file in many ranges. */
async function auditWatching(actor: Actor, userId: string, course: string, lesson: string): Promise<void> {
  const key = JSON.stringify([actor.sessionId, userId, course, lesson]);
  if (actor.userId === userId || auditedViews.has(key)) return;
  await auditRead(await db(), { actor, userId, read: 'lesson', detail: { course, lesson } });
  auditedViews.set(key, true);
}

async function authorizeSigned(watch: WatchRequest, file: string, query: URLSearchParams): Promise<Viewer> {
  const { actor, userId, courseSlug, lesson, now } = watch;
  if (!actor) throw forbidden('media-url');
  const grant: MediaGrant = {
    userId,
    sessionId: actor.sessionId,
    courseSlug,
    lesson,
    file,
    video: query.get('video') ?? '',
  };
  if (actor.userId !== userId || !isGrantValid(grant, query, now)) throw forbidden('media-url');
  const located = await requireLesson(courseSlug, lesson);
  const untilMs = Math.min(await assertMayWatch(actor, courseSlug, located, now), Number(query.get('exp')) * 1000);
  return { actor, lesson: located, cacheSeconds: Math.floor((untilMs - now.getTime()) / 1000) };
}

/** Prevents mixing byte ranges of two videos. @throws Problem 403 if the URL was signed for an earlier video */
export function assertSameVersion(query: URLSearchParams, files: VideoFiles): void {
  if (isSignedUrl(query) && query.get('video') !== videoVersion(files)) throw forbidden('media-url');
}

export const authorizePlayback = (watch: WatchRequest, file: string, query: URLSearchParams) =>
  isSignedUrl(query) ? authorizeSigned(watch, file, query) : authorizeUnsigned(watch);

/** @throws Problem 403 `refund-requested` if the learner has requested a refund since the access check (row P7) */
export async function recordAccess(actor: Actor, courseSlug: string, lesson: Lesson, now: Date): Promise<void> {
  // Include the time of the grant, so that a new purchase after a refund is recorded again.
  const key = `${actor.userId} ${courseSlug} ${lesson.file} ${accessCache.get(checkKey(actor, courseSlug, lesson))?.grantedAt?.getTime() ?? ''}`;
  if (recordedAccesses.has(key)) return;
  if (await recordFirstOpening({ actor, courseSlug, lesson, now })) recordedAccesses.set(key, true);
}

export interface MediaGrant {
  userId: string;
  sessionId: string;
  courseSlug: string;
  lesson: string;
  file: string;
  /** From `videoVersion`. */
  video: string;
}

const purpose = 'media-url';

/** Length-prefixes every part, so that no two grants have the same text. */
function formatGrant(grant: MediaGrant, expiresAtSeconds: number): string {
  const parts = [
    grant.userId,
    grant.sessionId,
    grant.courseSlug,
    grant.lesson,
    grant.file,
    grant.video,
    String(expiresAtSeconds),
  ];
  return parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join('');
}

const videoPathOf = (grant: Pick<MediaGrant, 'userId'>) => `/api/user/${encodeURIComponent(grant.userId)}/video`;

function signedQuery(grant: MediaGrant, now: Date): string {
  const exp = Math.floor(now.getTime() / 1000) + config().mediaUrlTtlSeconds;
  return `${grant.video === '' ? '' : `video=${grant.video}&`}exp=${exp}&sig=${hmacOf(purpose, formatGrant(grant, exp))}`;
}

export function signedStreamUrl(grant: MediaGrant, now: Date): string {
  const place = `${videoPathOf(grant)}/stream/${encodeURIComponent(grant.courseSlug)}/${encodeURIComponent(grant.lesson)}`;
  return `${place}?file=${encodeURIComponent(grant.file)}&${signedQuery(grant, now)}`;
}

export function signedPlaylistUrl(grant: MediaGrant, now: Date): string {
  const id = `${encodeURIComponent(grant.courseSlug)}~${encodeURIComponent(grant.lesson)}`;
  return `${videoPathOf(grant)}/playlist/${id}?rendition=${encodeURIComponent(grant.file)}&${signedQuery(grant, now)}`;
}

/** Cannot collide with a file name of a video. */
export const attachmentFile = (attachmentId: string): string => `attachments/${attachmentId}`;

/** Leaves the version empty: attachments belong to the lesson, not to a version of its video. */
export function signedAttachmentUrl(
  { attachmentId, ...grant }: Omit<MediaGrant, 'file' | 'video'> & { attachmentId: string },
  now: Date,
): string {
  const query = signedQuery({ ...grant, file: attachmentFile(attachmentId), video: '' }, now);
  return `/api/user/${encodeURIComponent(grant.userId)}/attachments/${encodeURIComponent(attachmentId)}?${query}`;
}

export function isGrantValid(grant: MediaGrant, query: URLSearchParams, now: Date): boolean {
  const exp = query.get('exp') ?? '';
  const sig = query.get('sig') ?? '';
  if (!/^\d{1,12}$/.test(exp) || Number(exp) * 1000 <= now.getTime()) return false;
  return safeEqual(sig, hmacOf(purpose, formatGrant(grant, Number(exp))));
}

export const isSignedUrl = (query: URLSearchParams): boolean => query.has('sig') || query.has('exp');
