import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { config } from '@/lib/config/config';
import { log } from '@/lib/log';
import { unavailable } from '@/lib/problem';
import { readObject, statObject } from '@/lib/s3';
import { type Manifest, manifestSchema } from './manifest';

/** `manifest` is null for a plain video without renditions. */
export interface VideoFiles {
  folder: string;
  video: { file: string; bytes: number; type: string };
  manifest: Manifest | null;
}

const videoTypes: ReadonlyArray<[extension: string, type: string]> = [
  ['mp4', 'video/mp4'],
  ['ogg', 'video/ogg'],
  ['wmv', 'video/x-ms-wmv'],
];

const videoTypeOf = (file: string): string =>
  videoTypes.find(([extension]) => file.toLowerCase().endsWith(`.${extension}`))?.[1] ?? 'application/octet-stream';

/** Trust a bucket's manifest this long. On disk, every read checks the manifest's modification time. */
const trustBucketForMs = 5000;
interface CachedManifest {
  modifiedAtMs: number;
  askedAtMs: number;
  manifest: Manifest;
}
const manifests = new LRUCache<string, CachedManifest>({ max: 2000 });

async function readManifest(key: string, isForWriting: boolean): Promise<Manifest | null> {
  const cachedManifest = isForWriting ? undefined : manifests.get(key);
  const askedAtMs = performance.now();
  if (cachedManifest && config().mediaBucket && askedAtMs - cachedManifest.askedAtMs < trustBucketForMs)
    return cachedManifest.manifest;
  const info = await findMedia(key);
  if (!info) return null;
  const modifiedAtMs = info.modifiedAt.getTime();
  if (cachedManifest?.modifiedAtMs === modifiedAtMs) {
    cachedManifest.askedAtMs = askedAtMs;
    return cachedManifest.manifest;
  }
  const parsed = manifestSchema.safeParse(JSON.parse(String(await readMedia(key))));
  if (!parsed.success) {
    log.error(
      { path: key, issues: parsed.error.issues },
      'A lesson has no video, because its manifest is invalid. Upload the video again',
    );
    return null;
  }
  manifests.set(key, { modifiedAtMs, askedAtMs, manifest: parsed.data });
  return parsed.data;
}

const readSize = async (key: string) => (await findMedia(key))?.bytes ?? null;

/** Both names must come from the catalogue, never from a request. @param isForWriting bypasses the cache */
export async function findVideoFiles(
  courseSlug: string,
  lesson: string,
  isForWriting = false,
): Promise<VideoFiles | null> {
  const place = `${courseSlug}/${lesson}`;
  const manifest = await readManifest(`${place}/lesson.json`, isForWriting);
  if (manifest)
    return { folder: manifest.revision ? `${place}/${manifest.revision}` : place, video: manifest.source, manifest };
  const whole = await readSize(place);
  if (whole !== null)
    return { folder: courseSlug, video: { file: lesson, bytes: whole, type: videoTypeOf(lesson) }, manifest: null };
  for (const [extension, type] of videoTypes) {
    const file = `video.${extension}`;
    const bytes = await readSize(`${place}/${file}`);
    if (bytes !== null) return { folder: place, video: { file, bytes, type }, manifest: null };
  }
  return null;
}

/** Players request several ranges per second. */
const recentFiles = new LRUCache<string, VideoFiles>({ max: 2000, ttl: 1000 });

/** Caches for a second, but looks up any version other than the cached one, because it may be newer. */
export async function findFilesOfVersion(
  courseSlug: string,
  lesson: string,
  video: string | null,
): Promise<VideoFiles | null> {
  const place = `${courseSlug}/${lesson}`;
  const recentFile = recentFiles.get(place);
  if (recentFile && (video === null || video === videoVersion(recentFile))) return recentFile;
  const files = await findVideoFiles(courseSlug, lesson);
  if (files) recentFiles.set(place, files);
  return files;
}

/** Changes with the lesson's video, but not with its captions. */
export function videoVersion({ video, manifest }: VideoFiles): string {
  const facts = JSON.stringify([video, manifest?.revision, manifest?.durationSeconds, manifest?.renditions]);
  return createHash('sha256').update(facts).digest('base64url').slice(0, 12);
}

export async function listVideoSources({ folder, video }: VideoFiles): Promise<Array<{ file: string; type: string }>> {
  const stem = video.file.replace(/\.\w+$/, '');
  const found = await Promise.all(
    videoTypes.map(async ([extension, type]) => {
      const file = `${stem}.${extension}`;
      return (await readSize(`${folder}/${file}`)) === null ? null : { file, type };
    }),
  );
  return found.filter((source) => source !== null);
}

const pictureTypes: Record<string, string> = { webp: 'image/webp', vtt: 'text/vtt; charset=utf-8' };

export function typeOfVideoFile({ video, manifest }: VideoFiles, file: string): string | null {
  if (file === video.file) return video.type;
  if (/^\w+\.(?:mp4|ogg|wmv)$/.test(file) && file.replace(/\.\w+$/, '') === video.file.replace(/\.\w+$/, ''))
    return videoTypeOf(file);
  const rendition = manifest?.renditions.find((each) => each.file === file);
  if (rendition) return rendition.name === 'audio' ? 'audio/mp4' : 'video/mp4';
  const beside = [
    manifest?.poster,
    manifest?.thumbnails.file,
    ...(manifest?.captions.map((caption) => caption.file) ?? []),
  ];
  return beside.includes(file) ? (pictureTypes[file.split('.').at(-1) ?? ''] ?? null) : null;
}

export const isVideoType = (type: string): boolean => type.startsWith('video/') || type.startsWith('audio/');

export const keyOf = ({ folder }: VideoFiles, file: string): string => `${folder}/${file}`;

/** Value for the header `X-Accel-Redirect`. */
export function protectedPath({ folder }: VideoFiles, file: string): string {
  return `/_protected/media/${[...folder.split('/'), file].map(encodeURIComponent).join('/')}`;
}

interface MediaFile {
  bytes: number;
  modifiedAt: Date;
}

const orUnavailable = <Found>(query: Promise<Found>): Promise<Found> =>
  query.catch((error: unknown) => {
    log.error({ err: error }, 'The media bucket could not be queried; its files are unavailable until it answers');
    throw unavailable();
  });

export const pathOnDisk = (key: string) => path.join(/* turbopackIgnore: true */ config().mediaDir, ...key.split('/'));

export async function findMedia(key: string): Promise<MediaFile | null> {
  const { mediaBucket } = config();
  if (mediaBucket) return orUnavailable(statObject(mediaBucket, key));
  const info = await stat(pathOnDisk(key)).catch(() => null);
  return info?.isFile() ? { bytes: info.size, modifiedAt: info.mtime } : null;
}

export async function readMedia(key: string): Promise<Buffer | null> {
  const { mediaBucket } = config();
  return mediaBucket ? orUnavailable(readObject(mediaBucket, key)) : readFile(pathOnDisk(key)).catch(() => null);
}
