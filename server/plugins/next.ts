import type { FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { runInPageContext } from '@/lib/cache/page-context';
import { log } from '@/lib/log';
import { requestCheckFor } from '@/lib/process/shared-state';
import { isPage, maxBodyBytesOf } from '@/lib/routes';
import { truncate } from '@/lib/text';
import { FairQueue, QueueFull, WindowLimit } from '@/server/load-limits';
import type { AppOptions } from '@/server/options';
import {
  answerTooLate,
  type Refusal,
  refusalOfProblem,
  refusalOfQueue,
  refuseRender,
  sendRefusal,
  wantsPage,
} from '@/server/problems';
import { compress, encodingFor, isWorthCompressing } from '@/server/rendering/compression';
import { dropStylePreloads, finishPage } from '@/server/rendering/page-html';
import {
  AnswerTimeout,
  newPageContext,
  type RenderRequest,
  type RenderResult,
  requestPage,
} from '@/server/rendering/render';
import { dataPolicy, nonceSources, pagePolicy } from './security-headers';

const concurrency = 8;
const maxWaiting = 500;
const maxWaitingOfAddress = 40;
/** Per IP address. A whole company or many customers of a mobile operator may share one. */
const pagesPerWindow = 200;
const windowMs = 10_000;
/** Count refused and accepted calls separately, so that a flood of refused ones cannot block genuine ones. */
const refusedPerMinute = 3_000;
const passedPerMinute = 12_000;
const answerTimeoutMs = 60_000;
const privateHeaders = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow' };

/** Strips headers that would bypass guards (CVE-2025-29927 and similar). */
const forgeableHeaders =
  /^(?:x-accel-|x-middleware-|x-invoke-|x-nextjs-|x-matched-path$|x-now-|x-nonce$|x-client-address$|x-media-user$|x-forwarded|x-real-ip$|forwarded$|next-resume$|content-security-policy)/;

export const nextPages = plugin<AppOptions>(
  (app, { settings, application }, registered) => {
    const policy = pagePolicy(settings);
    const site = new URL(settings.siteUrl);
    const scaleLimit = (points: number) => Math.max(1, Math.floor(points * settings.limitScale));
    const pageLimit = new WindowLimit(scaleLimit(pagesPerWindow), windowMs);
    const logAnswer = requestLog();
    const queue = new FairQueue(concurrency, maxWaiting, scaleLimit(maxWaitingOfAddress));
    const checkCall = requestChecks(scaleLimit);
    const bodies = new RequestBodies();

    const renderRequest = async (request: FastifyRequest, body?: Buffer): Promise<RenderResult | Refusal> => {
      const context = newPageContext(request.preview);
      const headers = {
        ...request.raw.headers,
        'content-security-policy': policy(nonceSources(context.nonce)),
        'x-nonce': context.nonce,
      };
      try {
        const input: RenderRequest = {
          method: request.method as RenderRequest['method'],
          url: request.raw.url ?? '/',
          headers,
          ...(body ? { body } : {}),
        };
        const rendered = await requestPage(application, input, context, answerTimeoutMs);
        const isPage = String(rendered.headers['content-type'] ?? '').startsWith('text/html');
        const { link, ...others } = rendered.headers;
        const preloads = dropStylePreloads(String(link ?? ''));
        const page = isPage
          ? finishPage(rendered.body.toString('utf8'), {
              nonce: context.nonce,
              policy,
              build: app,
              path: request.path,
              isCached: false,
            })
          : null;
        const answer = page
          ? {
              ...rendered,
              body: Buffer.from(page.html, 'utf8'),
              headers: {
                ...others,
                ...(preloads === '' ? {} : { link: preloads }),
                'content-security-policy': page.csp,
              },
            }
          : { ...rendered, headers: { ...rendered.headers, 'content-security-policy': dataPolicy } };
        return { ...answer, headers: { ...answer.headers, ...(request.preview ? privateHeaders : {}) } };
      } catch (error) {
        if (error instanceof AnswerTimeout) return answerTooLate;
        log.error({ err: error, requestId: request.id, path: loggedPath(request) }, 'The application failed');
        return { status: 500, key: 'internal' };
      }
    };

    const respond = async (
      request: FastifyRequest,
      reply: FastifyReply,
      answer: RenderResult | Refusal,
    ): Promise<void> => {
      if ('key' in answer) return sendRefusal(request, reply, answer);
      const problem = wantsPage(request) ? refusalOfProblem(answer) : null;
      if (problem) return sendRefusal(request, reply, problem);
      await (app.sendNamedFile(request, reply, answer.headers) ?? sendRendered(request, reply, answer));
    };

    const renderQueued = async (request: FastifyRequest, reply: FastifyReply): Promise<RenderResult | Refusal> => {
      try {
        // Free the slot in the queue when the visitor leaves.
        const visitorLeft = new Promise<Refusal>((resolve) =>
          reply.raw.once('close', () => resolve({ status: 499, key: 'internal' })),
        );
        return await queue.run(request.addressGroup, () =>
          reply.raw.destroyed ? visitorLeft : Promise.race([renderRequest(request), visitorLeft]),
        );
      } catch (error) {
        if (!(error instanceof QueueFull)) throw error;
        return refusalOfQueue(error);
      }
    };

    const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const { route, method } = request;
      logAnswer(request, reply);
      setTrustedHeaders(request, site);
      if (!route || isPage(route)) {
        const waitSeconds = pageLimit.take(request.addressGroup);
        return waitSeconds > 0
          ? refuseRender(request, reply, 'pages', waitSeconds)
          : respond(request, reply, await renderQueued(request, reply));
      }
      if (route.streams) return streamResponse(request, reply, application);
      if (method === 'GET' || method === 'HEAD') return respond(request, reply, await renderRequest(request));
      if (maxBodyBytesOf(route) > maxHeldBodyBytes) return streamResponse(request, reply, application);
      const answer = await bodies.hold(
        request,
        maxBodyBytesOf(route),
        async (body) => checkCall(request, route.path, body) ?? (await renderRequest(request, body)),
      );
      if (!request.raw.complete) void reply.header('connection', 'close');
      return respond(request, reply, answer);
    };
    app.all(
      '*',
      (request, reply) =>
        void handle(request, reply).catch((error: unknown) => {
          // Ignore errors after the visitor has left or stopped sending the body.
          if (!reply.raw.destroyed) reply.send(error);
        }),
    );

    registered();
  },
  { name: 'next', dependencies: ['file-responses'] },
);

/** @returns a function that returns null if the call may pass */
function requestChecks(
  scaled: (points: number) => number,
): (request: FastifyRequest, path: string, body: Buffer) => Refusal | null {
  const limits = {
    refused: new WindowLimit(scaled(refusedPerMinute), 60_000),
    passed: new WindowLimit(scaled(passedPerMinute), 60_000),
  };
  return ({ search, headers, addressGroup }, path, body) => {
    const check = requestCheckFor(path);
    if (!check) return null;
    const refusal = check({ query: search, body, header: (name) => headers[name.toLowerCase()]?.toString() ?? null });
    const waitSeconds = limits[refusal ? 'refused' : 'passed'].take(addressGroup);
    return waitSeconds > 0
      ? { status: 429, key: 'too-many-requests', limit: 'callbacks', retryAfterSeconds: waitSeconds }
      : refusal;
  };
}

function setTrustedHeaders({ id, address, raw: { headers } }: FastifyRequest, { host, protocol }: URL): void {
  for (const name of Object.keys(headers)) if (forgeableHeaders.test(name)) delete headers[name];
  Object.assign(headers, {
    host,
    'x-request-id': id,
    'x-client-address': address,
    'x-forwarded-for': address,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.slice(0, -1),
  });
}

async function sendRendered(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: RenderResult,
): Promise<void> {
  const type = String(headers['content-type'] ?? '');
  void reply.code(status).headers(headers);
  if (status === 503 && headers['retry-after'] === undefined) void reply.header('retry-after', '5');
  if (!isWorthCompressing(type, body.length) || headers['content-encoding'] !== undefined)
    return void reply.send(body.length > 0 ? body : undefined);
  const encoding = encodingFor(request.headers['accept-encoding'] as string | undefined);
  void reply.header(
    'vary',
    headers.vary === undefined ? 'accept-encoding' : `${String(headers.vary)}, accept-encoding`,
  );
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  void reply.send(await compress(body, encoding, 'fast'));
}

/** Lets Next write the response itself, so that long responses are never held in memory. */
async function streamResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  application: AppOptions['application'],
): Promise<void> {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  try {
    await runInPageContext(newPageContext(), async () => application(request.raw, reply.raw));
  } catch (error) {
    log.error({ err: error, requestId: request.id, path: loggedPath(request) }, 'The application failed');
    reply.raw.destroy();
  }
}

/** Log at most this many refusals of each status, because a flood would fill the log (R25). */
const maxRefusalsPerSecond = 20;
const maxPathLength = 300;

const loggedPath = ({ path, route }: FastifyRequest): string =>
  truncate(route?.secretPath ? route.path : path, maxPathLength);

function requestLog(): (request: FastifyRequest, reply: FastifyReply) => void {
  const refusals = new WindowLimit(maxRefusalsPerSecond, 1_000);
  return (request, { raw }) => {
    const startedAtMs = performance.now();
    raw.once('finish', () => {
      const { statusCode: status } = raw;
      if (status >= 400 && status < 500 && refusals.take(String(status)) > 0) return;
      log.info(
        {
          requestId: request.id,
          method: request.method,
          path: loggedPath(request),
          status,
          ms: Math.round(performance.now() - startedAtMs),
        },
        'request',
      );
    });
  };
}

const mebibyte = 1024 * 1024;
/** Stream longer bodies, because the app first decides who may send them. */
const maxHeldBodyBytes = mebibyte;
const maxTotalBytes = 256 * mebibyte;
const maxBytesPerAddress = 32 * mebibyte;

export class RequestBodies {
  #bytes = 0;
  #bytesByAddress = new Map<string, number>();

  constructor(private readonly limits = { totalBytes: maxTotalBytes, bytesPerAddress: maxBytesPerAddress }) {}

  async hold<T>(
    { raw, addressGroup }: Pick<FastifyRequest, 'addressGroup'> & { raw: AsyncIterable<Buffer> },
    maxBytes: number,
    work: (body: Buffer) => Promise<T>,
  ): Promise<T | Refusal> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const chunk of raw) {
        bytes += chunk.length;
        this.#count(addressGroup, chunk.length);
        if (bytes > maxBytes) return { status: 413, key: 'too-large', limit: 'body-size' };
        if ((this.#bytesByAddress.get(addressGroup) ?? 0) > this.limits.bytesPerAddress)
          return { status: 429, key: 'too-many-requests', limit: 'bodies-in-memory', retryAfterSeconds: 5 };
        if (this.#bytes > this.limits.totalBytes)
          return { status: 503, key: 'busy', limit: 'bodies-in-memory', retryAfterSeconds: 5 };
        chunks.push(chunk);
      }
      return await work(Buffer.concat(chunks));
    } finally {
      this.#count(addressGroup, -bytes);
    }
  }

  #count(addressGroup: string, bytes: number): void {
    this.#bytes += bytes;
    const addressBytes = (this.#bytesByAddress.get(addressGroup) ?? 0) + bytes;
    if (addressBytes > 0) this.#bytesByAddress.set(addressGroup, addressBytes);
    else this.#bytesByAddress.delete(addressGroup);
  }
}
