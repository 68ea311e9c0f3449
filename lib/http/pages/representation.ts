import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { compress, isCompressible, type Effort } from '@/lib/http/answers/compress';
import type { Encoding } from '@/lib/http/answers/encoding';
import type { KeptPage, Representation } from '@/lib/http/pages/page-cache';

/** Made anew by the front, or about one connection only. */
const OURS = new Set([
  'cache-control', 'connection', 'content-encoding', 'content-length', 'content-security-policy', 'date', 'etag',
  'keep-alive', 'set-cookie', 'transfer-encoding', 'vary', 'x-powered-by',
]);
const SMALLEST_WORTH_COMPRESSING = 400;
const SUFFIX: Readonly<Record<Effort, Readonly<Record<Encoding, string>>>> = {
  quick: { br: '-b4', gzip: '-g5', identity: '' },
  best: { br: '-b', gzip: '-g', identity: '' },
};

/** Preloads of what the page needs, but not of stylesheets: those are in the page itself. */
function settledLinks(value: string, nonce: string): string {
  const links = value.split(/,\s*(?=<)/).filter((link) => !/as="?style"?/.test(link));
  return links.map((link) => link.replaceAll(`; nonce="${nonce}"`, '')).join(', ');
}

/** The application's own headers that stay, as names and values in turn. */
export function keptHeaders(headers: OutgoingHttpHeaders, nonce: string): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (value === undefined || OURS.has(name)) return [];
    if (name !== 'link') return [value].flat().flatMap((each) => [name, String(each)]);
    const links = settledLinks([value].flat().join(', '), nonce);
    return links === '' ? [] : [name, links];
  });
}

export function hashOfBody(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}

/**
 * The body in each encoding, with headers ready to be written. Each encoding has an entity tag of its own, as a strong
 * tag must, and a new one when `quick` bytes make place for `best` ones.
 */
export async function representations(
  body: Buffer,
  headers: readonly string[],
  contentType: string,
  effort: Effort,
): Promise<KeptPage['representations']> {
  const hash = hashOfBody(body);
  const worth = body.length >= SMALLEST_WORTH_COMPRESSING && isCompressible(contentType);
  const make = async (encoding: Encoding): Promise<Representation> => {
    const encoded = worth ? await compress(body, encoding, effort) : body;
    const etag = `"${hash}${worth ? SUFFIX[effort][encoding] : ''}"`;
    const common = [...headers, 'etag', etag];
    const describing = worth && encoding !== 'identity' ? ['content-encoding', encoding] : [];
    return {
      headers: [...common, ...describing, 'content-length', String(encoded.length)],
      notModifiedHeaders: withoutBodyHeaders(common),
      body: encoded,
    };
  };
  const [br, gzip, identity] = await Promise.all([make('br'), make('gzip'), make('identity')]);
  return { br, gzip, identity: worth ? unpacked(identity, gzip) : identity };
}

/** Hardly anybody asks without compression, so the largest of the three is not kept but made when it is asked for. */
function unpacked({ headers, notModifiedHeaders }: Representation, gzip: Representation): Representation {
  return {
    headers, notModifiedHeaders,
    get body() {
      return gunzipSync(gzip.body);
    },
  };
}

function withoutBodyHeaders(headers: readonly string[]): string[] {
  const result: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2);
    if (!name.startsWith('content-') || name === 'content-security-policy') result.push(name, value);
  }
  return result;
}
