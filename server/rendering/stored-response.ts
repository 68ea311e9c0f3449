import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compress, type Effort, type Encoding, encodingFor, isWorthCompressing } from './compression';

interface Representation {
  readonly headers: Readonly<Record<string, string>>;
  /** Null if the gzip body is decompressed on demand, because few visitors need an uncompressed one. */
  readonly body: Buffer | null;
}

export interface StoredResponse {
  readonly status: number;
  readonly hash: string;
  readonly representations: Readonly<Record<Encoding, Representation>>;
}

/** A strong ETag must differ between encodings. */
const tagSuffix: Readonly<Record<Encoding, string>> = { br: '-b', gzip: '-g', identity: '' };

const hashOf = (body: Buffer): string => createHash('sha256').update(body).digest('base64url').slice(0, 22);

interface StoreOptions {
  readonly precompressed?: Partial<Record<Encoding, Buffer | null>>;
  readonly effort?: Effort;
}

export async function storeResponse(
  { status, headers, body }: { status: number; headers: Readonly<Record<string, string>>; body: Buffer },
  { precompressed = {}, effort = 'best' }: StoreOptions = {},
): Promise<StoredResponse> {
  const hash = hashOf(body);
  const isCompressed = isWorthCompressing(headers['content-type'] ?? '', body.length);
  const encodeAs = async (encoding: Encoding): Promise<Representation> => {
    const encoded = isCompressed ? (precompressed[encoding] ?? (await compress(body, encoding, effort))) : body;
    const etag = `"${hash}${isCompressed ? tagSuffix[encoding] : ''}"`;
    const describing: Record<string, string> =
      isCompressed && encoding !== 'identity' ? { 'content-encoding': encoding } : {};
    return {
      headers: { ...headers, ...describing, etag, 'content-length': String(encoded.length) },
      body: isCompressed && encoding === 'identity' ? null : encoded,
    };
  };
  const [br, gzip, identity] = await Promise.all([encodeAs('br'), encodeAs('gzip'), encodeAs('identity')]);
  return { status, hash, representations: { br, gzip, identity } };
}

const plainBody = ({ representations: { gzip, identity } }: StoredResponse): Buffer =>
  identity.body ?? gunzipSync(gzip.body ?? Buffer.alloc(0));

/** Accepts the ETag of any encoding, because all have the same content. */
export function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  stored: StoredResponse,
  own: Readonly<Record<string, string>> = {},
): void {
  const { headers, body } =
    stored.representations[encodingFor(request.headers['accept-encoding'] as string | undefined)];
  const noneMatch = request.headers['if-none-match'];
  void reply.code(stored.status).headers(headers).headers(own);
  if (
    stored.status === 200 &&
    noneMatch !== undefined &&
    (noneMatch.includes(stored.hash) || noneMatch.trim() === '*')
  ) {
    for (const name of ['content-length', 'content-type', 'content-encoding']) void reply.removeHeader(name);
    return void reply.code(304).send();
  }
  void reply.send(body ?? plainBody(stored));
}
