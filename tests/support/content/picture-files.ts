import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Uses two colours, so that no channel is constant. */
const createPixels = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#205070' } }).composite([
    {
      input: {
        create: { width: Math.ceil(width / 2), height: Math.ceil(height / 2), channels: 3, background: '#e0a030' },
      },
      left: 0,
      top: 0,
    },
  ]);

export const createJpeg = (width = 800, height = 600): Promise<Buffer> => createPixels(width, height).jpeg().toBuffer();
export const createPng = (width = 800, height = 600): Promise<Buffer> => createPixels(width, height).png().toBuffer();
export const createTransparentPng = (): Promise<Buffer> =>
  sharp({ create: { width: 400, height: 400, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.2 } } })
    .png()
    .toBuffer();

/** Returns a phone's upright photo, stored sideways, with location and device in its metadata. */
export const createPhotoWithPlace = (): Promise<Buffer> =>
  createPixels(1600, 1200)
    .withExif({
      IFD0: { Make: 'SecretCamera', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 2/1 39/1', GPSLongitudeRef: 'E', GPSLongitude: '31/1 14/1 9/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

export async function createAnimation(frames: number, format: 'gif' | 'webp' = 'gif'): Promise<Buffer> {
  const size = 48;
  const raw = Buffer.concat(
    Array.from({ length: frames }, (_, index) => Buffer.alloc(size * size * 3, (index * 37) % 256)),
  );
  const strip = sharp(raw, { raw: { width: size, height: size * frames, channels: 3, pageHeight: size } });
  return (format === 'gif' ? strip.gif({ delay: Array.from({ length: frames }, () => 100) }) : strip.webp()).toBuffer();
}

/** Returns a valid picture in ASCII. A different `end` makes a different file. */
export const createSmallGif = (end = ''): string =>
  `GIF89a\x01\x00\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;${end}`;

function encodeChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

/** Returns a few kilobytes that decode to 1.2 GB. */
export function createPixelBomb(): Buffer {
  const side = 20_000;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2], 8);
  const rows = deflateSync(Buffer.alloc((side * 3 + 1) * 100));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    encodeChunk('IHDR', header),
    encodeChunk('IDAT', rows),
    encodeChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns a valid GIF that is also a valid script: its size bytes start a comment. */
export const createGifWithScript = async (): Promise<Buffer> =>
  Buffer.concat([await createAnimation(1), Buffer.from('*/=1;alert(document.cookie)//')]);

export const createScriptWithSignature = (): Buffer =>
  Buffer.from('GIF89a/*\x00\x00*/=1;alert(document.cookie)//', 'latin1');

export async function createJpegWithPage(): Promise<Buffer> {
  const whole = await createJpeg();
  const page = Buffer.from('<html><script>alert(1)</script></html>');
  const segment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, page.length + 2]), page]);
  return Buffer.concat([whole.subarray(0, 2), segment, whole.subarray(2)]);
}

export const createSvgWithScript = (): Buffer =>
  Buffer.from(
    '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>',
  );

export async function createAnimatedPng(frames: number): Promise<Buffer> {
  const whole = await createPng(40, 30);
  const afterHeader = 33;
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames, 0);
  return Buffer.concat([whole.subarray(0, afterHeader), encodeChunk('acTL', control), whole.subarray(afterHeader)]);
}

/** Returns an AVIF file with an image sequence beside its still image. */
export async function createAnimatedAvif(): Promise<Buffer> {
  const still = await createPixels(40, 30).avif().toBuffer();
  return Buffer.concat([still, Buffer.from('\0\0\0\x08moov', 'latin1')]);
}
