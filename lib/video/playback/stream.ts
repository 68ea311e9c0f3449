import 'server-only';
import { notFound } from '@/lib/problem';
import { findFilesOfVersion, isVideoType, protectedPath, typeOfVideoFile, type VideoFiles } from '@/lib/video/files/video-files';
import { assertSameVersion, authorize, recordAccess, type Watch } from './playback-access';

interface FileOptions {
  /** Whose connections this one counts among; null: nobody's. */
  userId: string | null;
  /** How long the server may send the file again without asking here. */
  cacheSeconds: number;
}

/** The server (or nginx) sends the named file: `X-Accel-Redirect`. */
export function fileResponse(files: VideoFiles, file: string, type: string, { userId, cacheSeconds }: FileOptions): Response {
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

/** `GET video/stream/{courseName}/{lesson}`: rows L7, P7. */
export async function streamLesson(watch: Watch, query: URLSearchParams): Promise<Response> {
  const wanted = query.get('file') ?? '';
  const { actor, lesson, cacheSeconds } = await authorize(watch, wanted, query);
  const files = await findFilesOfVersion(watch.courseSlug, lesson.file, query.get('video'));
  if (!files) throw notFound('video-missing');
  assertSameVersion(query, files);
  const file = wanted || files.video.file;
  const type = typeOfVideoFile(files, file);
  if (!type) throw notFound('video-missing');
  if ((isVideoType(type) || type.startsWith('text/vtt')) && !watch.isHead) await recordAccess(actor, watch.courseSlug, lesson, watch.now);
  return fileResponse(files, file, type, { userId: actor.userId, cacheSeconds: watch.isHead ? 0 : cacheSeconds });
}
