import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { parseByteRange } from '@/lib/http/files/byte-range';
import { askBucket, statObject, type MediaBucket } from '@/lib/s3';

const PASSED_ON = ['content-length', 'content-range', 'etag', 'last-modified'] as const;

/** One range only, and none with `HEAD`, as with files on the disk. */
function rangeOf({ method, headers }: IncomingMessage): string | null {
  const { range } = headers;
  return method === 'GET' && range !== undefined && parseByteRange(range, Number.MAX_SAFE_INTEGER).kind !== 'all' ? range : null;
}

/** S3 knows no `If-Range`: the same question as a condition, whose failure (412) means the whole object. Null: whole at once. */
function conditionOf(ifRange: string | undefined): IncomingHttpHeaders | null {
  if (ifRange === undefined) return {};
  if (ifRange.startsWith('"')) return { 'if-match': ifRange };
  return ifRange.startsWith('W/') ? null : { 'if-unmodified-since': ifRange };
}

async function askFor(request: IncomingMessage, bucket: MediaBucket, key: string): Promise<IncomingMessage> {
  const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
  const kept: IncomingHttpHeaders = {};
  for (const name of ['if-none-match', 'if-modified-since'] as const) if (request.headers[name]) kept[name] = request.headers[name];
  const range = rangeOf(request);
  const ifRange = request.headers['if-range'];
  const condition = range === null ? null : conditionOf(Array.isArray(ifRange) ? ifRange[0] : ifRange);
  if (range === null || condition === null) return askBucket(bucket, method, key, kept);
  const part = await askBucket(bucket, method, key, { ...kept, ...condition, range });
  if (part.statusCode !== 412) return part;
  part.resume();
  return askBucket(bucket, method, key, kept);
}

/**
 * Sends an object of the bucket as `sendFile` sends a file: 206, 304, 416, `HEAD`, `If-Range`, always with a length; the
 * bytes pass through, no faster than the visitor takes them.
 * @returns false, with nothing sent, when the bucket has no such object
 * @throws when the bucket cannot be asked or refuses
 */
export async function sendObject(request: IncomingMessage, response: ServerResponse, bucket: MediaBucket, key: string): Promise<boolean> {
  const answer = await askFor(request, bucket, key);
  const status = answer.statusCode ?? 0;
  if (![200, 206, 304, 416].includes(status)) {
    answer.resume();
    if (status === 404) return false;
    throw new Error(`The media bucket answered ${status} for ${key}`);
  }
  response.statusCode = status;
  response.setHeader('accept-ranges', 'bytes');
  if (status === 416) return refuseRange(answer, response, bucket, key);
  for (const name of PASSED_ON) {
    const value = answer.headers[name];
    if (value !== undefined) response.setHeader(name, value);
  }
  if (status === 304) response.removeHeader('content-type');
  await pass(answer, response);
  return true;
}

/** Resolves when the visitor has it all, or has gone. */
function pass(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', () => {
      answer.destroy();
      resolve();
    });
    answer.once('error', () => response.destroy());
    answer.pipe(response);
  });
}

/** Not every server says the size with its refusal. */
async function refuseRange(answer: IncomingMessage, response: ServerResponse, bucket: MediaBucket, key: string): Promise<true> {
  answer.resume();
  const size = (await statObject(bucket, key))?.bytes;
  response.removeHeader('content-type');
  response.setHeader('content-range', `bytes */${size ?? '*'}`);
  response.setHeader('content-length', 0);
  response.end();
  return true;
}
