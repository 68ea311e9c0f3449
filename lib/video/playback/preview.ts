import 'server-only';
import { notFound } from '@/lib/problem';
import { findVideoFiles, typeOfVideoFile } from '@/lib/video/files/video-files';
import { fileResponse } from './stream';
import { requireLesson } from './playback-access';

const previewCacheSeconds = 60;

/** A free preview needs no session and does not count as access (rows C6, P7). @throws Problem 404 for any other lesson */
export async function previewLesson(courseSlug: string, lesson: string, wanted: string | null): Promise<Response> {
  const found = await requireLesson(courseSlug, lesson);
  const files = found.freePreview ? await findVideoFiles(courseSlug, found.file) : null;
  const file = wanted ?? files?.video.file;
  const type = files && file ? typeOfVideoFile(files, file) : null;
  if (!files || !file || !type) throw notFound();
  const response = fileResponse(files, file, type, { userId: null, cacheSeconds: previewCacheSeconds });
  response.headers.set('cache-control', 'public, max-age=3600');
  return response;
}
