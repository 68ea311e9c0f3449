import 'server-only';
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { config } from '@/lib/config/config';
import { log } from '@/lib/log';
import { manifestSchema, type Manifest } from './manifest';
import { findMedia, readMedia } from './media-store';

/** A lesson's video. `manifest` is null for a lesson that is one plain file without renditions. */
export interface VideoFiles { folder: string; video: { file: string; bytes: number; type: string }; manifest: Manifest | null }

const videoTypes: ReadonlyArray<[extension: string, type: string]> = [['mp4', 'video/mp4'], ['ogg', 'video/ogg'], ['wmv', 'video/x-ms-wmv']];

const videoTypeOf = (file: string): string =>
  videoTypes.find(([extension]) => file.toLowerCase().endsWith(`.${extension}`))?.[1] ?? 'application/octet-stream';

/** On disk the manifest's modification time is read each time; from a bucket only after this long. */
const trustBucketForMs = 5000;
interface Known { modifiedAtMs: number; askedAtMs: number; manifest: Manifest }
const manifests = new LRUCache<string, Known>({ max: 2000 });

async function readManifest(key: string, isForWriting: boolean): Promise<Manifest | null> {
  const known = isForWriting ? undefined : manifests.get(key);
  const askedAtMs = performance.now();
  if (known && config().mediaBucket && askedAtMs - known.askedAtMs < trustBucketForMs) return known.manifest;
  const info = await findMedia(key);
  if (!info) return null;
  const modifiedAtMs = info.modifiedAt.getTime();
  if (known?.modifiedAtMs === modifiedAtMs) {
    known.askedAtMs = askedAtMs;
    return known.manifest;
  }
  const parsed = manifestSchema.safeParse(JSON.parse(String(await readMedia(key))));
  if (!parsed.success) {
    log.error({ path: key, issues: parsed.error.issues }, `Error fetching file: ${key}`);
    return null;
  }
  manifests.set(key, { modifiedAtMs, askedAtMs, manifest: parsed.data });
  return parsed.data;
}

const sizeOf = async (key: string) => (await findMedia(key))?.bytes ?? null;

/**
 * What `{course}/{lesson}` holds: an ingested folder, a folder with a plain `video.mp4|ogg|wmv`, or the video itself. Both
 * names come from the catalogue, never from a request. `isForWriting` reads the
 * manifest past the cache.
 */
export async function findVideoFiles(courseSlug: string, lesson: string, isForWriting = false): Promise<VideoFiles | null> {
  const place = `${courseSlug}/${lesson}`;
  const manifest = await readManifest(`${place}/lesson.json`, isForWriting);
  if (manifest) return { folder: manifest.revision ? `${place}/${manifest.revision}` : place, video: manifest.source, manifest };
  const whole = await sizeOf(place);
  if (whole !== null) return { folder: courseSlug, video: { file: lesson, bytes: whole, type: videoTypeOf(lesson) }, manifest: null };
  for (const [extension, type] of videoTypes) {
    const file = `video.${extension}`;
    const bytes = await sizeOf(`${place}/${file}`);
    if (bytes !== null) return { folder: place, video: { file, bytes, type }, manifest: null };
  }
  return null;
}

/** A player requests several ranges a second. */
const recent = new LRUCache<string, VideoFiles>({ max: 2000, ttl: 1000 });

/** As `findVideoFiles`, cached for a second; a version other than the cached one may be newer and is looked up. */
export async function findFilesOfVersion(courseSlug: string, lesson: string, video: string | null): Promise<VideoFiles | null> {
  const place = `${courseSlug}/${lesson}`;
  const known = recent.get(place);
  if (known && (video === null || video === videoVersion(known))) return known;
  const files = await findVideoFiles(courseSlug, lesson);
  if (files) recent.set(place, files);
  return files;
}

/** Changes when the lesson gets another video; captions that come later leave it as it is. */
export function videoVersion({ video, manifest }: VideoFiles): string {
  const facts = JSON.stringify([video, manifest?.revision, manifest?.durationSeconds, manifest?.renditions]);
  return createHash('sha256').update(facts).digest('base64url').slice(0, 12);
}

/** The formats a browser may choose from (row L3): the plain file, and others beside it. */
export async function listVideoSources({ folder, video }: VideoFiles): Promise<Array<{ file: string; type: string }>> {
  const stem = video.file.replace(/\.\w+$/, '');
  const found = await Promise.all(videoTypes.map(async ([extension, type]) => {
    const file = `${stem}.${extension}`;
    return (await sizeOf(`${folder}/${file}`)) === null ? null : { file, type };
  }));
  return found.filter((source) => source !== null);
}

const pictureTypes: Record<string, string> = { webp: 'image/webp', vtt: 'text/vtt; charset=utf-8' };

/** The content type of a file that belongs to the lesson; null for any other name. */
export function typeOfVideoFile({ video, manifest }: VideoFiles, file: string): string | null {
  if (file === video.file) return video.type;
  if (/^\w+\.(?:mp4|ogg|wmv)$/.test(file) && file.replace(/\.\w+$/, '') === video.file.replace(/\.\w+$/, '')) return videoTypeOf(file);
  const rendition = manifest?.renditions.find((each) => each.file === file);
  if (rendition) return rendition.name === 'audio' ? 'audio/mp4' : 'video/mp4';
  const beside = [manifest?.poster, manifest?.thumbnails.file, ...(manifest?.captions.map((caption) => caption.file) ?? [])];
  return beside.includes(file) ? pictureTypes[file.split('.').at(-1) ?? ''] ?? null : null;
}

export const isVideoType = (type: string): boolean => type.startsWith('video/') || type.startsWith('audio/');

/** The object's name in the bucket, or its path under MEDIA_DIR. */
export const keyOf = ({ folder }: VideoFiles, file: string): string => `${folder}/${file}`;

/** The address of `X-Accel-Redirect`. */
export function protectedPath({ folder }: VideoFiles, file: string): string {
  return `/_protected/media/${[...folder.split('/'), file].map(encodeURIComponent).join('/')}`;
}
