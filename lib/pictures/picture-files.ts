import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { config } from '@/lib/config/config';
import { deleteObject, putFile, readObject, statObject } from '@/lib/s3';
import { pictureFormats, widthsOf } from './picture-url';

const types = { avif: 'image/avif', webp: 'image/webp' } as const;

const folderOf = (id: string): string => join(config().dataDir, 'pictures', id);
const keyOf = (id: string, file: string): string => `pictures/${id}/${file}`;

/** Creates a folder on the same disk as the pictures, so that publishing can rename it. */
export async function createWorkFolder(id: string): Promise<string> {
  const work = `${folderOf(id)}.new`;
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true, mode: 0o700 });
  return work;
}

/** Renames the folder on disk. In a bucket, nothing refers to the files until the row is ready. */
export async function publishPicture(id: string, work: string): Promise<void> {
  const { mediaBucket } = config();
  if (!mediaBucket) {
    await rm(folderOf(id), { recursive: true, force: true });
    return rename(work, folderOf(id));
  }
  for (const file of await readdir(work))
    await putFile(mediaBucket, keyOf(id, file), join(work, file), types[file.endsWith('.avif') ? 'avif' : 'webp']);
  await rm(work, { recursive: true, force: true });
}

export async function removePictureFiles(id: string, width: number): Promise<void> {
  const { mediaBucket } = config();
  if (!mediaBucket) return rm(folderOf(id), { recursive: true, force: true });
  for (const each of widthsOf(width))
    for (const format of pictureFormats) await deleteObject(mediaBucket, keyOf(id, `${each}.${format}`));
}

export async function listMissingPictureFiles(id: string, width: number): Promise<string[]> {
  const { mediaBucket } = config();
  const names = widthsOf(width).flatMap((each) => pictureFormats.map((format) => `${each}.${format}`));
  const found = await Promise.all(
    names.map((name) =>
      mediaBucket ? statObject(mediaBucket, keyOf(id, name)) : stat(join(folderOf(id), name)).catch(() => null),
    ),
  );
  return names.filter((_, index) => !found[index]);
}

export async function readPictureFile(id: string, file: string): Promise<Buffer | null> {
  const { mediaBucket } = config();
  return mediaBucket ? readObject(mediaBucket, keyOf(id, file)) : readFile(join(folderOf(id), file)).catch(() => null);
}

/** Value for the header `X-Accel-Redirect`. The caller must validate both parts, which may not contain paths. */
export const protectedPicture = (id: string, file: string): string =>
  `/_protected/${config().mediaBucket ? 'media' : 'data'}/${keyOf(id, file)}`;
