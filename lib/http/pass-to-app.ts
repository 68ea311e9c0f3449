import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { liesInBucket, sendOrdered, takeFileOrder } from '@/lib/http/files/accel';
import { AppExchange } from '@/lib/http/app-exchange';
import type { App } from '@/lib/http/app';
import type { Area } from '@/lib/http/areas';
import { bodyLimitFor, countBody } from '@/lib/http/door/body-limit';
import { runInPageContext, type PageContext } from '@/lib/cache/page-context';
import type { FrontParts } from '@/lib/http/front-parts';
import { DATA_POLICY, nonceSources } from '@/lib/http/answers/policy';

/** Gives a request to the application and its answer, with what every answer needs, to the visitor. */
export async function passToApp(
  request: IncomingMessage,
  response: ServerResponse,
  about: { path: string; area: Area; requestId: string; app: App },
  parts: FrontParts,
): Promise<void> {
  const { requestId, path, area, app } = about;
  const { options } = parts;
  const notes: PageContext = { status: null, tags: new Set(), nonce: randomBytes(16).toString('hex') };
  const policy = parts.policy(nonceSources(notes.nonce));
  if (area !== 'call') {
    request.headers['content-security-policy'] = policy;
    request.headers['x-nonce'] = notes.nonce;
  }
  const exchange: AppExchange = new AppExchange(request, response, {
    beforeHead: () => finishHead(response, notes, policy),
    takeEnd: (): boolean => takeFile(request, response, exchange, requestId, parts),
  });
  countBody(request, bodyLimitFor(path), () => {
    response.setHeader('connection', 'close');
    exchange.refuse({ status: 413, key: 'too-large', requestId });
  });
  const timer = setTimeout(() => {
    // While the body is still coming, the HTTP server's own limit runs: a slow line is not our slowness.
    if (!request.complete) return void timer.refresh();
    exchange.refuse({ status: 503, key: 'unavailable', requestId, retryAfterSeconds: 5 });
  }, options.limits.answerTimeoutMs);
  response.once('close', () => clearTimeout(timer));
  try {
    await runInPageContext(notes, () => app(request, response));
  } catch (error) {
    if (exchange.isOpen) options.log.error({ err: error, requestId, path }, 'The application failed');
    exchange.refuse({ status: 500, key: 'internal', requestId });
  }
}

function finishHead(response: ServerResponse, notes: PageContext, policy: string): void {
  const type = String(response.getHeader('content-type') ?? '');
  const isPage = type.startsWith('text/html');
  if (notes.status !== null && response.statusCode === 200 && (isPage || type.startsWith('text/x-component'))) {
    response.statusCode = notes.status;
  }
  if (response.statusCode === 503 && !response.hasHeader('retry-after')) response.setHeader('retry-after', '5');
  response.setHeader('content-security-policy', isPage ? policy : DATA_POLICY);
  response.removeHeader('x-powered-by');
}

/** Answers with a file in place of the body when the application ordered one. */
function takeFile(
  request: IncomingMessage,
  response: ServerResponse,
  exchange: AppExchange,
  requestId: string,
  { options, seats, files }: FrontParts,
): boolean {
  const order = takeFileOrder(response);
  if (order === null) return false;
  response.setHeader('content-security-policy', DATA_POLICY);
  if (options.sendFiles === 'accel' && !liesInBucket(order.target, options)) {
    response.setHeader('x-accel-redirect', order.target);
    return false;
  }
  exchange.release();
  sendOrdered(request, response, order, { ...options, seats, files }, requestId).catch((error: unknown) => {
    options.log.error({ err: error, requestId }, 'A file could not be sent');
    response.destroy();
  });
  return true;
}
