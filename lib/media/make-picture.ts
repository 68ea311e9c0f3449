import 'server-only';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { largestWidth, widthsOf } from './picture-address';
import type { UploadedFormat } from './picture-type';

/** What a camera of today takes, and about 200 MB while it is decoded. */
const maxPixels = 50_000_000;
const maxFrames = 120;
/** WebP goes no further than 16383 pixels; a drawing of a whole process is about this tall. */
const largestHeight = 8192;
const maxSide = 30_000;
const secondsAPicture = 120;

// One thread: the requests of visitors have the other processors.
sharp.concurrency(1);

/** All frames of an animation count, and a file that is cut off is refused. */
const reading = { limitInputPixels: maxPixels, failOn: 'error' } as const;

export type PictureFault = 'picture-unreadable' | 'picture-pixels' | 'picture-frames';

export interface PictureFacts { width: number; height: number; frames: number }

/** Reads the header alone. @returns size as shown, after the camera's orientation */
export async function inspectPicture(file: string, format: UploadedFormat): Promise<PictureFacts | PictureFault> {
  // Without a limit of its own, since sharp's says only that the file was refused.
  const header = await sharp(file, { limitInputPixels: false, pages: format === 'gif' || format === 'webp' ? -1 : 1 }).metadata().catch(() => null);
  if (!header || (header.format !== format && !(format === 'avif' && header.format === 'heif'))) return 'picture-unreadable';
  const { autoOrient: { width, height }, pages: frames = 1, pageHeight = height } = header;
  if (frames > maxFrames) return 'picture-frames';
  if (width * pageHeight * frames > maxPixels || Math.max(width, pageHeight) > maxSide) return 'picture-pixels';
  return { width, height: pageHeight, frames };
}

export interface MadePicture { width: number; height: number; placeholder: string | null }

/**
 * Writes `{width}.avif` and `{width}.webp` into `folder`. Only pixels reach them: no metadata, no profile, nothing that was
 * behind or between them in the file. Of an animation the WebP files move and the AVIF files stand still.
 * @throws what sharp throws for a file that cannot be decoded, and the file system's errors
 */
export async function makePicture(file: string, { width, frames }: PictureFacts, folder: string): Promise<MadePicture> {
  const { data, info } = await sharp(file, reading)
    .autoOrient().resize({ width: Math.min(width, largestWidth), height: largestHeight, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb').timeout({ seconds: secondsAPicture }).raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const still = () => sharp(data, { raw });
  for (const each of widthsOf(info.width)) {
    const moving = () => sharp(file, { ...reading, animated: true });
    // Through memory: sharp's own errors do not say that a disk is full.
    await writeFile(join(folder, `${each}.webp`), await (frames > 1 ? moving() : still()).resize({ width: each }).timeout({ seconds: secondsAPicture }).webp({ quality: 80 }).toBuffer());
    await writeFile(join(folder, `${each}.avif`), await still().resize({ width: each }).timeout({ seconds: secondsAPicture }).avif({ quality: 55, effort: 3 }).toBuffer());
  }
  return { width: info.width, height: info.height, placeholder: await placeholderOf(still) };
}

/** Twenty pixels wide and blurred by the browser's own enlarging. */
async function placeholderOf(still: () => Sharp): Promise<string | null> {
  if (!(await still().stats()).isOpaque) return null;
  const tiny = await still().resize({ width: 20 }).blur(1).webp({ quality: 30 }).toBuffer();
  return `data:image/webp;base64,${tiny.toString('base64')}`;
}
