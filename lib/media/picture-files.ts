import 'server-only';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { config } from '@/lib/config/config';
import { deleteObject, putFile, readObject, statObject } from '@/lib/s3';
import { pictureFormats, widthsOf } from './picture-address';

const types = { avif: 'image/avif', webp: 'image/webp' } as const;

const folderOf = (id: string): string => join(config().dataDir, 'pictures', id);
const keyOf = (id: string, file: string): string => `pictures/${id}/${file}`;

/** An empty folder beside the pictures, on the same disk, for the files of one that is being made. */
export async function emptyWorkFolder(id: string): Promise<string> {
  const work = `${folderOf(id)}.new`;
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true, mode: 0o700 });
  return work;
}

/** Publishes the files of `work`: a rename on the disk; in a bucket nobody knows their addresses before the row says so. */
export async function publishPicture(id: string, work: string): Promise<void> {
  const { mediaBucket } = config();
  if (!mediaBucket) {
    await rm(folderOf(id), { recursive: true, force: true });
    return rename(work, folderOf(id));
  }
  for (const file of await readdir(work)) await putFile(mediaBucket, keyOf(id, file), join(work, file), types[file.endsWith('.avif') ? 'avif' : 'webp']);
  await rm(work, { recursive: true, force: true });
}

/** Nothing happens to what is not there. */
export async function removePictureFiles(id: string, width: number): Promise<void> {
  const { mediaBucket } = config();
  if (!mediaBucket) return rm(folderOf(id), { recursive: true, force: true });
  for (const each of widthsOf(width)) for (const format of pictureFormats) await deleteObject(mediaBucket, keyOf(id, `${each}.${format}`));
}

/** Of a picture that is ready; the names of those that are not there. @throws when the bucket does not answer */
export async function missingPictureFiles(id: string, width: number): Promise<string[]> {
  const { mediaBucket } = config();
  const names = widthsOf(width).flatMap((each) => pictureFormats.map((format) => `${each}.${format}`));
  const found = await Promise.all(names.map((name) => (mediaBucket ? statObject(mediaBucket, keyOf(id, name)) : stat(join(folderOf(id), name)).catch(() => null))));
  return names.filter((_, index) => !found[index]);
}

/** A file for the server's own drawings; null when there is none. */
export async function readPictureFile(id: string, file: string): Promise<Buffer | null> {
  const { mediaBucket } = config();
  return mediaBucket ? readObject(mediaBucket, keyOf(id, file)) : readFile(join(folderOf(id), file)).catch(() => null);
}

/** What the HTTP server sends, or the proxy before it: `X-Accel-Redirect`. Both parts are checked by the caller, never paths. */
export const protectedPicture = (id: string, file: string): string => `/_protected/${config().mediaBucket ? 'media' : 'data'}/${keyOf(id, file)}`;
