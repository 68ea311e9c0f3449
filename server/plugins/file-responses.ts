import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Readable } from 'node:stream';
import send from '@fastify/send';
import type { FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { LRUCache } from 'lru-cache';
import { onInvalidate } from '@/lib/cache/invalidate';
import { log } from '@/lib/log';
import { serverStats } from '@/lib/process/shared-state';
import { fetchObject, type MediaBucket } from '@/lib/s3';
import type { AppOptions } from '@/server/options';
import { sendRefusal } from '@/server/problems';
import { sendDiskFile } from '@/server/send-file';

declare module 'fastify' {
  interface FastifyInstance {
    /** @returns null without `X-Accel-Redirect` */
    sendNamedFile(request: FastifyRequest, reply: FastifyReply, headers: Record<string, unknown>): Promise<void> | null;
  }
}

interface NamedFile {
  /** `/_protected/{media|data}/…`, percent-encoded */
  readonly target: string;
  readonly userId: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

interface RememberedFile extends NamedFile {
  readonly version: string | null;
}

const connectionsPerUser = 6;
const maxRememberedFiles = 10_000;
const internalHeaders = ['x-accel-redirect', 'x-accel-expires', 'x-media-user'];
const forwardedHeaders = ['content-length', 'content-range', 'etag', 'last-modified'];
const conditionalHeaders = ['range', 'if-match', 'if-unmodified-since', 'if-none-match', 'if-modified-since'];
const statusesWithoutBody = [412, 416];

/** Only lessons may be sent by the proxy, because DATA_DIR also holds secrets. */
const isLesson = (target: string): boolean => target.startsWith('/_protected/media/');

function splitSegments(target: string): [folder: string, ...path: string[]] | null {
  const [, protectedFolder, folder = '', ...encoded] = target.split('/');
  try {
    const path = encoded.map(decodeURIComponent);
    const isInside =
      protectedFolder === '_protected' &&
      path.length > 0 &&
      path.every((segment) => segment !== '' && segment !== '..' && !/[\0/\\]/.test(segment));
    return isInside ? [folder, ...path] : null;
  } catch {
    return null;
  }
}

async function isInside(folder: string, file: string): Promise<boolean> {
  const [realFolder, realFile] = await Promise.all([folder, file].map((path) => realpath(path).catch(() => '')));
  return realFile?.startsWith(`${realFolder}${sep}`) ?? false;
}

async function readVersion(path: string): Promise<string | null> {
  const facts = await stat(path).catch(() => null);
  return facts && `${facts.ino} ${facts.size} ${facts.mtimeMs}`;
}

function connectionCounter(perUser: number): (reply: FastifyReply, userId: string) => boolean {
  const connections = new Map<string, number>();
  return (reply, userId) => {
    const open = connections.get(userId) ?? 0;
    if (open >= perUser) return false;
    connections.set(userId, open + 1);
    serverStats.videoConnections += 1;
    reply.raw.once('close', () => {
      serverStats.videoConnections -= 1;
      const connectionCount = (connections.get(userId) ?? 1) - 1;
      if (connectionCount > 0) connections.set(userId, connectionCount);
      else connections.delete(userId);
    });
    return true;
  };
}

/** Sends files that handlers name in `X-Accel-Redirect`. Reuses a handler's answer for `X-Accel-Expires` seconds. */
export const fileResponses = plugin<AppOptions>(
  (app, { settings }, registered) => {
    const folders: Readonly<Record<string, string>> = { media: settings.mediaDir, data: settings.dataDir };
    const countConnection = connectionCounter(Math.max(1, Math.floor(connectionsPerUser * settings.limitScale)));
    const rememberedFiles = new LRUCache<string, RememberedFile>({ max: maxRememberedFiles });
    app.addHook(
      'onClose',
      onInvalidate(({ tags }) => {
        if (tags.includes('sessions') || tags.includes('*')) rememberedFiles.clear();
      }),
    );

    const isInBucket = (target: string): boolean => settings.mediaBucket !== null && isLesson(target);

    const placeOf = (target: string): { root: string; path: string } | null => {
      const [folder = '', ...path] = splitSegments(target) ?? [];
      const root = folders[folder];
      return root === undefined ? null : { root, path: join(...path) };
    };

    const readCurrentVersion = async (target: string): Promise<string | null> => {
      const place = placeOf(target);
      if (isInBucket(target)) return 'bucket';
      return place && readVersion(join(place.root, place.path));
    };

    const sendFile = async (
      request: FastifyRequest,
      reply: FastifyReply,
      { target, userId, headers }: NamedFile,
      isChecked = false,
    ): Promise<void> => {
      if (settings.sendFiles === 'accel' && isLesson(target) && !isInBucket(target))
        return void reply.headers(headers).header('x-accel-redirect', target).send();
      if (userId !== null && !countConnection(reply, userId))
        return sendRefusal(request, reply, {
          status: 429,
          key: 'too-many-requests',
          limit: 'lesson-connections',
          retryAfterSeconds: 2,
        });
      const place = placeOf(target);
      if (!place) return sendRefusal(request, reply, { status: 404, key: 'not-found' });
      const { root, path } = place;
      if (settings.mediaBucket && isInBucket(target))
        return sendObject(request, reply, settings.mediaBucket, path.split(sep).join('/'), headers);
      if (!isChecked && !(await isInside(root, join(root, path))))
        return sendRefusal(request, reply, { status: 404, key: 'not-found' });
      const type = headers['content-type'] ?? send.mime.getType(path) ?? 'application/octet-stream';
      const isSent = await sendDiskFile(request, reply, {
        path: join(root, path),
        headers: { ...headers, 'content-type': type },
      });
      if (!isSent) return sendRefusal(request, reply, { status: 404, key: 'not-found' });
    };

    app.decorate('sendNamedFile', (request: FastifyRequest, reply: FastifyReply, answered: Record<string, unknown>) => {
      const target = answered['x-accel-redirect'];
      if (typeof target !== 'string') return null;
      const seconds = Number(answered['x-accel-expires'] ?? 0);
      const headers = Object.fromEntries(
        Object.entries(answered)
          .filter(([name]) => !internalHeaders.includes(name))
          .map(([name, value]) => [name, String(value)]),
      );
      const file: NamedFile = {
        target,
        headers,
        userId: typeof answered['x-media-user'] === 'string' ? answered['x-media-user'] : null,
      };
      return (async () => {
        if (seconds > 0 && request.method === 'GET')
          rememberedFiles.set(
            keyOf(request),
            { ...file, version: await readCurrentVersion(target) },
            { ttl: seconds * 1000 },
          );
        await sendFile(request, reply, file);
      })();
    });

    app.addHook('onRequest', (request, reply, done) => {
      const key = request.method === 'GET' && rememberedFiles.size > 0 ? keyOf(request) : '';
      const file = rememberedFiles.get(key);
      if (!file) return done();
      // If the video was replaced, let the handler check the signature again.
      readCurrentVersion(file.target)
        .then((version) => {
          if (version !== null && version === file.version) return sendFile(request, reply, file, true);
          rememberedFiles.delete(key);
          return done();
        })
        .catch(done);
    });
    registered();
  },
  { name: 'file-responses', dependencies: ['page-cache'] },
);

/** A hash, because visitors choose the length of cookies: 10,000 keys of 15 kB took half a gigabyte. */
const keyOf = ({ raw: { url }, headers }: FastifyRequest): string =>
  createHash('sha256')
    .update(`${url}\n${headers.cookie ?? ''}\n${headers.authorization ?? ''}`)
    .digest('base64url');

/** Replaces `If-Range`, which S3 does not support, with a precondition. After a 412, requests the whole object. */
async function fetchRange(bucket: MediaBucket, key: string, { method, headers }: FastifyRequest): Promise<Response> {
  const forwardedHeaders: Record<string, string> = {};
  for (const name of conditionalHeaders) if (typeof headers[name] === 'string') forwardedHeaders[name] = headers[name];
  // HEAD has no ranges (RFC 9110, 14.2).
  if (method === 'HEAD') delete forwardedHeaders['range'];
  const requestObject = (extra: Record<string, string>) =>
    fetchObject(bucket, {
      method: method === 'HEAD' ? 'HEAD' : 'GET',
      key,
      headers: { ...forwardedHeaders, ...extra },
    });
  const ifRange = headers['if-range'];
  if (forwardedHeaders['range'] === undefined || typeof ifRange !== 'string') return requestObject({});
  const part = ifRange.startsWith('W/')
    ? null
    : await requestObject(ifRange.startsWith('"') ? { 'if-match': ifRange } : { 'if-unmodified-since': ifRange });
  // A date in If-Range must equal the object's exactly (RFC 9110, 13.1.5).
  if (part && part.status !== 412 && (ifRange.startsWith('"') || part.headers.get('last-modified') === ifRange))
    return part;
  await part?.body?.cancel();
  delete forwardedHeaders['range'];
  return requestObject({});
}

/** Streams the object through the service, because the proxy has no credentials for the bucket. */
async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  bucket: MediaBucket,
  key: string,
  headers: NamedFile['headers'],
): Promise<void> {
  try {
    const answer = await fetchRange(bucket, key, request);
    if (answer.status === 404) return sendRefusal(request, reply, { status: 404, key: 'not-found' });
    if (![200, 206, 304, ...statusesWithoutBody].includes(answer.status))
      throw new Error(`The media bucket answered ${answer.status} for ${key}`);
    void reply.code(answer.status).headers(headers).header('accept-ranges', 'bytes');
    for (const name of forwardedHeaders)
      if (answer.headers.has(name)) void reply.header(name, answer.headers.get(name));
    const isEmpty = statusesWithoutBody.includes(answer.status);
    if (isEmpty || answer.status === 304) void reply.removeHeader('content-type');
    if (isEmpty) {
      await answer.body?.cancel();
      return void reply.header('content-length', 0).send();
    }
    void reply.send(answer.body ? Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]) : undefined);
  } catch (error) {
    log.error({ err: error, requestId: request.id }, 'The media bucket could not serve a lesson');
    return sendRefusal(request, reply, { status: 503, key: 'unavailable', retryAfterSeconds: 5 });
  }
}
