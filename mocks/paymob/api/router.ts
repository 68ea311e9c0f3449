import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Answer { status: number; headers?: Record<string, string>; body?: string }

export interface Call {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  params: Record<string, string>;
  text: string;
}

export type Handler = (call: Call) => Answer | Promise<Answer>;

interface Route { method: string; pattern: RegExp; names: string[]; handler: Handler }

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

export const page = (status: number, body: string): Answer => ({
  status,
  body,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  },
});

export const seeOther = (location: string): Answer => ({ status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' });

const maxBodyBytes = 1_000_000;

export async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBodyBytes) throw new RangeError('body too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

export function send(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body ?? '');
}

/** Method and path to handler; a trailing slash is part of the path, as with Paymob. */
export class Router {
  readonly #routes: Route[] = [];

  on(method: string, path: string, handler: Handler): this {
    const names: string[] = [];
    const source = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      names.push(name);
      return '([^/]+)';
    });
    this.#routes.push({ method, names, handler, pattern: new RegExp(`^${source}$`) });
    return this;
  }

  async handle(call: Omit<Call, 'params'>): Promise<Answer> {
    const here = this.#routes.filter((route) => route.pattern.test(call.url.pathname));
    const route = here.find(({ method }) => method === call.method);
    if (!route) {
      if (here.length === 0) return json(404, { detail: 'Not found.' });
      return json(405, { detail: `Method "${call.method}" not allowed.` }, { allow: here.map(({ method }) => method).join(', ') });
    }
    const values = route.pattern.exec(call.url.pathname)?.slice(1) ?? [];
    const params = Object.fromEntries(route.names.map((name, i) => [name, decodeURIComponent(values[i] ?? '')]));
    return route.handler({ ...call, params });
  }
}
