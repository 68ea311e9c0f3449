import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { runInPageContext } from '@/lib/cache/page-context';
import { log } from '@/lib/log';
import { requestCheckFor } from '@/lib/process/request-check';
import { isPage, maxBodyBytesOf } from '@/lib/routes';
import type { AppOptions } from '../options';
import { compress, encodingFor, isWorthCompressing } from '../rendering/compression';
import { dataPolicy, nonceSources, pagePolicy, type PagePolicy } from '../rendering/content-security-policy';
import { FairQueue, QueueFull } from '../fair-queue';
import { hashesOf } from '../rendering/inline-hashes';
import { inlineStyles, withoutStylePreloads } from '../rendering/inline-styles';
import { loadScripts } from '../rendering/page-scripts';
import { answerTooLate, refusalOfQueue, refuse, refuseRendering, type Refusal } from '../problems';
import { maxHeldBodyBytes, RequestBodies } from '../request-bodies';
import { loggedPath, requestLog } from '../request-log';
import { AnswerTimeout, newPageContext, render, type Asked, type Rendered } from '../rendering/render';
import { WindowLimit } from '../window-limit';

/** A page per person waits for the database most of its time. */
const concurrency = 8;
const maxWaiting = 500;
const maxWaitingOfAddress = 40;
/** Of one address: a whole company or mobile operator may be one. */
const pagesPerWindow = 200;
const windowMs = 10_000;
/** Of one address, of calls with a check: what was refused, and what was let through, so that the one never stands in the way of the other. */
const refusedPerMinute = 3_000;
const passedPerMinute = 12_000;
const answerTimeoutMs = 60_000;
/** Administration and the player do little without scripts. */
const workplaces = new Set(['admin', 'course']);
/** A preview is one editor's. */
const privateHeaders = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow' };

/** Headers that only the server or Next may set; from outside they bypass guards (CVE-2025-29927 and its family). */
const forgeable =
  /^(?:x-accel-|x-middleware-|x-invoke-|x-nextjs-|x-matched-path$|x-now-|x-nonce$|x-client-address$|x-media-user$|x-forwarded|x-real-ip$|forwarded$|next-resume$|content-security-policy)/;

/** Pages per person and calls: Next answers, as an ordinary value that gets a length, compression and the page's policy. */
export const nextPages = plugin<AppOptions>((app, { settings, application }, registered) => {
  const policy = pagePolicy(settings);
  const site = new URL(settings.siteUrl);
  const scaled = (points: number) => Math.max(1, Math.floor(points * settings.limitScale));
  const pages = new WindowLimit(scaled(pagesPerWindow), windowMs);
  const logAnswer = requestLog();
  const queue = new FairQueue(concurrency, maxWaiting, scaled(maxWaitingOfAddress));
  const refusalOfCheck = requestChecks(scaled);
  const bodies = new RequestBodies();

  const ask = async (request: FastifyRequest, body?: Buffer): Promise<Rendered | Refusal> => {
    const context = newPageContext(request.preview);
    const headers = { ...request.raw.headers, 'content-security-policy': policy(nonceSources(context.nonce)), 'x-nonce': context.nonce };
    try {
      const asked: Asked = { method: request.method as Asked['method'], url: request.raw.url ?? '/', headers, ...(body ? { body } : {}) };
      const rendered = await render(application, asked, context, answerTimeoutMs);
      const isPage = String(rendered.headers['content-type'] ?? '').startsWith('text/html');
      const answer = isPage
        ? finishPage(rendered, { nonce: context.nonce, policy, build: app, isWorkplace: workplaces.has(request.segments?.[1] ?? '') })
        : { ...rendered, headers: { ...rendered.headers, 'content-security-policy': dataPolicy } };
      return { ...answer, headers: { ...answer.headers, ...(request.preview ? privateHeaders : {}) } };
    } catch (error) {
      if (error instanceof AnswerTimeout) return answerTooLate;
      log.error({ err: error, requestId: request.id, path: loggedPath(request) }, 'The application failed');
      return { status: 500, key: 'internal' };
    }
  };

  const respond = async (request: FastifyRequest, reply: FastifyReply, answer: Rendered | Refusal): Promise<void> => {
    if ('key' in answer) refuse(request, reply, answer);
    else await (app.sendNamedFile(request, reply, answer.headers) ?? sendRendered(request, reply, answer));
  };

  const askInTurn = async (request: FastifyRequest, reply: FastifyReply): Promise<Rendered | Refusal> => {
    try {
      // A visitor who leaves gives the turn back, however long the application still works for nobody.
      const left = new Promise<Refusal>((resolve) => reply.raw.once('close', () => resolve({ status: 499, key: 'internal' })));
      return await queue.run(request.addressGroup, () => (reply.raw.destroyed ? left : Promise.race([ask(request), left])));
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      return refusalOfQueue(error);
    }
  };

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { route, method } = request;
    logAnswer(request, reply);
    trustHeaders(request, site);
    if (!route || isPage(route)) {
      const waitSeconds = pages.take(request.addressGroup);
      return waitSeconds > 0 ? refuseRendering(request, reply, waitSeconds) : respond(request, reply, await askInTurn(request, reply));
    }
    if (route.streams) return stream(request, reply, application);
    if (method === 'GET' || method === 'HEAD') return respond(request, reply, await ask(request));
    if (maxBodyBytesOf(route) > maxHeldBodyBytes) return stream(request, reply, application);
    const answer = await bodies.hold(request, maxBodyBytesOf(route), async (body) => refusalOfCheck(request, route.path, body) ?? (await ask(request, body)));
    // The rest of a body that is not wanted is not read.
    if (!request.raw.complete) void reply.header('connection', 'close');
    return respond(request, reply, answer);
  };
  app.all('*', (request, reply) => void handle(request, reply).catch((error: unknown) => {
    // Who leaves in the middle of a body, or is too slow with it, is no failure.
    if (!reply.raw.destroyed) reply.send(error);
  }));

  registered();
}, { name: 'next', dependencies: ['file-responses'] });

interface About {
  readonly nonce: string;
  readonly policy: PagePolicy;
  readonly build: Pick<FastifyInstance, 'readStylesheet' | 'hasAsset'>;
  readonly isWorkplace: boolean;
}

/** A page with its styles in it and its scripts asked for by the loader, and the policy for all. */
function finishPage({ status, headers, body }: Rendered, { nonce, policy, build, isWorkplace }: About): Rendered {
  const html = body.toString('utf8');
  const { script, style } = nonceSources(nonce);
  // Where the language is changed, React makes the document anew, and its style comes with the nonce of another answer.
  const csp = policy({ script, style: [...style, ...hashesOf(html, 'style', nonce)] });
  const { link, ...others } = headers;
  const preloads = withoutStylePreloads(String(link ?? ''));
  return {
    status, body: Buffer.from(loadScripts(inlineStyles(html, nonce, (address) => build.readStylesheet(address)), nonce, isWorkplace ? 'at-once' : 'after-paint', (address) => build.hasAsset(address)), 'utf8'),
    headers: { ...others, ...(preloads === '' ? {} : { link: preloads }), 'content-security-policy': csp },
  };
}

/** @returns what asks the check that the application registered for a call; null: the request may go on */
function requestChecks(scaled: (points: number) => number): (request: FastifyRequest, path: string, body: Buffer) => Refusal | null {
  const limits = { refused: new WindowLimit(scaled(refusedPerMinute), 60_000), passed: new WindowLimit(scaled(passedPerMinute), 60_000) };
  return ({ search, headers, addressGroup }, path, body) => {
    const check = requestCheckFor(path);
    if (!check) return null;
    const refusal = check({ query: search, body, header: (name) => headers[name.toLowerCase()]?.toString() ?? null });
    const waitSeconds = limits[refusal ? 'refused' : 'passed'].take(addressGroup);
    return waitSeconds > 0 ? { status: 429, key: 'too-many-requests', retryAfterSeconds: waitSeconds } : refusal;
  };
}

/** What a visitor must not decide is taken out of the headers, and what the application relies on is put in. */
function trustHeaders({ id, address, raw: { headers } }: FastifyRequest, { host, protocol }: URL): void {
  for (const name of Object.keys(headers)) if (forgeable.test(name)) delete headers[name];
  Object.assign(headers, {
    host, 'x-request-id': id, 'x-client-address': address,
    'x-forwarded-for': address, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1),
  });
}

async function sendRendered(request: FastifyRequest, reply: FastifyReply, { status, headers, body }: Rendered): Promise<void> {
  const type = String(headers['content-type'] ?? '');
  void reply.code(status).headers(headers);
  if (status === 503 && headers['retry-after'] === undefined) void reply.header('retry-after', '5');
  if (!isWorthCompressing(type, body.length) || headers['content-encoding'] !== undefined) return void reply.send(body.length > 0 ? body : undefined);
  const encoding = encodingFor(request.headers['accept-encoding'] as string | undefined);
  void reply.header('vary', headers.vary === undefined ? 'accept-encoding' : `${String(headers.vary)}, accept-encoding`);
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  void reply.send(await compress(body, encoding, 'fast'));
}

/** What is long is not held: Next reads the request and writes on the response itself. */
async function stream(request: FastifyRequest, reply: FastifyReply, application: AppOptions['application']): Promise<void> {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
  try {
    await runInPageContext(newPageContext(), async () => application(request.raw, reply.raw));
  } catch (error) {
    log.error({ err: error, requestId: request.id, path: loggedPath(request) }, 'The application failed');
    reply.raw.destroy();
  }
}
