import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { config } from '@/lib/config';
import { manifestSchema, type Manifest } from '@/lib/media/manifest';
import { deleteObject, putObject, readObject, type MediaBucket } from '@/lib/media-bucket';

type Made = { /** The folder with the finished files. */ work: string; mediaDir: string; course: string; lesson: string };

const types: Record<string, string> = { mp4: 'video/mp4', webp: 'image/webp', vtt: 'text/vtt; charset=utf-8', m3u8: 'application/vnd.apple.mpegurl' };

/** Takes a finished lesson to where lessons lie, whole or not at all. Gives its place. */
export async function publishLesson({ work, mediaDir, course, lesson }: Made): Promise<string> {
  const { mediaBucket } = config();
  return mediaBucket ? publishToBucket(mediaBucket, work, `${course}/${lesson}`) : publishOnDisk(work, path.resolve(mediaDir, course, lesson));
}

/** Two renames: for an instant there is no lesson, but never half of one. */
async function publishOnDisk(work: string, target: string): Promise<string> {
  const old = `${work}.old`;
  await rm(path.join(work, '.steps'), { force: true });
  await rm(old, { recursive: true, force: true });
  await mkdir(path.dirname(target), { recursive: true });
  await rename(target, old).catch((error: NodeJS.ErrnoException) => { if (error.code !== 'ENOENT') throw error; });
  await rename(work, target);
  await rm(old, { recursive: true, force: true });
  return target;
}

/** A bucket cannot rename: the files go into a folder nobody knows of, and writing the manifest that names it publishes. */
async function publishToBucket(bucket: MediaBucket, work: string, place: string): Promise<string> {
  const before = await readManifest(bucket, place);
  const made = manifestSchema.parse(JSON.parse(await readFile(path.join(work, 'lesson.json'), 'utf8')));
  const revision = `r${Date.now().toString(36)}`;
  for (const file of await readdir(work)) {
    if (file === 'lesson.json' || file === '.steps') continue;
    const { size } = await stat(path.join(work, file));
    const type = types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    await putObject(bucket, `${place}/${revision}/${file}`, createReadStream(path.join(work, file)), size, type);
  }
  const manifest = Buffer.from(JSON.stringify({ ...made, revision } satisfies Manifest));
  await putObject(bucket, `${place}/lesson.json`, Readable.from([manifest]), manifest.length, 'application/json');
  if (before) await removeFiles(bucket, place, before);
  await rm(work, { recursive: true, force: true });
  return `${bucket.url}/${place}`;
}

async function readManifest(bucket: MediaBucket, place: string): Promise<Manifest | null> {
  const text = await readObject(bucket, `${place}/lesson.json`);
  return text && manifestSchema.parse(JSON.parse(text.toString('utf8')));
}

async function removeFiles(bucket: MediaBucket, place: string, { revision, renditions, source, poster, thumbnails, captions }: Manifest): Promise<void> {
  const folder = revision ? `${place}/${revision}` : place;
  const files = [source.file, poster, thumbnails.file, ...renditions.flatMap((each) => [each.file, each.playlist]), ...captions.map(({ file }) => file)];
  for (const file of files) await deleteObject(bucket, `${folder}/${file}`);
}
