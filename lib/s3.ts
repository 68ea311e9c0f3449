import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { ReadableStream } from 'node:stream/web';
import { AwsV4Signer } from 'aws4fetch';

/** `url` is the endpoint followed by the bucket, such as `https://s3.example/lessons`. */
export interface MediaBucket {
  url: string;
  key: string;
  secret: string;
  region: string;
}

export interface ObjectRequest {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  key: string;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer | AsyncIterable<Buffer>;
}

const responseTimeoutMs = 15_000;
const signingKeys = new Map<string, ArrayBuffer>();

/** S3 also encodes five characters that `encodeURIComponent` does not. */
const encodeKey = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

/** Streams the response whatever its status. @throws after 15 seconds without a response or further bytes */
export const fetchObject = (bucket: MediaBucket, { key, ...request }: ObjectRequest): Promise<Response> =>
  fetchSigned(bucket, key.split('/').map(encodeKey).join('/'), request);

async function fetchSigned(
  bucket: MediaBucket,
  path: string,
  { method, headers = {}, body }: Omit<ObjectRequest, 'key'>,
): Promise<Response> {
  const signed = await new AwsV4Signer({
    method,
    url: `${bucket.url}/${path}`,
    service: 's3',
    region: bucket.region,
    accessKeyId: bucket.key,
    secretAccessKey: bucket.secret,
    cache: signingKeys,
  }).sign();
  // Set these headers after signing, because a proxy may rewrite them.
  for (const [name, value] of Object.entries({ 'accept-encoding': 'identity', ...headers }))
    signed.headers.set(name, value);
  const timeout = new AbortController();
  const timer = setTimeout(
    () => timeout.abort(new Error(`No answer from the media bucket within ${responseTimeoutMs / 1000} s`)),
    responseTimeoutMs,
  );
  const init: RequestInit = {
    method,
    headers: signed.headers,
    cache: 'no-store',
    redirect: 'error',
    signal: timeout.signal,
  };
  try {
    return await fetch(
      signed.url,
      body ? ({ ...init, body: toNodeStream(body, () => timer.refresh()), duplex: 'half' } as RequestInit) : init,
    );
  } finally {
    clearTimeout(timer);
  }
}

function toNodeStream(body: Buffer | AsyncIterable<Buffer>, onChunk: () => void): BodyInit {
  if (Buffer.isBuffer(body)) return new Uint8Array(body);
  return ReadableStream.from(
    (async function* chunks() {
      for await (const chunk of body) {
        onChunk();
        yield chunk;
      }
    })(),
  ) as BodyInit;
}

/** @returns whether the object exists */
async function finishRequest(response: Response, request: ObjectRequest): Promise<boolean> {
  await response.body?.cancel();
  if (response.ok) return true;
  if (response.status === 404) return false;
  throw new Error(`The media bucket answered ${response.status} to ${request.method} ${request.key}`);
}

export async function readObject(bucket: MediaBucket, key: string): Promise<Buffer | null> {
  const request: ObjectRequest = { method: 'GET', key };
  const response = await fetchObject(bucket, request);
  if (response.status === 200) return Buffer.from(await response.arrayBuffer());
  await finishRequest(response, request);
  return null;
}

export async function statObject(
  bucket: MediaBucket,
  key: string,
): Promise<{ bytes: number; modifiedAt: Date } | null> {
  const request: ObjectRequest = { method: 'HEAD', key };
  const response = await fetchObject(bucket, request);
  if (!(await finishRequest(response, request))) return null;
  return {
    bytes: Number(response.headers.get('content-length')),
    modifiedAt: new Date(response.headers.get('last-modified') ?? 0),
  };
}

export const putObject = (bucket: MediaBucket, key: string, body: Buffer, type: string): Promise<void> =>
  putBody(bucket, key, body, body.length, type);

export const putFile = async (bucket: MediaBucket, key: string, path: string, type: string): Promise<void> =>
  putBody(bucket, key, createReadStream(path), (await stat(path)).size, type);

async function putBody(
  bucket: MediaBucket,
  key: string,
  body: Buffer | AsyncIterable<Buffer>,
  bytes: number,
  type: string,
): Promise<void> {
  const request: ObjectRequest = {
    method: 'PUT',
    key,
    headers: { 'content-length': String(bytes), 'content-type': type },
    body,
  };
  if (!(await finishRequest(await fetchObject(bucket, request), request)))
    throw new Error(`The media bucket does not exist: ${bucket.url}`);
}

export async function deleteObject(bucket: MediaBucket, key: string): Promise<void> {
  const request: ObjectRequest = { method: 'DELETE', key };
  await finishRequest(await fetchObject(bucket, request), request);
}

export interface ListedObject {
  key: string;
  modifiedAt: Date;
}

/** @throws if the bucket refuses to list */
export async function* listObjects(
  bucket: MediaBucket,
  prefix: string,
  pageSize = 1000,
): AsyncGenerator<ListedObject[]> {
  let after = '';
  for (;;) {
    const query = { 'list-type': '2', 'max-keys': String(pageSize), prefix, ...(after && { 'start-after': after }) };
    const path = `?${Object.entries(query)
      .map((pair) => pair.map(encodeKey).join('='))
      .join('&')}`;
    const response = await fetchSigned(bucket, path, { method: 'GET' });
    const xml = await response.text();
    if (!response.ok) throw new Error(`The media bucket answered ${response.status} to a listing of ${prefix}`);
    const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => listedObject(entry));
    if (objects.length > 0) yield objects;
    const last = objects.at(-1)?.key;
    // A server that ignores `start-after` would repeat the same page forever.
    if (!xml.includes('<IsTruncated>true</IsTruncated>') || last === undefined || last === after) return;
    after = last;
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function listedObject(entry: string): ListedObject {
  const elementText = (name: string) => new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(entry)?.[1] ?? '';
  return {
    key: elementText('Key').replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? ''),
    modifiedAt: new Date(elementText('LastModified')),
  };
}
