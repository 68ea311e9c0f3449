import 'server-only';
import { notFound } from '@/lib/problem';
import { findFilesOfFilm, isFilmType, protectedPath, typeOfLessonFile, type LessonFiles } from './lesson-files';
import { assertSameFilm, authorize, noteAccess, type Watch } from './watching';

/** An order to the front: which file to send, as what, and on whose account of connections. */
export function sendOrder(files: LessonFiles, file: string, type: string, userId: string | null): Response {
  const headers = new Headers({
    'x-accel-redirect': protectedPath(files, file),
    'content-type': type,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  });
  if (userId && isFilmType(type)) headers.set('x-media-user', userId);
  return new Response(null, { headers });
}

/** `GET video/stream/{courseName}/{lesson}`: decides; the front sends (rows L7, P7). */
export async function streamLesson(watch: Watch, query: URLSearchParams): Promise<Response> {
  const wanted = query.get('file') ?? '';
  const { actor, lesson } = await authorize(watch, wanted, query);
  const files = await findFilesOfFilm(watch.courseSlug, lesson.file, query.get('film'));
  if (!files) throw notFound('video-missing');
  assertSameFilm(query, files);
  const file = wanted || files.film.file;
  const type = typeOfLessonFile(files, file);
  if (!type) throw notFound('video-missing');
  if (isFilmType(type) && !watch.looksOnly) await noteAccess(actor, watch.courseSlug, lesson, watch.now);
  return sendOrder(files, file, type, actor.userId);
}
