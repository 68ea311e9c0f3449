import 'server-only';
import { createHash } from 'node:crypto';

interface Content {
  readonly body: string | Buffer;
  readonly type: string;
  /** Made from the body when absent. */
  readonly etag?: string;
  /** How long a browser may use it without asking again; 0 when absent. */
  readonly maxAgeSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Public content with a strong ETag; 304 for a caller who has it already. */
export function conditionalAnswer(request: Request, { body, type, etag = etagOf(body), maxAgeSeconds = 0, headers }: Content): Response {
  const cacheControl = maxAgeSeconds > 0 ? `public, max-age=${maxAgeSeconds}` : 'public, no-cache';
  const all = { ...headers, etag, 'cache-control': cacheControl, 'content-type': type };
  if (matches(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers: all });
  return new Response(typeof body === 'string' ? body : new Uint8Array(body), { headers: all });
}

export const jsonType = 'application/json; charset=utf-8';

export const conditionalJson = (request: Request, value: unknown, headers?: Readonly<Record<string, string>>): Response =>
  conditionalAnswer(request, { body: JSON.stringify(value), type: jsonType, ...(headers ? { headers } : {}) });

const etagOf = (body: string | Buffer) => `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;

const matches = (asked: string | null, etag: string) =>
  asked !== null && asked.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag);
