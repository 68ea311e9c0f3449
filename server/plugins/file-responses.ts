import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Readable } from 'node:stream';
import send from '@fastify/send';
import type { FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { LRUCache } from 'lru-cache';
import { onInvalidate } from '@/lib/cache/invalidate';
import { log } from '@/lib/log';
import { fetchObject, type MediaBucket } from '@/lib/s3';
import { serverStats } from '@/lib/process/stats';
import type { AppOptions } from '../options';
import { refuse } from '../problems';
import { sendDiskFile } from '../send-file';

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends the file that the application's answer names by `X-Accel-Redirect`; null when it names none. */
    sendNamedFile(request: FastifyRequest, reply: FastifyReply, headers: Record<string, unknown>): Promise<void> | null;
  }
}

interface NamedFile {
  /** `/_protected/{media|data}/…`, percent-encoded as a proxy expects it */
  readonly target: string;
  /** whose connections are counted */
  readonly userId: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer that may be used again while its file is the same. */
interface RememberedFile extends NamedFile {
  readonly version: string | null;
}

const connectionsPerUser = 6;
const maxAnswers = 10_000;
const own = ['x-accel-redirect', 'x-accel-expires', 'x-media-user'];
/** of the bucket's answer */
const passedOn = ['content-length', 'content-range', 'etag', 'last-modified'];
const conditions = ['range', 'if-match', 'if-unmodified-since', 'if-none-match', 'if-modified-since'];
/** A condition of the request does not hold; its range lies beyond the end. */
const withoutContent = [412, 416];

/** Only these a proxy may send: DATA_DIR has secrets and is closed to it. */
const isLesson = (target: string): boolean => target.startsWith('/_protected/media/');

/** Null for what would leave the folder. */
function segmentsOf(target: string): [folder: string, ...path: string[]] | null {
  const [, protectedFolder, folder = '', ...encoded] = target.split('/');
  try {
    const path = encoded.map(decodeURIComponent);
    const isInside = protectedFolder === '_protected' && path.length > 0 && path.every((segment) => segment !== '' && segment !== '..' && !/[\0/\\]/.test(segment));
    return isInside ? [folder, ...path] : null;
  } catch {
    return null;
  }
}

/** Symbolic links followed; false when nothing is there. */
async function isInside(folder: string, file: string): Promise<boolean> {
  const [realFolder, realFile] = await Promise.all([folder, file].map((path) => realpath(path).catch(() => '')));
  return realFile?.startsWith(`${realFolder}${sep}`) ?? false;
}

async function versionOf(path: string): Promise<string | null> {
  const facts = await stat(path).catch(() => null);
  return facts && `${facts.ino} ${facts.size} ${facts.mtimeMs}`;
}

/** @returns what counts a connection of a user until it closes; false when the user has as many as one may have */
function connectionCounter(perUser: number): (reply: FastifyReply, userId: string) => boolean {
  const connections = new Map<string, number>();
  return (reply, userId) => {
    const open = connections.get(userId) ?? 0;
    if (open >= perUser) return false;
    connections.set(userId, open + 1);
    serverStats.videoConnections += 1;
    reply.raw.once('close', () => {
      serverStats.videoConnections -= 1;
      const left = (connections.get(userId) ?? 1) - 1;
      if (left > 0) connections.set(userId, left);
      else connections.delete(userId);
    });
    return true;
  };
}

/**
 * A handler decides who may have a file and names it by `X-Accel-Redirect`; this sends it. Lessons nginx sends with `SEND_FILES=accel`.
 * Its answer is remembered for `X-Accel-Expires` seconds, as nginx would, for the same address and credentials: a player
 * asks for many ranges of one video.
 */
export const fileResponses = plugin<AppOptions>((app, { settings }, registered) => {
  const folders: Readonly<Record<string, string>> = { media: settings.mediaDir, data: settings.dataDir };
  const countConnection = connectionCounter(Math.max(1, Math.floor(connectionsPerUser * settings.limitScale)));
  const answers = new LRUCache<string, RememberedFile>({ max: maxAnswers });
  app.addHook('onClose', onInvalidate(({ tags }) => {
    if (tags.includes('sessions') || tags.includes('*')) answers.clear();
  }));

  const isInBucket = (target: string): boolean => settings.mediaBucket !== null && isLesson(target);

  /** The file under its folder; null for what would leave it. */
  const placeOf = (target: string): { root: string; path: string } | null => {
    const [folder = '', ...path] = segmentsOf(target) ?? [];
    const root = folders[folder];
    return root === undefined ? null : { root, path: join(...path) };
  };

  const currentVersion = async (target: string): Promise<string | null> => {
    const place = placeOf(target);
    if (isInBucket(target)) return 'bucket';
    return place && versionOf(join(place.root, place.path));
  };

  /** @param isChecked whether this very file was found inside its folder before */
  const sendFile = async (request: FastifyRequest, reply: FastifyReply, { target, userId, headers }: NamedFile, isChecked = false): Promise<void> => {
    if (settings.sendFiles === 'accel' && isLesson(target) && !isInBucket(target)) return void reply.headers(headers).header('x-accel-redirect', target).send();
    if (userId !== null && !countConnection(reply, userId)) return refuse(request, reply, { status: 429, key: 'too-many-requests', retryAfterSeconds: 2 });
    const place = placeOf(target);
    if (!place) return refuse(request, reply, { status: 404, key: 'not-found' });
    const { root, path } = place;
    if (settings.mediaBucket && isInBucket(target)) return sendObject(request, reply, settings.mediaBucket, path.split(sep).join('/'), headers);
    if (!isChecked && !(await isInside(root, join(root, path)))) return refuse(request, reply, { status: 404, key: 'not-found' });
    const type = headers['content-type'] ?? send.mime.getType(path) ?? 'application/octet-stream';
    const isSent = await sendDiskFile(request, reply, { path: join(root, path), headers: { ...headers, 'content-type': type } });
    if (!isSent) return refuse(request, reply, { status: 404, key: 'not-found' });
  };

  app.decorate('sendNamedFile', (request: FastifyRequest, reply: FastifyReply, answered: Record<string, unknown>) => {
    const target = answered['x-accel-redirect'];
    if (typeof target !== 'string') return null;
    const seconds = Number(answered['x-accel-expires'] ?? 0);
    const headers = Object.fromEntries(Object.entries(answered).filter(([name]) => !own.includes(name)).map(([name, value]) => [name, String(value)]));
    const file: NamedFile = { target, headers, userId: typeof answered['x-media-user'] === 'string' ? answered['x-media-user'] : null };
    return (async () => {
      if (seconds > 0 && request.method === 'GET') answers.set(keyOf(request), { ...file, version: await currentVersion(target) }, { ttl: seconds * 1000 });
      await sendFile(request, reply, file);
    })();
  });

  app.addHook('onRequest', (request, reply, done) => {
    const key = request.method === 'GET' && answers.size > 0 ? keyOf(request) : '';
    const file = answers.get(key);
    if (!file) return done();
    // A lesson with a new video: what was signed for the old one is the handler's to refuse.
    currentVersion(file.target).then((version) => {
      if (version !== null && version === file.version) return sendFile(request, reply, file, true);
      answers.delete(key);
      return done();
    }).catch(done);
  });
  registered();
}, { name: 'file-responses', dependencies: ['page-cache'] });

const keyOf = ({ raw: { url }, headers }: FastifyRequest): string => `${url}\n${headers.cookie ?? ''}\n${headers.authorization ?? ''}`;

/** S3 knows no `If-Range`: the same as a condition, whose failure (412) means the whole object. */
async function fetchRange(bucket: MediaBucket, key: string, { method, headers }: FastifyRequest): Promise<Response> {
  const asked: Record<string, string> = {};
  for (const name of conditions) if (typeof headers[name] === 'string') asked[name] = headers[name];
  // HEAD has no ranges (RFC 9110, 14.2).
  if (method === 'HEAD') delete asked['range'];
  const ask = (extra: Record<string, string>) => fetchObject(bucket, { method: method === 'HEAD' ? 'HEAD' : 'GET', key, headers: { ...asked, ...extra } });
  const ifRange = headers['if-range'];
  if (asked['range'] === undefined || typeof ifRange !== 'string') return ask({});
  const part = ifRange.startsWith('W/') ? null : await ask(ifRange.startsWith('"') ? { 'if-match': ifRange } : { 'if-unmodified-since': ifRange });
  // A date names a version only when it is exactly that of the object.
  if (part && part.status !== 412 && (ifRange.startsWith('"') || part.headers.get('last-modified') === ifRange)) return part;
  await part?.body?.cancel();
  delete asked['range'];
  return ask({});
}

/** Lessons in a bucket pass through the service, no faster than the visitor takes them: a proxy has no key to it. */
async function sendObject(request: FastifyRequest, reply: FastifyReply, bucket: MediaBucket, key: string, headers: NamedFile['headers']): Promise<void> {
  try {
    const answer = await fetchRange(bucket, key, request);
    if (answer.status === 404) return refuse(request, reply, { status: 404, key: 'not-found' });
    if (![200, 206, 304, ...withoutContent].includes(answer.status)) throw new Error(`The media bucket answered ${answer.status} for ${key}`);
    void reply.code(answer.status).headers(headers).header('accept-ranges', 'bytes');
    for (const name of passedOn) if (answer.headers.has(name)) void reply.header(name, answer.headers.get(name));
    const isEmpty = withoutContent.includes(answer.status);
    if (isEmpty || answer.status === 304) void reply.removeHeader('content-type');
    if (isEmpty) {
      await answer.body?.cancel();
      return void reply.header('content-length', 0).send();
    }
    void reply.send(answer.body ? Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]) : undefined);
  } catch (error) {
    log.error({ err: error, requestId: request.id }, 'The media bucket did not answer with a lesson');
    return refuse(request, reply, { status: 503, key: 'unavailable', retryAfterSeconds: 5 });
  }
}
