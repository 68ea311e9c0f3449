import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { areaOf, segmentsOf } from '@/lib/http/areas';
import { ExpressLane } from '@/lib/http/pages/express-lane';
import { addressGroup } from '@/lib/http/door/client-address';
import { installFront } from '@/lib/http/front';
import type { FrontOptions } from '@/lib/http/front-options';
import { frontParts, type FrontParts } from '@/lib/http/front-parts';
import { frontWindow } from '@/lib/http/front-window';
import { refusalFor } from '@/lib/http/door/gate';
import { createHttpServer } from '@/lib/http/http-server';
import type { KeptPage } from '@/lib/http/pages/page-cache';
import { settleIncoming, type Caller } from '@/lib/http/door/incoming';
import { carriesState, pageKey } from '@/lib/http/pages/page-key';
import { passToApp } from '@/lib/http/pass-to-app';
import { settlePath } from '@/lib/http/path';
import { DATA_POLICY } from '@/lib/http/answers/policy';
import { answerProblem } from '@/lib/http/answers/problem-answer';
import { sendFile } from '@/lib/http/files/send-file';
import { sendKept } from '@/lib/http/pages/send-kept';
import { StaticFiles } from '@/lib/http/files/static-files';
import { TooMuchWaiting } from '@/lib/http/door/turnstile';

/** A caller chooses its address, up to 16 kB of it. */
const LONGEST_LOGGED_PATH = 300;

export interface RunningFront {
  /** what listens */
  readonly server: Server;
  readonly parts: FrontParts;
  stop(): Promise<void>;
  /** ends every connection at once */
  cut(): void;
}

/** The one way in: what stands before the application, and its list of duties (architecture.md, The front). */
export function createFront(options: FrontOptions): RunningFront {
  const parts = frontParts(options);
  const http = createHttpServer((request, response) => receive(request, response, parts));
  const lane = new ExpressLane(http, (url) => keptFor(url, parts));
  installFront(frontWindow(parts));
  parts.storage.start();
  return {
    server: lane.server,
    parts,
    stop: () => parts.stopper.stop(lane, http).finally(() => {
      parts.storage.stop();
      parts.files.closeAll();
    }),
    cut: () => {
      lane.closeWaiting();
      http.closeAllConnections();
    },
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
  if (refusal) return answerProblem(response, { ...refusal, requestId });
  if (path.startsWith('/_next/') || path.startsWith('/_protected/')) {
    return answerProblem(response, { status: 404, key: 'not-found', requestId });
  }
  const query = new URLSearchParams(asked.query);
  if (reading && (area === 'data' || (area === 'page' && !carriesState(query)))) {
    return sendPage(request, response, { segments, query, isData: area === 'data', caller }, parts);
  }
  logWhenAnswered(request, response, asked, parts);
  const app = parts.direct.find(request.method, path) ?? parts.options.app;
  await passToApp(request, response, { path, area, requestId, app }, parts);
}

interface AskedPage {
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
  readonly isData: boolean;
  readonly caller: Caller;
}

async function sendPage(request: IncomingMessage, response: ServerResponse, asked: AskedPage, parts: FrontParts): Promise<void> {
  const { caller, isData } = asked;
  const { requestId } = caller;
  if (isData && parts.jsonLimit.take(addressGroup(caller.address), Date.now()) > 0) {
    return answerProblem(response, { status: 429, key: 'too-many-requests', requestId, retryAfterSeconds: 60 });
  }
  try {
    const page = await parts.desk.page(pageKey(asked.segments, asked.query, request.headers), isData, request.headers);
    for (const name of response.getHeaderNames()) if (name !== 'x-request-id' && name !== 'connection') response.removeHeader(name);
    sendKept(request, response, page);
  } catch (error) {
    if (error instanceof TooMuchWaiting) return answerProblem(response, { status: 503, key: 'busy', requestId, retryAfterSeconds: 2 });
    parts.options.log.error({ err: error, requestId, path: asked.segments.join('/') }, 'A page could not be rendered');
    answerProblem(response, { status: 500, key: 'internal', requestId });
  }
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
