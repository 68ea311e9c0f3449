import 'server-only';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { config } from '@/lib/config';
import { log } from '@/lib/log';
import { manifestSchema, type Manifest } from './manifest';

/** A lesson's films on the disk. `manifest` is null for a lesson that is one plain file without renditions. */
export type LessonFiles = { folder: string; film: { file: string; bytes: number; type: string }; manifest: Manifest | null };

const filmTypes: ReadonlyArray<[extension: string, type: string]> = [['mp4', 'video/mp4'], ['ogg', 'video/ogg'], ['wmv', 'video/x-ms-wmv']];

export const filmTypeOf = (file: string): string =>
  filmTypes.find(([extension]) => file.toLowerCase().endsWith(`.${extension}`))?.[1] ?? 'application/octet-stream';

const manifests = new LRUCache<string, { modifiedAtMs: number; manifest: Manifest }>({ max: 2000 });

async function readManifest(file: string): Promise<Manifest | null> {
  const info = await stat(file).catch(() => null);
  if (!info?.isFile()) return null;
  const known = manifests.get(file);
  if (known?.modifiedAtMs === info.mtimeMs) return known.manifest;
  const parsed = manifestSchema.safeParse(JSON.parse(await readFile(file, 'utf8')));
  if (!parsed.success) {
    log.error({ path: file, issues: parsed.error.issues }, `Error fetching file: ${file}`);
    return null;
  }
  manifests.set(file, { modifiedAtMs: info.mtimeMs, manifest: parsed.data });
  return parsed.data;
}

const sizeOf = async (file: string) => stat(file).then((info) => (info.isFile() ? info.size : null), () => null);

/**
 * What `MEDIA_DIR/{course}/{lesson}` holds: an ingested folder, a folder with a plain `video.mp4|ogg|wmv`, or the film
 * itself. Both names come from the catalogue, never from a request.
 */
export async function findLessonFiles(courseSlug: string, lesson: string): Promise<LessonFiles | null> {
  const place = path.join(config().mediaDir, courseSlug, lesson);
  const manifest = await readManifest(path.join(place, 'lesson.json'));
  if (manifest) return { folder: `${courseSlug}/${lesson}`, film: manifest.source, manifest };
  const whole = await sizeOf(place);
  if (whole !== null) return { folder: courseSlug, film: { file: lesson, bytes: whole, type: filmTypeOf(lesson) }, manifest: null };
  for (const [extension, type] of filmTypes) {
    const file = `video.${extension}`;
    const bytes = await sizeOf(path.join(place, file));
    if (bytes !== null) return { folder: `${courseSlug}/${lesson}`, film: { file, bytes, type }, manifest: null };
  }
  return null;
}

/** The films a browser may choose from (row L3): the plain one, and other formats that lie beside it. */
export async function listFilmSources({ folder, film }: LessonFiles): Promise<Array<{ file: string; type: string }>> {
  const stem = film.file.replace(/\.\w+$/, '');
  const found = await Promise.all(filmTypes.map(async ([extension, type]) => {
    const file = `${stem}.${extension}`;
    return (await sizeOf(path.join(config().mediaDir, folder, file))) === null ? null : { file, type };
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

export const pathOf = ({ folder }: LessonFiles, file: string): string => path.join(config().mediaDir, folder, file);

/** What the front (or nginx) is told to send. */
export function protectedPath({ folder }: LessonFiles, file: string): string {
  return `/_protected/media/${[...folder.split('/'), file].map(encodeURIComponent).join('/')}`;
}
