import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { log } from '@/lib/log';
import { answerClientErrors } from './client-errors';
import { createHttpServer } from './http-server';
import { httpLimits, type AppOptions } from './options';

/**
 * Listens on `::1` at the port that `app` has on 127.0.0.1, since browsers resolve `localhost` to either. Fastify's own `host: 'localhost'` does so
 * only where the hosts file names `::1`, and without the limits of `createHttpServer`.
 *
 * @returns null on a system without IPv6 and where another program has the port
 */
export async function listenOnIpv6Loopback(app: FastifyInstance, { settings, limits = httpLimits }: Pick<AppOptions, 'settings' | 'limits'>): Promise<Server | null> {
  const { port } = app.server.address() as AddressInfo;
  const server = createHttpServer(app.routing, limits);
  server.on('clientError', answerClientErrors(settings));
  server.listen({ port, host: '::1', ipv6Only: true });
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') log.warn({ port }, 'Another program listens on ::1 at this port: http://localhost may lead to it. The site answers on 127.0.0.1.');
    return null;
  }
}
