import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '@/lib/http/app';
import type { DirectHandler } from '@/lib/http/front';

interface Route {
  readonly pattern: RegExp;
  readonly handler: DirectHandler;
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const each of [value ?? []].flat()) headers.append(name, each);
  }
  return headers;
}

async function answer(response: ServerResponse, answered: Response): Promise<void> {
  response.statusCode = answered.status;
  answered.headers.forEach((value, name) => name !== 'set-cookie' && response.setHeader(name, value));
  const cookies = answered.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  response.end(answered.body === null ? undefined : Buffer.from(await answered.arrayBuffer()));
}

/** Handlers that the front calls itself, with the request and the parameters that Next would give them. */
export class DirectRoutes {
  readonly #routes: Route[] = [];

  constructor(private readonly siteUrl: string) {}

  add(path: string, handler: DirectHandler): void {
    const pattern = path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    this.#routes.push({ pattern: new RegExp(`^${pattern}$`), handler });
  }

  find(path: string): App | undefined {
    for (const { pattern, handler } of this.#routes) {
      const found = pattern.exec(path);
      if (found) {
        return async (request, response) => {
          const asked = new Request(this.siteUrl + (request.url ?? path), { headers: headersOf(request) });
          await answer(response, await handler(asked, { params: Promise.resolve({ ...found.groups }) }));
        };
      }
    }
    return undefined;
  }
}
