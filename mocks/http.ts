import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';

/** Reads every body as text; errors become a 400 with `{detail}`. */
export function mockApp(): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, _request, reply) =>
    reply.status(400).send({ detail: error instanceof z.ZodError ? z.prettifyError(error) : String(error) }),
  );
  app.setNotFoundHandler((_request, reply) => reply.status(404).send({ detail: 'Not found.' }));
  return app;
}

export async function listenOn(app: FastifyInstance, port: number): Promise<number> {
  return Number(new URL(await app.listen({ port, host: '127.0.0.1' })).port);
}

export const parseJsonBody = (body: unknown): unknown =>
  JSON.parse(typeof body === 'string' && body !== '' ? body : '{}');

export const requireToken =
  (token: string) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> =>
    request.headers['x-mock-token'] === token
      ? undefined
      : reply.status(401).send({ detail: 'X-Mock-Token is missing or wrong.' });
