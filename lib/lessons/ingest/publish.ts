import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { config } from '@/lib/config/config';
import { type Manifest, manifestSchema } from '@/lib/lessons/manifest';
import { deleteObject, type MediaBucket, putFile, putObject, readObject } from '@/lib/s3';
import { writeFileAtomically } from '@/lib/write-file';
import { IngestError } from './faults';

interface PublishInput {
  work: string;
  mediaDir: string;
  course: string;
  lesson: string;
}

const types: Record<string, string> = {
  mp4: 'video/mp4',
  webp: 'image/webp',
  vtt: 'text/vtt; charset=utf-8',
  m3u8: 'application/vnd.apple.mpegurl',
};

/** Publishes atomically. @throws IngestError `storage-unreachable` for a bucket */
export async function publishLesson({ work, mediaDir, course, lesson }: PublishInput): Promise<string> {
  const { mediaBucket } = config();
  if (!mediaBucket) return publishOnDisk(work, path.resolve(mediaDir, course, lesson));
  return publishToBucket(mediaBucket, work, `${course}/${lesson}`).catch((error: unknown) => {
    throw new IngestError('storage-unreachable', error instanceof Error ? error.message : String(error), {
      cause: error,
    });
  });
}

/** Puts a replacement into its own folder, so that viewers of the old video never receive bytes of the new one. */
async function publishOnDisk(work: string, target: string): Promise<string> {
  await rm(path.join(work, '.steps'), { force: true });
  const manifest = path.join(target, 'lesson.json');
  if (!(await stat(manifest).catch(() => null))) return publishFirst(work, target);
  const revision = revisionNow();
  const newManifest = manifestSchema.parse(JSON.parse(await readFile(path.join(work, 'lesson.json'), 'utf8')));
  await rename(work, path.join(/* turbopackIgnore: true */ target, revision));
  await writeFileAtomically(manifest, `${JSON.stringify({ ...newManifest, revision } satisfies Manifest, null, 2)}\n`);
  for (const old of await readdir(target))
    if (old !== revision && old !== 'lesson.json') await rm(path.join(target, old), { recursive: true });
  return target;
}

/** Creates the target or replaces a plain video without a manifest. For an instant, the lesson has no files. */
async function publishFirst(work: string, target: string): Promise<string> {
  const old = `${work}.old`;
  await rm(old, { recursive: true, force: true });
  await mkdir(path.dirname(target), { recursive: true });
  await rename(target, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(work, target);
  await rm(old, { recursive: true, force: true });
  return target;
}

export async function removeLessonFiles({ course, lesson }: Pick<PublishInput, 'course' | 'lesson'>): Promise<void> {
  const { mediaBucket, mediaDir } = config();
  if (!mediaBucket) return rm(path.resolve(mediaDir, course, lesson), { recursive: true, force: true });
  const place = `${course}/${lesson}`;
  const manifest = await readManifest(mediaBucket, place);
  if (!manifest) return;
  // Delete the manifest first: without it, players do not request the other files.
  await deleteObject(mediaBucket, `${place}/lesson.json`);
  await removeFiles(mediaBucket, place, manifest);
}

const revisionNow = (): string => `r${Date.now().toString(36)}`;

/** Uploads to an unused folder, then publishes by writing the manifest, because a bucket cannot rename. */
async function publishToBucket(bucket: MediaBucket, work: string, place: string): Promise<string> {
  const before = await readManifest(bucket, place);
  const newManifest = manifestSchema.parse(JSON.parse(await readFile(path.join(work, 'lesson.json'), 'utf8')));
  const revision = revisionNow();
  for (const file of await readdir(work)) {
    if (file === 'lesson.json' || file === '.steps') continue;
    const type = types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    await putFile(bucket, `${place}/${revision}/${file}`, path.join(work, file), type);
  }
  const manifest = Buffer.from(JSON.stringify({ ...newManifest, revision } satisfies Manifest));
  await putObject(bucket, `${place}/lesson.json`, manifest, 'application/json');
  if (before) await removeFiles(bucket, place, before);
  await rm(work, { recursive: true, force: true });
  return `${bucket.url}/${place}`;
}

async function readManifest(bucket: MediaBucket, place: string): Promise<Manifest | null> {
  const text = await readObject(bucket, `${place}/lesson.json`);
  return text && manifestSchema.parse(JSON.parse(text.toString('utf8')));
}

async function removeFiles(
  bucket: MediaBucket,
  place: string,
  { revision, renditions, source, poster, thumbnails, captions }: Manifest,
): Promise<void> {
  const folder = revision ? `${place}/${revision}` : place;
  const files = [
    source.file,
    poster,
    thumbnails.file,
    ...renditions.flatMap((each) => [each.file, each.playlist]),
    ...captions.map(({ file }) => file),
  ];
  for (const file of files) await deleteObject(bucket, `${folder}/${file}`);
}
