import 'server-only';
import { z } from 'zod';
import type { MaybeActor } from '@/lib/actor';
import { findCourse } from '@/lib/courses/catalogue/catalogue';
import { lessonsOf } from '@/lib/courses/catalogue/course';
import { defaultLanguage } from '@/lib/language';
import { notFound, Problem, tooMany } from '@/lib/problem';
import { takeLimit } from '@/lib/database/rate-limit';
import { findVideoFiles, keyOf } from '@/lib/video/files/video-files';
import { readMedia } from '@/lib/video/files/media-store';
import { authorizeUnsigned, recordAccess } from './playback-access';

export const wholeVideoSchema = z.object({ courseName: z.string().min(1).max(200), path: z.string().min(1).max(500) });

const maxBytes = 8 * 1024 * 1024;
const maxAtOnce = 4;
let reading = 0;

/** A base64 answer costs several times the video in memory: few at the same time (X15). */
async function readBounded(key: string): Promise<Buffer> {
  if (reading >= maxAtOnce) throw tooMany(2);
  reading += 1;
  try {
    const video = await readMedia(key);
    if (!video) throw notFound('video-missing');
    return video;
  } finally {
    reading -= 1;
  }
}

interface Wanted { actor: MaybeActor; userId: string; courseName: string; path: string; now: Date }

/**
 * `POST video/getVideo` for old clients: the whole video in JSON, up to 8 MiB; above it 413 with the streaming address.
 * The path is looked up in the course, never opened (X15).
 */
export async function wholeVideo({ actor, userId, courseName, path, now }: Wanted): Promise<{ headers: { 'Content-Type': string }; body: string }> {
  const course = await findCourse(courseName, defaultLanguage);
  const wanted = course && lessonsOf(course).find((lesson) => lesson.path === path);
  if (!wanted) throw notFound();
  const watch = { actor, userId, courseSlug: courseName, lesson: wanted.file, now };
  const { actor: watcher, lesson } = await authorizeUnsigned(watch);
  await takeLimit('get-video-user', watcher.userId, now);
  const files = await findVideoFiles(courseName, lesson.file);
  if (!files) throw notFound('video-missing');
  if (files.video.bytes > maxBytes) {
    const streamUrl = `/api/user/${encodeURIComponent(userId)}/video/stream/${encodeURIComponent(courseName)}/${encodeURIComponent(lesson.file)}`;
    throw new Problem(413, 'video-too-large', { members: { streamUrl } });
  }
  await recordAccess(watcher, courseName, lesson, now);
  const body = await readBounded(keyOf(files, files.video.file));
  return { headers: { 'Content-Type': files.video.type }, body: body.toString('base64') };
}
