import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from '@/lib/http/answers/encoding';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** `quick` while somebody waits, `best` once for what is kept; both run off the main thread. */
export type Effort = 'quick' | 'best';

export async function compress(body: Buffer, encoding: Encoding, effort: Effort): Promise<Buffer> {
  if (encoding === 'identity') return body;
  if (encoding === 'gzip') return zip(body, { level: effort === 'best' ? 9 : 5 });
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: effort === 'best' ? constants.BROTLI_MAX_QUALITY : 4,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

const TEXT = /^(?:text\/|application\/(?:json|javascript|xml|manifest\+json|[\w.-]+\+(?:json|xml))|image\/svg\+xml|font\/ttf)/;

/** Whether compression is worth it for this content type. */
export function isCompressible(contentType: string): boolean {
  return TEXT.test(contentType) && !contentType.startsWith('text/event-stream');
}
