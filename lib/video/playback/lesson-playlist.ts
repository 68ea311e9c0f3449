import 'server-only';
import { notFound } from '@/lib/problem';
import { videoVersion, findVideoFiles, keyOf, type VideoFiles } from '@/lib/video/files/video-files';
import { readMedia } from '@/lib/video/files/media-store';
import { masterPlaylist, plainPlaylist, rewriteMediaPlaylist } from './hls-playlist';
import { signedPlaylistUrl, signedStreamUrl, type MediaGrant } from './signed-url';
import { assertSameVersion, authorize, recordAccess, type Watch } from './playback-access';

/** `{courseName}~{lesson}` */
export function parsePlaylistId(id: string): { courseSlug: string; lesson: string } | null {
  const at = id.indexOf('~');
  return at > 0 && at < id.length - 1 ? { courseSlug: id.slice(0, at), lesson: id.slice(at + 1) } : null;
}

/** `GET video/playlist/{id}`: the renditions, or with `rendition` the segments of one, every address signed (row L7). */
export async function lessonPlaylist(watch: Watch, query: URLSearchParams): Promise<string> {
  const rendition = query.get('rendition') ?? '';
  const { actor, lesson } = await authorize(watch, rendition, query);
  const files = await findVideoFiles(watch.courseSlug, lesson.file);
  if (!files) throw notFound('video-missing');
  assertSameVersion(query, files);
  const video = videoVersion(files);
  const grantOf = (file: string): MediaGrant => ({ userId: actor.userId, sessionId: actor.sessionId, courseSlug: watch.courseSlug, lesson: lesson.file, file, video });
  const text = await write(files, rendition, lesson.durationSeconds, grantOf, watch.now);
  if (!watch.isHead) await recordAccess(actor, watch.courseSlug, lesson, watch.now);
  return text;
}

async function write(files: VideoFiles, rendition: string, durationSeconds: number, grantOf: (file: string) => MediaGrant, now: Date): Promise<string> {
  const { manifest, video } = files;
  if (!manifest) return plainPlaylist(signedStreamUrl(grantOf(video.file), now), durationSeconds);
  if (rendition === '') return masterPlaylist(manifest, (each) => signedPlaylistUrl(grantOf(each.name), now));
  const found = manifest.renditions.find((each) => each.name === rendition);
  if (!found) throw notFound('video-missing');
  const playlist = await readMedia(keyOf(files, found.playlist));
  if (!playlist) throw notFound('video-missing');
  return rewriteMediaPlaylist(String(playlist), signedStreamUrl(grantOf(found.file), now));
}
