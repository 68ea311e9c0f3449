import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '@/lib/http/app';
import type { DirectHandler, DirectMethod, DirectScreen } from '@/lib/http/front';
import { answerProblem } from '@/lib/http/answers/problem-answer';
import { addressGroup } from '@/lib/address-group';
import { FairTurns } from '@/lib/http/door/fair-turns';
import type { WindowLimit } from '@/lib/http/door/window-limit';

interface Route {
  readonly method: DirectMethod;
  readonly pattern: RegExp;
  readonly handler: DirectHandler;
  readonly screen: DirectScreen | undefined;
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const each of [value ?? []].flat()) headers.append(name, each);
  }
  return headers;
}

/** Whole; the front has seen to it that it is not too long. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  request.on('error', () => undefined);
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve) => request.once('close', resolve).once('end', resolve));
  return Buffer.concat(chunks);
}

function refusalOf(request: IncomingMessage, body: Uint8Array, screen: DirectScreen): ReturnType<DirectScreen> {
  const { searchParams: query } = new URL(request.url ?? '/', 'http://site');
  return screen({ query, body: Buffer.from(body).toString('utf8'), acceptLanguage: request.headers['accept-language'] ?? null });
}

function refuse(request: IncomingMessage, response: ServerResponse, refusal: NonNullable<ReturnType<DirectScreen>>): void {
  for (const [name, value] of Object.entries(refusal.headers)) response.setHeader(name, value);
  answerProblem(response, { ...refusal, requestId: String(request.headers['x-request-id']) });
}

function tooMany(request: IncomingMessage, response: ServerResponse, retryAfterSeconds: number): void {
  answerProblem(response, { status: 429, key: 'too-many-requests', retryAfterSeconds, requestId: String(request.headers['x-request-id']) });
}

async function answer(response: ServerResponse, answered: Response): Promise<void> {
  response.statusCode = answered.status;
  answered.headers.forEach((value, name) => name !== 'set-cookie' && response.setHeader(name, value));
  const cookies = answered.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  response.end(answered.body === null ? undefined : Buffer.from(await answered.arrayBuffer()));
}

/** By address, for calls with a screen: what it refused, and what it let through, so that the one never stands in the way of the other. */
export interface ScreenLimits {
  readonly refused: WindowLimit;
  readonly passed: WindowLimit;
}

/** Handlers that the front calls itself, with the request and the parameters that Next would give them. */
export class DirectRoutes {
  readonly #routes: Route[] = [];
  readonly #refusing = new FairTurns();

  constructor(
    private readonly siteUrl: string,
    private readonly limits: ScreenLimits,
  ) {}

  add(method: DirectMethod, path: string, handler: DirectHandler, screen?: DirectScreen): void {
    const pattern = path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    this.#routes.push({ method, pattern: new RegExp(`^${pattern}$`), handler, screen });
  }

  find(asking: string | undefined, path: string): App | undefined {
    const wanted = asking === 'HEAD' ? 'GET' : asking;
    for (const { method, pattern, handler, screen } of this.#routes) {
      const found = method === wanted ? pattern.exec(path) : null;
      if (found) {
        return async (request, response) => {
          const body = method === 'GET' ? null : await bodyOf(request);
          if (request.destroyed && !request.complete) return;
          if (body && screen) {
            const refusal = refusalOf(request, body, screen);
            const limit = refusal ? this.limits.refused : this.limits.passed;
            const wait = limit.take(addressGroup(String(request.headers['x-client-address'])), Date.now());
            // Saying no costs most of it, and nobody genuine waits for that.
            if (wait > 0) return this.#refusing.run(() => tooMany(request, response, wait));
            if (refusal) return this.#refusing.run(() => refuse(request, response, refusal));
          }
          const asked = new Request(this.siteUrl + (request.url ?? path), { method: asking ?? method, headers: headersOf(request), body });
          await answer(response, await handler(asked, { params: Promise.resolve({ ...found.groups }) }));
        };
      }
    }
    return undefined;
  }
}
