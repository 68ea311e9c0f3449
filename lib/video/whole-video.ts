import 'server-only';
import { z } from 'zod';
import type { MaybeActor } from '@/lib/actor';
import { findCourse } from '@/lib/courses/catalogue';
import { lessonsOf } from '@/lib/courses/course';
import { defaultLanguage } from '@/lib/language';
import { notFound, Problem, tooMany } from '@/lib/problem';
import { takeLimit } from '@/lib/database/rate-limit';
import { findLessonFiles, keyOf } from './lesson-files';
import { readMedia } from './media-store';
import { authorizeWatching, noteAccess } from './watching';

export const wholeVideoSchema = z.object({ courseName: z.string().min(1).max(200), path: z.string().min(1).max(500) });

const maxBytes = 8 * 1024 * 1024;
const maxAtOnce = 4;
let reading = 0;

/** A base64 answer costs several times the film in memory, so few are made at the same time (security.md X15). */
async function readBounded(key: string): Promise<Buffer> {
  if (reading >= maxAtOnce) throw tooMany(2);
  reading += 1;
  try {
    const film = await readMedia(key);
    if (!film) throw notFound('video-missing');
    return film;
  } finally {
    reading -= 1;
  }
}

interface Wanted { actor: MaybeActor; userId: string; courseName: string; path: string; now: Date }

/**
 * `POST video/getVideo` for old clients: the whole film in JSON, up to 8 MiB; above it 413 with the streaming address.
 * The path is looked up in the course, never opened (security.md X15).
 */
export async function wholeVideo({ actor, userId, courseName, path, now }: Wanted): Promise<{ headers: { 'Content-Type': string }; body: string }> {
  const course = await findCourse(courseName, defaultLanguage);
  const wanted = course && lessonsOf(course).find((lesson) => lesson.path === path);
  if (!wanted) throw notFound();
  const watch = { actor, userId, courseSlug: courseName, lesson: wanted.file, now };
  const { actor: watcher, lesson } = await authorizeWatching(watch);
  await takeLimit('get-video-user', watcher.userId, now);
  const files = await findLessonFiles(courseName, lesson.file);
  if (!files) throw notFound('video-missing');
  if (files.film.bytes > maxBytes) {
    const streamUrl = `/api/user/${encodeURIComponent(userId)}/video/stream/${encodeURIComponent(courseName)}/${encodeURIComponent(lesson.file)}`;
    throw new Problem(413, 'video-too-large', { members: { streamUrl } });
  }
  await noteAccess(watcher, courseName, lesson, now);
  const body = await readBounded(keyOf(files, files.film.file));
  return { headers: { 'Content-Type': files.film.type }, body: body.toString('base64') };
}
