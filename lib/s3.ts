import { createHash, createHmac } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** An S3-compatible server's bucket. `url` is endpoint and bucket, without a trailing slash: `https://s3.example/lessons`. */
export interface MediaBucket { url: string; key: string; secret: string; region: string }

const emptyHash = createHash('sha256').digest('hex');
const answerMs = 15_000;
const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) };

/** RFC 3986, as the signature wants it: `encodeURIComponent` leaves five characters that S3 encodes. */
const encode = (text: string) => encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

interface Signing { method: string; path: string; headers: Readonly<Record<string, string>>; now: Date }

/** AWS Signature Version 4 for a request without a query; every given header is signed. */
export function signatureHeaders({ key, secret, region }: MediaBucket, { method, path, headers, now }: Signing): Record<string, string> {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${stamp.slice(0, 8)}/${region}/s3/aws4_request`;
  const signed: Record<string, string> = { ...headers, 'x-amz-date': stamp };
  const names = Object.keys(signed).sort();
  const canonical = [method, path, '', ...names.map((name) => `${name}:${signed[name]?.trim()}`), '', names.join(';'), signed['x-amz-content-sha256']].join('\n');
  const text = ['AWS4-HMAC-SHA256', stamp, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const signingKey = scope.split('/').reduce<string | Buffer>((known, part) => hmac(known, part), `AWS4${secret}`);
  const signature = hmac(signingKey, text).toString('hex');
  return { 'x-amz-date': stamp, authorization: `AWS4-HMAC-SHA256 Credential=${key}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}` };
}

export type BucketMethod = 'GET' | 'HEAD' | 'PUT' | 'DELETE';

/**
 * One signed request; the answer's body is still to be read. `key` is the object's name, slashes and all.
 * @throws when the server cannot be reached or does not answer within 15 seconds
 */
export async function askBucket(bucket: MediaBucket, method: BucketMethod, key: string, headers: IncomingHttpHeaders = {}, body?: Readable): Promise<IncomingMessage> {
  const url = new URL(`${bucket.url}/${key.split('/').map(encode).join('/')}`);
  const signed = { host: url.host, 'x-amz-content-sha256': body ? 'UNSIGNED-PAYLOAD' : emptyHash };
  const authorization = signatureHeaders(bucket, { method, path: url.pathname, headers: signed, now: new Date() });
  const secure = url.protocol === 'https:';
  const request = (secure ? httpsRequest : httpRequest)(url, {
    method, headers: { ...headers, ...signed, ...authorization }, agent: agents[secure ? 'https:' : 'http:'],
  });
  request.setTimeout(answerMs, () => request.destroy(new Error(`No answer from the media bucket within ${answerMs / 1000} s`)));
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('error', reject);
    request.once('response', (response) => {
      // A visitor who pauses is no server that hangs.
      request.setTimeout(0);
      resolve(response);
    });
  });
  if (body) await Promise.race([pipeline(body, request), answer]);
  else request.end();
  return answer;
}

/** A whole object in memory, for the small ones; null when it is not there. */
export async function readObject(bucket: MediaBucket, key: string): Promise<Buffer | null> {
  const answer = await askBucket(bucket, 'GET', key);
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  if (answer.statusCode === 404) return null;
  if (answer.statusCode !== 200) throw new Error(`The media bucket answered ${answer.statusCode} for ${key}`);
  return Buffer.concat(chunks);
}

/** Size and age; null when it is not there. */
export async function statObject(bucket: MediaBucket, key: string): Promise<{ bytes: number; modifiedAt: Date } | null> {
  const answer = (await askBucket(bucket, 'HEAD', key)).resume();
  if (answer.statusCode === 404) return null;
  if (answer.statusCode !== 200) throw new Error(`The media bucket answered ${answer.statusCode} for ${key}`);
  return { bytes: Number(answer.headers['content-length']), modifiedAt: new Date(answer.headers['last-modified'] ?? 0) };
}

/** @throws when the object is not kept */
export async function putObject(bucket: MediaBucket, key: string, body: Readable, bytes: number, type: string): Promise<void> {
  const answer = (await askBucket(bucket, 'PUT', key, { 'content-length': String(bytes), 'content-type': type }, body)).resume();
  if (answer.statusCode !== 200) throw new Error(`The media bucket did not take ${key}: ${answer.statusCode}`);
}

/** Nothing happens when it is not there. */
export async function deleteObject(bucket: MediaBucket, key: string): Promise<void> {
  const answer = (await askBucket(bucket, 'DELETE', key)).resume();
  if (![200, 204, 404].includes(answer.statusCode ?? 0)) throw new Error(`The media bucket did not delete ${key}: ${answer.statusCode}`);
}
