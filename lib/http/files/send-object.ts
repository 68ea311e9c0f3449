import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { parseByteRange } from '@/lib/http/files/byte-range';
import { fetchObject, statObject, type MediaBucket } from '@/lib/s3';

const PASSED_ON = ['content-length', 'content-range', 'etag', 'last-modified'] as const;

/** One range only, and none with `HEAD`, as with files on the disk. */
function rangeOf({ method, headers }: IncomingMessage): string | null {
  const { range } = headers;
  return method === 'GET' && range !== undefined && parseByteRange(range, Number.MAX_SAFE_INTEGER).kind !== 'all' ? range : null;
}

/** S3 knows no `If-Range`: the same question as a condition, whose failure (412) means the whole object. Null: whole at once. */
function conditionOf(ifRange: string | undefined): Record<string, string> | null {
  if (ifRange === undefined) return {};
  if (ifRange.startsWith('"')) return { 'if-match': ifRange };
  return ifRange.startsWith('W/') ? null : { 'if-unmodified-since': ifRange };
}

async function askFor(request: IncomingMessage, bucket: MediaBucket, key: string): Promise<Response> {
  const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
  const kept: Record<string, string> = {};
  for (const name of ['if-none-match', 'if-modified-since'] as const) {
    const value = request.headers[name];
    if (value) kept[name] = value;
  }
  const range = rangeOf(request);
  const ifRange = request.headers['if-range'];
  const condition = range === null ? null : conditionOf(Array.isArray(ifRange) ? ifRange[0] : ifRange);
  if (range === null || condition === null) return fetchObject(bucket, { method, key, headers: kept });
  const part = await fetchObject(bucket, { method, key, headers: { ...kept, ...condition, range } });
  if (part.status !== 412) return part;
  await part.body?.cancel();
  return fetchObject(bucket, { method, key, headers: kept });
}

/**
 * Sends an object of the bucket as `sendFile` sends a file: 206, 304, 416, `HEAD`, `If-Range`, always with a length; the
 * bytes pass through, no faster than the visitor takes them.
 * @returns false, with nothing sent, when the bucket has no such object
 * @throws when the bucket cannot be asked or refuses
 */
export async function sendObject(request: IncomingMessage, response: ServerResponse, bucket: MediaBucket, key: string): Promise<boolean> {
  const answer = await askFor(request, bucket, key);
  const { status } = answer;
  if (![200, 206, 304, 416].includes(status)) {
    await answer.body?.cancel();
    if (status === 404) return false;
    throw new Error(`The media bucket answered ${status} for ${key}`);
  }
  response.statusCode = status;
  response.setHeader('accept-ranges', 'bytes');
  if (status === 416) return refuseRange(answer, response, bucket, key);
  for (const name of PASSED_ON) {
    const value = answer.headers.get(name);
    if (value !== null) response.setHeader(name, value);
  }
  if (status === 304) response.removeHeader('content-type');
  await pass(answer, response);
  return true;
}

/** Resolves when the visitor has it all, or has gone. */
function pass({ body }: Response, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const bytes = body === null ? Readable.from([]) : Readable.fromWeb(body as ReadableStream);
    response.once('close', () => {
      bytes.destroy();
      resolve();
    });
    bytes.once('error', () => response.destroy());
    bytes.pipe(response);
  });
}

/** Not every server says the size with its refusal. */
async function refuseRange(answer: Response, response: ServerResponse, bucket: MediaBucket, key: string): Promise<true> {
  await answer.body?.cancel();
  const size = (await statObject(bucket, key))?.bytes;
  response.removeHeader('content-type');
  response.setHeader('content-range', `bytes */${size ?? '*'}`);
  response.setHeader('content-length', 0);
  response.end();
  return true;
}
