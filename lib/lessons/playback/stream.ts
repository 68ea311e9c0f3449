import { z } from 'zod';
import { findCourse } from '@/lib/courses/catalogue/catalogue';
import { lessonsOf } from '@/lib/courses/catalogue/course';
import { consumeLimit } from '@/lib/database/rate-limit';
import { defaultLanguage } from '@/lib/language';
import {
  findFilesOfVersion,
  findVideoFiles,
  isVideoType,
  keyOf,
  protectedPath,
  readMedia,
  typeOfVideoFile,
  type VideoFiles,
  videoVersion,
} from '@/lib/lessons/video-files';
import type { MaybeActor } from '@/lib/permissions';
import { notFound, Problem, tooMany } from '@/lib/problem';
import { masterPlaylist, plainPlaylist, rewriteMediaPlaylist } from './hls-playlist';
import {
  assertSameVersion,
  authorizePlayback,
  authorizeUnsigned,
  type MediaGrant,
  recordAccess,
  requireFreeLesson,
  signedPlaylistUrl,
  signedStreamUrl,
  type WatchRequest,
} from './playback-access';

interface FileOptions {
  /** The user whose connection limit this response counts towards; null for none. */
  userId: string | null;
  /** The server may repeat the response for this long without calling the handler. */
  cacheSeconds: number;
}

/** Lets the server or nginx send the file, through `X-Accel-Redirect`. */
function fileResponse(files: VideoFiles, file: string, type: string, { userId, cacheSeconds }: FileOptions): Response {
  const headers = new Headers({
    'x-accel-redirect': protectedPath(files, file),
    'content-type': type,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  });
  if (cacheSeconds > 0) headers.set('x-accel-expires', String(cacheSeconds));
  if (userId && isVideoType(type)) headers.set('x-media-user', userId);
  return new Response(null, { headers });
}

export async function streamLesson(watch: WatchRequest, query: URLSearchParams): Promise<Response> {
  const fileName = query.get('file') ?? '';
  const { actor, lesson, cacheSeconds } = await authorizePlayback(watch, fileName, query);
  const files = await findFilesOfVersion(watch.courseSlug, lesson.file, query.get('video'));
  if (!files) throw notFound('video-missing');
  assertSameVersion(query, files);
  const file = fileName || files.video.file;
  const type = typeOfVideoFile(files, file);
  if (!type) throw notFound('video-missing');
  if ((isVideoType(type) || type.startsWith('text/vtt')) && !watch.isHead)
    await recordAccess(actor, watch.courseSlug, lesson, watch.now);
  return fileResponse(files, file, type, { userId: actor.userId, cacheSeconds: watch.isHead ? 0 : cacheSeconds });
}

const previewCacheSeconds = 60;

export const previewUrl = (courseSlug: string, lesson: string): string =>
  `/api/preview/${encodeURIComponent(courseSlug)}/${encodeURIComponent(lesson)}`;

const fileUrl = (courseSlug: string, lesson: string, file: string): string =>
  `${previewUrl(courseSlug, lesson)}?file=${encodeURIComponent(file)}`;

/** A free preview needs no session and does not count as access (rows C6, P7). @throws Problem 404 */
async function requirePreview(
  courseSlug: string,
  lesson: string,
): Promise<{ files: VideoFiles; durationSeconds: number }> {
  const located = await requireFreeLesson(courseSlug, lesson);
  const files = await findVideoFiles(courseSlug, located.file);
  if (!files) throw notFound();
  return { files, durationSeconds: located.durationSeconds };
}

export async function streamPreview(courseSlug: string, lesson: string, lessonFile: string | null): Promise<Response> {
  const { files } = await requirePreview(courseSlug, lesson);
  const file = lessonFile ?? files.video.file;
  const type = typeOfVideoFile(files, file);
  if (!type) throw notFound();
  const response = fileResponse(files, file, type, { userId: null, cacheSeconds: previewCacheSeconds });
  response.headers.set('cache-control', 'public, max-age=3600');
  return response;
}

export async function previewPlaylist(courseSlug: string, lesson: string, rendition: string | null): Promise<string> {
  const { files, durationSeconds } = await requirePreview(courseSlug, lesson);
  const { manifest, video } = files;
  if (!manifest) return plainPlaylist(fileUrl(courseSlug, lesson, video.file), durationSeconds);
  if (rendition === null)
    return masterPlaylist(
      manifest,
      ({ name }) => `${previewUrl(courseSlug, lesson)}/playlist?rendition=${encodeURIComponent(name)}`,
    );
  const renditionInfo = manifest.renditions.find(({ name }) => name === rendition);
  const playlist = renditionInfo && (await readMedia(keyOf(files, renditionInfo.playlist)));
  if (!renditionInfo || !playlist) throw notFound();
  return rewriteMediaPlaylist(String(playlist), fileUrl(courseSlug, lesson, renditionInfo.file));
}

export function parsePlaylistId(id: string): { courseSlug: string; lesson: string } | null {
  const separator = id.indexOf('~');
  return separator > 0 && separator < id.length - 1
    ? { courseSlug: id.slice(0, separator), lesson: id.slice(separator + 1) }
    : null;
}

/** Returns the list of renditions or, given `rendition`, of its segments. Signs every URL (row L7). */
export async function readLessonPlaylist(watch: WatchRequest, query: URLSearchParams): Promise<string> {
  const rendition = query.get('rendition') ?? '';
  const { actor, lesson } = await authorizePlayback(watch, rendition, query);
  const files = await findVideoFiles(watch.courseSlug, lesson.file);
  if (!files) throw notFound('video-missing');
  assertSameVersion(query, files);
  const video = videoVersion(files);
  const grantOf = (file: string): MediaGrant => ({
    userId: actor.userId,
    sessionId: actor.sessionId,
    courseSlug: watch.courseSlug,
    lesson: lesson.file,
    file,
    video,
  });
  const text = await writeMediaPlaylist(files, rendition, lesson.durationSeconds, grantOf, watch.now);
  if (!watch.isHead) await recordAccess(actor, watch.courseSlug, lesson, watch.now);
  return text;
}

async function writeMediaPlaylist(
  files: VideoFiles,
  rendition: string,
  durationSeconds: number,
  grantOf: (file: string) => MediaGrant,
  now: Date,
): Promise<string> {
  const { manifest, video } = files;
  if (!manifest) return plainPlaylist(signedStreamUrl(grantOf(video.file), now), durationSeconds);
  if (rendition === '') return masterPlaylist(manifest, (each) => signedPlaylistUrl(grantOf(each.name), now));
  const renditionInfo = manifest.renditions.find((each) => each.name === rendition);
  if (!renditionInfo) throw notFound('video-missing');
  const playlist = await readMedia(keyOf(files, renditionInfo.playlist));
  if (!playlist) throw notFound('video-missing');
  return rewriteMediaPlaylist(String(playlist), signedStreamUrl(grantOf(renditionInfo.file), now));
}

export const wholeVideoSchema = z.object({ courseName: z.string().min(1).max(200), path: z.string().min(1).max(500) });

const maxBytes = 8 * 1024 * 1024;
const maxConcurrentReads = 4;
let activeReads = 0;

/** Runs only a few reads at once, because Base64 takes several times the video's size in memory (X15). */
async function readSmallFile(key: string): Promise<Buffer> {
  if (activeReads >= maxConcurrentReads) throw tooMany(2);
  activeReads += 1;
  try {
    const video = await readMedia(key);
    if (!video) throw notFound('video-missing');
    return video;
  } finally {
    activeReads -= 1;
  }
}

interface WholeVideoInput {
  actor: MaybeActor;
  userId: string;
  courseName: string;
  path: string;
  now: Date;
}

/** Serves old clients, up to 8 MiB. Looks up the client's path in the course instead of opening it (X15). */
export async function readWholeVideo({
  actor,
  userId,
  courseName,
  path,
  now,
}: WholeVideoInput): Promise<{ headers: { 'Content-Type': string }; body: string }> {
  const course = await findCourse(courseName, defaultLanguage);
  const located = course && lessonsOf(course).find((lesson) => lesson.path === path);
  if (!located) throw notFound();
  const watch = { actor, userId, courseSlug: courseName, lesson: located.file, now };
  const { actor: watcher, lesson } = await authorizeUnsigned(watch);
  await consumeLimit('get-video-user', watcher.userId, now);
  const files = await findVideoFiles(courseName, lesson.file);
  if (!files) throw notFound('video-missing');
  if (files.video.bytes > maxBytes) {
    const streamUrl = `/api/user/${encodeURIComponent(userId)}/video/stream/${encodeURIComponent(courseName)}/${encodeURIComponent(lesson.file)}`;
    throw new Problem(413, 'video-too-large', { members: { streamUrl } });
  }
  await recordAccess(watcher, courseName, lesson, now);
  const body = await readSmallFile(keyOf(files, files.video.file));
  return { headers: { 'Content-Type': files.video.type }, body: body.toString('base64') };
}
