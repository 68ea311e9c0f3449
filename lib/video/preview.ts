import 'server-only';
import { notFound } from '@/lib/problem';
import { findLessonFiles, typeOfLessonFile } from './lesson-files';
import { sendOrder } from './stream';
import { requireLesson } from './watching';

/** A free preview is for everybody, without a session, and counts as no access (rows C6, P7). Anything else: 404. */
export async function previewLesson(courseSlug: string, lesson: string, wanted: string | null): Promise<Response> {
  const found = await requireLesson(courseSlug, lesson);
  const files = found.freePreview ? await findLessonFiles(courseSlug, found.file) : null;
  const file = wanted ?? files?.film.file;
  const type = files && file ? typeOfLessonFile(files, file) : null;
  if (!files || !file || !type) throw notFound();
  const response = sendOrder(files, file, type, null);
  response.headers.set('cache-control', 'public, max-age=3600');
  return response;
}
