/** Determined by the file's content. Its name and the type that the browser claims are ignored. */
export type UploadedFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';
export type PictureKind = UploadedFormat | 'svg' | 'heic' | null;

const bytesUsed = 1024;

const brands: ReadonlyArray<[brand: RegExp, kind: PictureKind]> = [
  [/^avi[fs]$/, 'avif'],
  [/^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/, 'heic'],
];

export function pictureKindOf(head: Uint8Array): PictureKind {
  const start = Buffer.from(head.subarray(0, bytesUsed));
  const latin = start.toString('latin1');
  if (latin.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (latin.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (latin.startsWith('GIF87a') || latin.startsWith('GIF89a')) return 'gif';
  if (latin.startsWith('RIFF') && latin.slice(8, 12) === 'WEBP') return 'webp';
  if (latin.slice(4, 8) === 'ftyp') return kindOfBrands(latin);
  return /<svg[\s>]/i.test(start.toString('utf8')) ? 'svg' : null;
}

/** Checks compatible brands too, because some cameras write `mif1` as the major brand. */
function kindOfBrands(latin: string): PictureKind {
  const end = Math.min(Buffer.from(latin.slice(0, 4), 'latin1').readUInt32BE(0), latin.length);
  const listedBrands = [latin.slice(8, 12), ...(latin.slice(16, end).match(/.{4}/gs) ?? [])];
  const kinds = listedBrands.flatMap((name) => brands.filter(([brand]) => brand.test(name)).map(([, kind]) => kind));
  return kinds.includes('avif') ? 'avif' : (kinds[0] ?? null);
}

/** The decoder shows only the first frame of an animated PNG or AVIF. */
export function isLostAnimation(kind: PictureKind, bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (kind === 'png') return framesOfPng(file) > 1;
  return kind === 'avif' && boxTypes(file).includes('moov');
}

/** `acTL` precedes the first image data (PNG, third edition, 11.3.6.1). */
function framesOfPng(file: Buffer): number {
  for (let at = 8; at + 12 <= file.length; at += 12 + file.readUInt32BE(at)) {
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'acTL') return file.readUInt32BE(at + 8);
    if (type === 'IDAT') return 1;
  }
  return 1;
}

function boxTypes(file: Buffer): string[] {
  const types: string[] = [];
  for (let at = 0; at + 8 <= file.length;) {
    types.push(file.toString('latin1', at + 4, at + 8));
    const size = file.readUInt32BE(at);
    const bytes = size === 1 && at + 16 <= file.length ? Number(file.readBigUInt64BE(at + 8)) : size;
    if (bytes < 8) break;
    at += bytes;
  }
  return types;
}
