import 'server-only';
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { config } from '@/lib/config/config';
import { log } from '@/lib/log';
import { manifestSchema, type Manifest } from './manifest';
import { findMedia, readMedia } from './media-store';

/** A lesson's films. `manifest` is null for a lesson that is one plain file without renditions. */
export interface LessonFiles { folder: string; film: { file: string; bytes: number; type: string }; manifest: Manifest | null }

const filmTypes: ReadonlyArray<[extension: string, type: string]> = [['mp4', 'video/mp4'], ['ogg', 'video/ogg'], ['wmv', 'video/x-ms-wmv']];

export const filmTypeOf = (file: string): string =>
  filmTypes.find(([extension]) => file.toLowerCase().endsWith(`.${extension}`))?.[1] ?? 'application/octet-stream';

/** A bucket is asked again after this long; on the disk the file's age is looked at each time. */
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
 * What `{course}/{lesson}` holds: an ingested folder, a folder with a plain `video.mp4|ogg|wmv`, or the film itself. Both
 * names come from the catalogue, never from a request. Who is about to write a manifest asks for the one that is there
 * now, not for what we remember.
 */
export async function findLessonFiles(courseSlug: string, lesson: string, isForWriting = false): Promise<LessonFiles | null> {
  const place = `${courseSlug}/${lesson}`;
  const manifest = await readManifest(`${place}/lesson.json`, isForWriting);
  if (manifest) return { folder: manifest.revision ? `${place}/${manifest.revision}` : place, film: manifest.source, manifest };
  const whole = await sizeOf(place);
  if (whole !== null) return { folder: courseSlug, film: { file: lesson, bytes: whole, type: filmTypeOf(lesson) }, manifest: null };
  for (const [extension, type] of filmTypes) {
    const file = `video.${extension}`;
    const bytes = await sizeOf(`${place}/${file}`);
    if (bytes !== null) return { folder: place, film: { file, bytes, type }, manifest: null };
  }
  return null;
}

/** A film is asked for in pieces, several a second; what its lesson consists of is looked at again after this long. */
const recent = new LRUCache<string, LessonFiles>({ max: 2000, ttl: 1000 });

/** The same for one piece of a film. An address of another film than the one we remember may be of a newer one. */
export async function findFilesOfFilm(courseSlug: string, lesson: string, film: string | null): Promise<LessonFiles | null> {
  const place = `${courseSlug}/${lesson}`;
  const known = recent.get(place);
  if (known && (film === null || film === filmVersion(known))) return known;
  const files = await findLessonFiles(courseSlug, lesson);
  if (files) recent.set(place, files);
  return files;
}

/** Changes when the lesson gets another film; captions that come later leave it as it is. */
export function filmVersion({ film, manifest }: LessonFiles): string {
  const facts = JSON.stringify([film, manifest?.revision, manifest?.durationSeconds, manifest?.renditions]);
  return createHash('sha256').update(facts).digest('base64url').slice(0, 12);
}

/** The films a browser may choose from (row L3): the plain one, and other formats that lie beside it. */
export async function listFilmSources({ folder, film }: LessonFiles): Promise<Array<{ file: string; type: string }>> {
  const stem = film.file.replace(/\.\w+$/, '');
  const found = await Promise.all(filmTypes.map(async ([extension, type]) => {
    const file = `${stem}.${extension}`;
    return (await sizeOf(`${folder}/${file}`)) === null ? null : { file, type };
  }));
  return found.filter((source) => source !== null);
}

const pictureTypes: Record<string, string> = { webp: 'image/webp', vtt: 'text/vtt; charset=utf-8' };

/** The content type of a file that belongs to the lesson; null for any other name. */
export function typeOfLessonFile({ film, manifest }: LessonFiles, file: string): string | null {
  if (file === film.file) return film.type;
  if (/^\w+\.(?:mp4|ogg|wmv)$/.test(file) && file.replace(/\.\w+$/, '') === film.file.replace(/\.\w+$/, '')) return filmTypeOf(file);
  const rendition = manifest?.renditions.find((each) => each.file === file);
  if (rendition) return rendition.name === 'audio' ? 'audio/mp4' : 'video/mp4';
  const beside = [manifest?.poster, manifest?.thumbnails.file, ...(manifest?.captions.map((caption) => caption.file) ?? [])];
  return beside.includes(file) ? pictureTypes[file.split('.').at(-1) ?? ''] ?? null : null;
}

export const isFilmType = (type: string): boolean => type.startsWith('video/') || type.startsWith('audio/');

/** Its name in the store. */
export const keyOf = ({ folder }: LessonFiles, file: string): string => `${folder}/${file}`;

/** What the front (or nginx) is told to send. */
export function protectedPath({ folder }: LessonFiles, file: string): string {
  return `/_protected/media/${[...folder.split('/'), file].map(encodeURIComponent).join('/')}`;
}
