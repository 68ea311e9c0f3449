import 'server-only';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { config } from '@/lib/config/config';
import { log } from '@/lib/log';
import { readObject, statObject } from '@/lib/s3';
import { unavailable } from '@/lib/problem';

export interface MediaFile { bytes: number; modifiedAt: Date }

/** @throws Problem 503; the cause is logged */
const reach = <Found>(asked: Promise<Found>): Promise<Found> => asked.catch((error: unknown) => {
  log.error({ err: error }, 'the media bucket could not be asked');
  throw unavailable();
});

const onDisk = (key: string) => path.join(/* turbopackIgnore: true */ config().mediaDir, ...key.split('/'));

/** A file of a lesson, on the disk or in the bucket; null when there is none. `key` is `{course}/{lesson}/…`. */
export async function findMedia(key: string): Promise<MediaFile | null> {
  const { mediaBucket } = config();
  if (mediaBucket) return reach(statObject(mediaBucket, key));
  const info = await stat(onDisk(key)).catch(() => null);
  return info?.isFile() ? { bytes: info.size, modifiedAt: info.mtime } : null;
}

/** The whole of a file, for small ones; null when there is none. */
export async function readMedia(key: string): Promise<Buffer | null> {
  const { mediaBucket } = config();
  return mediaBucket ? reach(readObject(mediaBucket, key)) : readFile(onDisk(key)).catch(() => null);
}
