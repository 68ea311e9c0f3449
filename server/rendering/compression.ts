import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

export type Encoding = 'br' | 'gzip' | 'identity';
/** Use `fast` for one visitor and `best` for the cache. Both run off the main thread. */
export type Effort = 'fast' | 'best';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const compressible =
  /^(?:text\/|application\/(?:json|javascript|xml|manifest\+json|[\w.-]+\+(?:json|xml))|image\/svg\+xml|font\/ttf)/;
/** Qualities 10 and 11 take ten and thirty times as long for 6 and 8 % fewer bytes (docs/decisions/081). */
const bestBrotli = 9;
const minBytes = 1_000;

export const isWorthCompressing = (contentType: string, bytes: number): boolean =>
  bytes >= minBytes && compressible.test(contentType) && !contentType.startsWith('text/event-stream');

export async function compress(body: Buffer, encoding: Encoding, effort: Effort): Promise<Buffer> {
  if (encoding === 'identity') return body;
  if (encoding === 'gzip') return zip(body, { level: effort === 'best' ? 9 : 5 });
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: effort === 'best' ? bestBrotli : 4,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

const negotiated = new LRUCache<string, Encoding>({ max: 100 });

export function encodingFor(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity';
  const cachedEncoding = negotiated.get(acceptEncoding);
  if (cachedEncoding) return cachedEncoding;
  // The package's types lack the second parameter, which decides between encodings of equal weight.
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }) as {
    encoding(available: string[], options: { preferred: string[] }): string | undefined;
  };
  const encoding = (negotiator.encoding(['br', 'gzip', 'identity'], { preferred: ['br', 'gzip'] }) ??
    'identity') as Encoding;
  negotiated.set(acceptEncoding, encoding);
  return encoding;
}
