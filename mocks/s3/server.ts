import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { faultOfSignature } from './signature';

export interface S3Object { body: Buffer; type: string; etag: string; modifiedAtMs: number }
export type S3Fault = 'down' | 'refuse' | null;

export interface S3Mock {
  /** Endpoint and bucket. */
  url: string;
  port: number;
  env: Record<string, string>;
  objects: Map<string, S3Object>;
  /** What was asked, oldest first: `GET course/lesson/480p.mp4 bytes=0-9`. */
  asked: string[];
  setFault(fault: S3Fault): void;
  /** Puts of this file name are answered 503, until null. */
  failPutsOf(file: string | null): void;
  close(): Promise<void>;
}

const BUCKET = 'lessons';
const credentials = { key: 'mock-key', secret: 'mock-secret' };

function refuse(response: ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) }).end(body);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const secondsOf = (date: string | undefined) => (date === undefined ? NaN : Date.parse(date));

/** RFC 9110's order of conditions: 412 first, then 304. */
function conditionStatus({ headers }: IncomingMessage, { etag, modifiedAtMs }: S3Object): 412 | 304 | null {
  const modified = Math.floor(modifiedAtMs / 1000) * 1000;
  if (headers['if-match'] !== undefined && headers['if-match'] !== etag) return 412;
  if (modified > secondsOf(headers['if-unmodified-since'])) return 412;
  if (headers['if-none-match'] !== undefined) return headers['if-none-match'] === etag ? 304 : null;
  return modified <= secondsOf(headers['if-modified-since']) ? 304 : null;
}

function give(request: IncomingMessage, response: ServerResponse, object: S3Object): void {
  const { body, type, etag, modifiedAtMs } = object;
  const status = conditionStatus(request, object);
  if (status === 412) return refuse(response, 412, 'PreconditionFailed');
  response.setHeader('etag', etag).setHeader('last-modified', new Date(modifiedAtMs).toUTCString());
  if (status === 304) return void response.writeHead(304).end();
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const isPart = first !== '' || last !== '';
  const from = first === '' && isPart ? Math.max(0, body.length - Number(last)) : Number(first);
  const to = first === '' || last === '' ? body.length - 1 : Math.min(Number(last), body.length - 1);
  if (isPart && (from >= body.length || (first === '' && Number(last) === 0))) return refuse(response, 416, 'InvalidRange');
  const bytes = isPart ? body.subarray(from, to + 1) : body;
  response.writeHead(isPart ? 206 : 200, {
    'content-type': type, 'content-length': bytes.length, 'accept-ranges': 'bytes',
    ...(isPart ? { 'content-range': `bytes ${from}-${to}/${body.length}` } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

interface Kept { objects: Map<string, S3Object>; asked: string[]; failing: string | null }

async function answer(request: IncomingMessage, response: ServerResponse, { objects, asked, failing }: Kept): Promise<void> {
  const fault = faultOfSignature(request, credentials);
  if (fault) return refuse(response, 403, fault);
  const path = decodeURIComponent((request.url ?? '').split('?')[0] ?? '');
  if (!path.startsWith(`/${BUCKET}/`)) return refuse(response, 404, 'NoSuchBucket');
  const key = path.slice(BUCKET.length + 2);
  asked.push([request.method, key, request.headers.range].filter(Boolean).join(' '));
  if (request.method === 'PUT') {
    if (request.headers['content-length'] === undefined) return refuse(response, 411, 'MissingContentLength');
    const body = await bodyOf(request);
    if (failing !== null && key.endsWith(`/${failing}`)) return refuse(response, 503, 'SlowDown');
    const etag = `"${createHash('md5').update(body).digest('hex')}"`;
    objects.set(key, { body, etag, type: request.headers['content-type'] ?? 'binary/octet-stream', modifiedAtMs: Date.now() });
    return void response.setHeader('etag', etag).writeHead(200).end();
  }
  if (request.method === 'DELETE') return void (objects.delete(key), response.writeHead(204).end());
  const object = objects.get(key);
  return object ? give(request, response, object) : refuse(response, 404, 'NoSuchKey');
}

export async function startS3Mock({ port = 0 }: { port?: number } = {}): Promise<S3Mock> {
  const kept: Kept = { objects: new Map(), asked: [], failing: null };
  let fault: S3Fault = null;
  const server = createServer((request, response) => {
    if (fault === 'down') request.socket.destroy();
    else if (fault === 'refuse') refuse(response, 503, 'SlowDown');
    else void answer(request, response, kept);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const taken = (server.address() as AddressInfo).port;
  const url = `http://127.0.0.1:${taken}/${BUCKET}`;
  return {
    url, port: taken, objects: kept.objects, asked: kept.asked,
    env: { MEDIA_S3_URL: url, MEDIA_S3_KEY: credentials.key, MEDIA_S3_SECRET: credentials.secret, MEDIA_S3_REGION: 'eu-south-1' },
    setFault: (next) => { fault = next; },
    failPutsOf: (file) => { kept.failing = file; },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
