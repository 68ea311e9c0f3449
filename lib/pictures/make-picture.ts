import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { UploadedFormat } from './picture-type';
import { maxPictureWidth, widthsOf } from './picture-url';

/** Enough for current cameras. Decoding a picture of this size takes about 200 MB. */
const maxPixels = 50_000_000;
const maxFrames = 120;
/** Tall process diagrams reach about this height. WebP allows at most 16,383 pixels. */
const maxHeight = 8192;
const maxSide = 30_000;
const maxSecondsPerPicture = 120;

// Use one thread, so that the other processors can serve visitors.
sharp.concurrency(1);

/** The pixel limit applies to all frames of an animation together. Truncated files are refused. */
const readOptions = { limitInputPixels: maxPixels, failOn: 'error' } as const;

export type PictureFault = 'picture-unreadable' | 'picture-pixels' | 'picture-side' | 'picture-frames';

export interface PictureDimensions {
  width: number;
  height: number;
  frames: number;
}

export async function inspectPicture(file: string, format: UploadedFormat): Promise<PictureDimensions | PictureFault> {
  // Disable sharp's own limit, whose error does not say why the file was refused.
  const header = await sharp(file, { limitInputPixels: false, pages: format === 'gif' || format === 'webp' ? -1 : 1 })
    .metadata()
    .catch(() => null);
  if (!header || (header.format !== format && !(format === 'avif' && header.format === 'heif')))
    return 'picture-unreadable';
  const {
    autoOrient: { width, height },
    pages: frames = 1,
    pageHeight = height,
  } = header;
  if (frames > maxFrames) return 'picture-frames';
  if (width * pageHeight * frames > maxPixels) return 'picture-pixels';
  if (Math.max(width, pageHeight) > maxSide) return 'picture-side';
  return { width, height: pageHeight, frames };
}

export interface MadePicture {
  width: number;
  height: number;
  placeholder: string | null;
}

/** Copies only pixels: no metadata, profile or hidden data. For animations, only the WebP files move. */
export async function makePicture(
  file: string,
  { width, frames }: PictureDimensions,
  folder: string,
): Promise<MadePicture> {
  const { data, info } = await sharp(file, readOptions)
    .autoOrient()
    .resize({ width: Math.min(width, maxPictureWidth), height: maxHeight, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: maxSecondsPerPicture })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const openStill = () => sharp(data, { raw });
  for (const each of widthsOf(info.width)) {
    const openAnimation = () => sharp(file, { ...readOptions, animated: true });
    // Write buffers here, because sharp's errors do not report a full disk.
    await writeFile(
      join(folder, `${each}.webp`),
      await (frames > 1 ? openAnimation() : openStill())
        .resize({ width: each })
        .timeout({ seconds: maxSecondsPerPicture })
        .webp({ quality: 80 })
        .toBuffer(),
    );
    await writeFile(
      join(folder, `${each}.avif`),
      await openStill()
        .resize({ width: each })
        .timeout({ seconds: maxSecondsPerPicture })
        .avif({ quality: 55, effort: 3 })
        .toBuffer(),
    );
  }
  return { width: info.width, height: info.height, placeholder: await makePlaceholder(openStill) };
}

async function makePlaceholder(still: () => Sharp): Promise<string | null> {
  if (!(await still().stats()).isOpaque) return null;
  const tiny = await still().resize({ width: 20, height: 400, fit: 'inside' }).blur(1).webp({ quality: 30 }).toBuffer();
  return `data:image/webp;base64,${tiny.toString('base64')}`;
}
