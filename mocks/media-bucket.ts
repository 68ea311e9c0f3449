import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';

export interface BucketMock {
  bucket: { url: string; key: string; secret: string; region: string };
  env: Record<string, string>;
  /** Signed requests, oldest first, such as `GET course/lesson/480p.mp4 bytes=0-9`. */
  requests: string[];
  put(key: string, body: Buffer | string): Promise<void>;
  read(key: string): Promise<string | null>;
  listKeys(): Promise<string[]>;
  /** `down` cuts every connection, `refuse` answers 503. */
  setFault(fault: 'down' | 'refuse' | null): void;
  failPutsOf(file: string | null): void;
  close(): Promise<void>;
}

const bucketName = 'lessons';
const suffix = '._S3rver_object';
const account = 'S3RVER';

/** Makes up for s3rver, which misreads `bytes=-5` and ignores conditions. @returns true if a condition fails (412) */
async function applyConditions(
  { headers }: IncomingMessage,
  file: string,
  etag: () => Promise<string | null>,
): Promise<boolean> {
  const info = await stat(file).catch(() => null);
  const last = /^bytes=-(\d+)$/.exec(headers.range ?? '')?.[1];
  if (info && last) headers.range = `bytes=${Math.max(0, info.size - Number(last))}-${info.size - 1}`;
  const since = headers['if-unmodified-since'];
  if (since !== undefined && info && Math.floor(info.mtimeMs / 1000) * 1000 > Date.parse(since)) return true;
  return headers['if-match'] !== undefined && headers['if-match'] !== (await etag());
}

/** Requests a version 1 listing: s3rver encrypts tokens of version 2 with DES, which OpenSSL 3 lacks. */
const toFirstVersion = (url: string): string =>
  url.includes('list-type=2&') ? url.replace('list-type=2&', '').replace('start-after=', 'marker=') : url;

/** Runs s3rver, an independent S3 server, with faults. It checks the access key's name, but no signatures. */
export async function startBucketMock({ port = 0 }: { port?: number } = {}): Promise<BucketMock> {
  const directory = await mkdtemp(path.join(tmpdir(), 'media-bucket-'));
  const s3 = new S3rver({
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: bucketName, configs: [] }],
  });
  await s3.configureBuckets();
  const answer = s3.callback();
  const requests: string[] = [];
  let fault: 'down' | 'refuse' | null = null;
  let failing: string | null = null;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers.authorization === undefined) return answer(request, response);
    const key = decodeURIComponent(request.url ?? '').slice(bucketName.length + 2);
    if (fault === 'down') return void request.socket.destroy();
    if (fault === 'refuse' || (request.method === 'PUT' && failing !== null && key.endsWith(`/${failing}`)))
      return void response.writeHead(503, { connection: 'close' }).end();
    requests.push([request.method, key, request.headers.range].filter(Boolean).join(' '));
    const fetchEtag = async () => (await fetch(buildUrl(key), { method: 'HEAD' })).headers.get('etag');
    if (await applyConditions(request, path.join(directory, bucketName, key + suffix), fetchEtag))
      return void response.writeHead(412).end();
    request.url = toFirstVersion(request.url ?? '');
    answer(request, response);
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${bucketName}`;
  const buildUrl = (key: string) => `${url}/${key.split('/').map(encodeURIComponent).join('/')}`;
  const bucket = { url, key: account, secret: account, region: 'eu-south-1' };

  return {
    bucket,
    requests,
    env: {
      MEDIA_S3_URL: bucket.url,
      MEDIA_S3_KEY: bucket.key,
      MEDIA_S3_SECRET: bucket.secret,
      MEDIA_S3_REGION: bucket.region,
    },
    async put(key, body) {
      const { status } = await fetch(buildUrl(key), { method: 'PUT', body: new Uint8Array(Buffer.from(body)) });
      if (status !== 200) throw new Error(`s3rver answered ${status}`);
    },
    async read(key) {
      const response = await fetch(buildUrl(key));
      return response.ok ? response.text() : null;
    },
    async listKeys() {
      const files = await readdir(path.join(directory, bucketName), { recursive: true });
      return files
        .filter((file) => file.endsWith(suffix))
        .map((file) => file.slice(0, -suffix.length))
        .sort();
    },
    setFault: (next) => {
      fault = next;
    },
    failPutsOf: (file) => {
      failing = file;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(directory, { recursive: true });
    },
  };
}
