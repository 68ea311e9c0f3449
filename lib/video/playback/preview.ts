import 'server-only';
import { notFound } from '@/lib/problem';
import { findVideoFiles, keyOf, typeOfVideoFile, type VideoFiles } from '@/lib/video/files/video-files';
import { readMedia } from '@/lib/video/files/media-store';
import { masterPlaylist, plainPlaylist, rewriteMediaPlaylist } from './hls-playlist';
import { fileResponse } from './stream';
import { requireFreeLesson } from './playback-access';

const previewCacheSeconds = 60;

export const previewUrl = (courseSlug: string, lesson: string): string => `/api/preview/${encodeURIComponent(courseSlug)}/${encodeURIComponent(lesson)}`;

const fileUrl = (courseSlug: string, lesson: string, file: string): string => `${previewUrl(courseSlug, lesson)}?file=${encodeURIComponent(file)}`;

/** A free preview needs no session and does not count as access (rows C6, P7). @throws Problem 404 for any other lesson */
async function requirePreview(courseSlug: string, lesson: string): Promise<{ files: VideoFiles; durationSeconds: number }> {
  const found = await requireFreeLesson(courseSlug, lesson);
  const files = await findVideoFiles(courseSlug, found.file);
  if (!files) throw notFound();
  return { files, durationSeconds: found.durationSeconds };
}

export async function previewLesson(courseSlug: string, lesson: string, wanted: string | null): Promise<Response> {
  const { files } = await requirePreview(courseSlug, lesson);
  const file = wanted ?? files.video.file;
  const type = typeOfVideoFile(files, file);
  if (!type) throw notFound();
  const response = fileResponse(files, file, type, { userId: null, cacheSeconds: previewCacheSeconds });
  response.headers.set('cache-control', 'public, max-age=3600');
  return response;
}

/** The renditions of a free lesson, or with `rendition` the segments of one: as a bought lesson's playlist, with nothing to sign. */
export async function previewPlaylist(courseSlug: string, lesson: string, rendition: string | null): Promise<string> {
  const { files, durationSeconds } = await requirePreview(courseSlug, lesson);
  const { manifest, video } = files;
  if (!manifest) return plainPlaylist(fileUrl(courseSlug, lesson, video.file), durationSeconds);
  if (rendition === null) return masterPlaylist(manifest, ({ name }) => `${previewUrl(courseSlug, lesson)}/playlist?rendition=${encodeURIComponent(name)}`);
  const found = manifest.renditions.find(({ name }) => name === rendition);
  const playlist = found && (await readMedia(keyOf(files, found.playlist)));
  if (!found || !playlist) throw notFound();
  return rewriteMediaPlaylist(String(playlist), fileUrl(courseSlug, lesson, found.file));
}
