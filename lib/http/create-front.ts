import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { areaOf, isPicture, isStrayFile, segmentsOf } from '@/lib/http/areas';
import { addressGroup } from '@/lib/address-group';
import { installFront } from '@/lib/http/front';
import type { FrontOptions } from '@/lib/http/front-options';
import { frontParts, type FrontParts } from '@/lib/http/front-parts';
import { frontWindow } from '@/lib/http/front-window';
import { refusalFor } from '@/lib/http/door/gate';
import { createHttpServer } from '@/lib/http/http-server';
import type { KeptPage } from '@/lib/http/pages/page-cache';
import { settleIncoming, type Caller } from '@/lib/http/door/incoming';
import { carriesState, pageKey, unknownPageKey } from '@/lib/http/pages/page-key';
import { TooManyRenderings, type AskedPage } from '@/lib/http/pages/page-desk';
import { passToApp } from '@/lib/http/pass-to-app';
import { settlePath } from '@/lib/http/path';
import { DATA_POLICY } from '@/lib/http/answers/policy';
import { answerProblem, type FrontRefusal } from '@/lib/http/answers/problem-answer';
import { refuse, type About } from '@/lib/http/answers/refuse';
import { sendFile } from '@/lib/http/files/send-file';
import { sendKept } from '@/lib/http/pages/send-kept';
import { StaticFiles } from '@/lib/http/files/static-files';
import { QueueFull } from '@/lib/http/door/render-queue';

/** What browsers ask for where no page names an icon. */
const ICON = ['assets', 'share', 'touch.png'];

/** A caller chooses its address, up to 16 kB of it. */
const LONGEST_LOGGED_PATH = 300;

export interface RunningFront {
  readonly server: Server;
  readonly parts: FrontParts;
  stop(): Promise<void>;
  /** ends every connection at once */
  cut(): void;
}

/** The one way in: what stands before the application, and its list of duties (architecture.md, The front). */
export function createFront(options: FrontOptions): RunningFront {
  const parts = frontParts(options);
  const server = createHttpServer((request, response) => receive(request, response, parts), options.limits);
  installFront(frontWindow(parts));
  parts.storage.start();
  return {
    server,
    parts,
    stop: () => parts.stopper.stop(server).finally(() => {
      parts.storage.stop();
      parts.files.closeAll();
    }),
    cut: () => server.closeAllConnections(),
  };
}

/** What may be said at once to whoever asks for this address: a kept page or a built file, but nothing that is counted. */
function keptFor(url: string, { state, stopper, desk, statics }: FrontParts): KeptPage | undefined {
  if (!state.ready || stopper.isStopping) return undefined;
  const page = desk.kept(url);
  if (page === undefined) return statics.recall(url);
  if (page.isData) return undefined;
  state.hits += 1;
  if (!page.isBest) desk.improve(page);
  return page;
}

function receive(request: IncomingMessage, response: ServerResponse, parts: FrontParts): void {
  const { stopper } = parts;
  stopper.began();
  response.once('close', () => stopper.ended());
  const { method, url = '', headers } = request;
  if (method === 'GET' && headers['rsc'] === undefined && headers.range === undefined) {
    parts.searchVisits.see(url, headers.referer);
    const kept = keptFor(url, parts);
    if (kept) {
      sendKept(request, response, kept);
      return;
    }
  }
  admit(request, response, parts).catch((error: unknown) => {
    parts.options.log.error({ err: error }, 'A request failed in the front');
    response.destroy();
  });
}

async function admit(request: IncomingMessage, response: ServerResponse, parts: FrontParts): Promise<void> {
  const caller = settleIncoming(request, { host: parts.host, protocol: parts.protocol, trustedProxies: parts.options.trustedProxies });
  const { requestId } = caller;
  for (const [name, value] of parts.security) response.setHeader(name, value);
  response.setHeader('x-request-id', requestId);
  response.setHeader('content-security-policy', DATA_POLICY);
  if (parts.stopper.isStopping) response.setHeader('connection', 'close');
  const settled = settlePath(request.url ?? '/');
  if (settled.kind === 'bad') return answerProblem(response, { status: 400, key: 'malformed', requestId });
  if (settled.kind === 'nowhere') return answerProblem(response, { status: 404, key: 'not-found', requestId });
  if (settled.kind === 'moved') {
    response.writeHead(308, { location: settled.location, 'content-length': 0 });
    response.end();
    return;
  }
  const { path, query } = settled;
  request.url = query === '' ? path : `${path}?${query}`;
  if (path === '/healthz') return answerHealth(request, response, requestId);
  await serve(request, response, { path, query, caller }, parts);
}

interface Asked {
  readonly path: string;
  readonly query: string;
  readonly caller: Caller;
}

async function serve(request: IncomingMessage, response: ServerResponse, asked: Asked, parts: FrontParts): Promise<void> {
  const { path, caller } = asked;
  const { requestId, address } = caller;
  const segments = segmentsOf(path) ?? [];
  const reading = request.method === 'GET' || request.method === 'HEAD';
  const file = reading && parts.state.ready ? parts.statics.find(`/${segments.join('/')}`) : undefined;
  if (file) return sendStatic(request, response, file, parts);
  const area = areaOf(segments, parts.options.languages);
  const refusal = refusalFor(request, path, area, address, parts);
  if (refusal) return refuse(request, response, { area, segments, caller, refusal }, parts.options.languages);
  if (reading && path === '/favicon.ico') {
    return sendPage(request, response, { segments, area: 'data', caller, asked: { kind: 'picture', key: pageKey(ICON, new URLSearchParams(), {}) } }, parts);
  }
  const isNotThere = path.startsWith('/_next/') || path.startsWith('/_protected/') || (area === 'page' && isStrayFile(segments, parts.options.languages));
  if (isNotThere) return answerProblem(response, { status: 404, key: 'not-found', requestId });
  const query = new URLSearchParams(asked.query);
  if (reading && (area === 'page' || area === 'person')) {
    const unknown = parts.options.unknownPath(path);
    // To an answer that is no part of a page, Next's own navigation goes as a browser would.
    if (unknown !== null && request.headers['rsc'] !== undefined) return answerProblem(response, { status: 404, key: 'not-found', requestId });
    if (unknown !== null) return sendUnknown(request, response, { segments, area, caller, key: unknownPageKey(unknown) }, parts);
  }
  if (reading && (area === 'data' || (area === 'page' && !carriesState(query)))) {
    const kind = area === 'page' ? 'page' : isPicture(segments) ? 'picture' : 'data';
    return sendPage(request, response, { segments, area, caller, asked: { kind, key: pageKey(segments, query, request.headers) } }, parts);
  }
  logWhenAnswered(request, response, asked, parts);
  const app = parts.direct.find(request.method, path) ?? parts.options.app;
  const pass = () => passToApp(request, response, { path, area, requestId, app }, parts);
  if (area === 'call') return pass();
  await passInTurn(request, response, { segments, area, caller, pass }, parts);
}

async function sendUnknown(request: IncomingMessage, response: ServerResponse, about: About & Pick<AskedPage, 'key'>, parts: FrontParts): Promise<void> {
  const wait = parts.unknownLimit.take(addressGroup(about.caller.address), Date.now());
  if (wait > 0) return refuse(request, response, { ...about, refusal: { status: 429, key: 'too-many-requests', retryAfterSeconds: wait } }, parts.options.languages);
  await sendPage(request, response, { ...about, asked: { kind: 'page', key: about.key } }, parts);
}

/** A page of one person is rendered each time: an address has so many of them, and waits for its turn. */
async function passInTurn(request: IncomingMessage, response: ServerResponse, about: About & { pass(): Promise<void> }, parts: FrontParts): Promise<void> {
  const { caller, pass } = about;
  const group = addressGroup(caller.address);
  const wait = parts.personLimit.take(group, Date.now());
  if (wait > 0) return refuse(request, response, { ...about, refusal: { status: 429, key: 'too-many-requests', retryAfterSeconds: wait } }, parts.options.languages);
  try {
    await parts.personQueue.run(group, async () => {
      if (response.destroyed) return;
      // A visitor who leaves gives the turn back, however long the application still works for nobody.
      const gone = new Promise<void>((resolve) => response.once('close', () => resolve()));
      await Promise.race([pass(), gone]);
    });
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error;
    refuse(request, response, { ...about, refusal: refusalOfQueue(error) }, parts.options.languages);
  }
}

function refusalOfQueue({ isOfAddress }: QueueFull): FrontRefusal {
  return isOfAddress ? { status: 429, key: 'too-many-requests', retryAfterSeconds: 2 } : { status: 503, key: 'busy', retryAfterSeconds: 2 };
}

async function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  about: About & { readonly asked: Pick<AskedPage, 'key' | 'kind'> },
  parts: FrontParts,
): Promise<void> {
  const { caller, asked } = about;
  const { requestId } = caller;
  const address = addressGroup(caller.address);
  if (asked.kind !== 'page' && parts.jsonLimit.take(address, Date.now()) > 0) {
    return answerProblem(response, { status: 429, key: 'too-many-requests', requestId, retryAfterSeconds: 60 });
  }
  try {
    const page = await parts.desk.page({ ...asked, headers: request.headers, address });
    for (const name of response.getHeaderNames()) if (name !== 'x-request-id' && name !== 'connection') response.removeHeader(name);
    sendKept(request, response, page);
  } catch (error) {
    refuse(request, response, { ...about, refusal: refusalOfError(error, about, parts) }, parts.options.languages);
  }
}

function refusalOfError(error: unknown, { caller, segments }: About, { options }: FrontParts): FrontRefusal {
  if (error instanceof QueueFull) return refusalOfQueue(error);
  if (error instanceof TooManyRenderings) return { status: 429, key: 'too-many-requests', retryAfterSeconds: error.retryAfterSeconds };
  options.log.error({ err: error, requestId: caller.requestId, path: segments.join('/') }, 'A page could not be rendered');
  return { status: 500, key: 'internal' };
}

async function sendStatic(
  request: IncomingMessage,
  response: ServerResponse,
  file: NonNullable<ReturnType<StaticFiles['find']>>,
  parts: FrontParts,
): Promise<void> {
  const held = parts.statics.held(file.root.prefix + file.relativePath, file);
  if (held && request.headers.range === undefined) {
    for (const name of response.getHeaderNames()) if (name !== 'connection') response.removeHeader(name);
    sendKept(request, response, held);
    return;
  }
  response.setHeader('cache-control', StaticFiles.cacheControl(file));
  await sendFile(request, response, { files: parts.files, root: file.root.folder, path: file.path });
}

function answerHealth({ method }: IncomingMessage, response: ServerResponse, requestId: string): void {
  if (method !== 'GET' && method !== 'HEAD') {
    return answerProblem(response, { status: 405, key: 'wrong-method', requestId, allow: 'GET, HEAD' });
  }
  const body = '{"status":"ok"}';
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store', 'content-length': body.length });
  response.end(body);
}

function logWhenAnswered(request: IncomingMessage, response: ServerResponse, asked: Asked, { options, refusedLines }: FrontParts): void {
  const beganAtMs = performance.now();
  response.once('close', () => {
    const { statusCode: status } = response;
    const ms = Math.round(performance.now() - beganAtMs);
    // Addresses of the code page carry an e-mail and a code, so nothing after the area is written down.
    const path = /otp/i.test(asked.path) ? asked.path.split('/').slice(0, 3).join('/') : asked.path;
    if (status >= 400 && status < 500 && refusedLines.take(String(status), Date.now()) > 0) return;
    options.log.info({ requestId: asked.caller.requestId, method: request.method, path: path.slice(0, LONGEST_LOGGED_PATH), status, ms }, 'request');
  });
}
