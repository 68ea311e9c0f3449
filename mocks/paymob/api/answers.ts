import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

interface CallRoute {
  Params: Record<string, string>;
  Body: string | undefined;
}

export type Call = FastifyRequest<CallRoute>;

export type Handler = (call: Call) => Answer | Promise<Answer>;

export const createJsonAnswer = (status: number, value: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

export const createPageAnswer = (status: number, body: string): Answer => ({
  status,
  body,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  },
});

export const seeOther = (location: string): Answer => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store' },
});

/** Sends bytes, because Fastify would add a charset to text. */
export const sendAnswer = (reply: FastifyReply, { status, headers = {}, body }: Answer): FastifyReply =>
  reply
    .status(status)
    .headers(headers)
    .send(body === undefined ? undefined : Buffer.from(body));

/** Like Paymob, treats a trailing slash as part of the path. */
export function addRoute(app: FastifyInstance, method: HTTPMethods, url: string, handler: Handler): void {
  app.route<CallRoute>({
    method,
    url,
    exposeHeadRoute: false,
    handler: async (call, reply) => sendAnswer(reply, await handler(call)),
  });
}

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {
    super(JSON.stringify(body));
  }

  toAnswer(): Answer {
    return createJsonAnswer(this.status, this.body);
  }
}
