import { once } from 'node:events';
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { FastifyInstance } from 'fastify';
import type { Config } from '@/lib/config/config';
import { internationalLanguage } from '@/lib/language';
import { log } from '@/lib/log';
import { newRequestId } from '@/server/plugins/request-context';
import { buildSecurityHeaders } from '@/server/plugins/security-headers';
import { type AppOptions, type HttpLimits, httpLimits } from './options';
import { problemDocument } from './problems';

export const maxHeaderBytes = 16 * 1024;
const maxHeaders = 100;

export function createHttpServer(handler: RequestListener, limits: HttpLimits): Server {
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      maxHeaderSize: maxHeaderBytes,
      noDelay: true,
      requireHostHeader: false,
    },
    handler,
  );
  server.requestTimeout = limits.requestTimeoutMs;
  server.setTimeout(limits.idleTimeoutMs);
  server.maxHeadersCount = maxHeaders;
  server.maxConnections = limits.maxConnections;
  return server;
}

const statuses: ReadonlyMap<string, number> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
]);

/** Responds to requests that Node rejects before any handler runs: a malformed, long or slow head. */
export function answerClientErrors(settings: Config): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const fixed = Object.entries({
    ...buildSecurityHeaders(settings),
    'cache-control': 'no-store',
    'content-language': internationalLanguage,
    'content-type': 'application/problem+json; charset=utf-8',
    connection: 'close',
  });
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const status = statuses.get(error.code ?? '') ?? 400;
    const requestId = newRequestId(undefined, false);
    const body = problemDocument({ status, key: 'malformed' }, internationalLanguage, requestId);
    const headers = [
      ...fixed,
      ['date', new Date().toUTCString()],
      ['x-request-id', requestId],
      ['content-length', String(body.length)],
    ];
    if (socket.writable)
      socket.write(
        Buffer.concat([
          Buffer.from(
            `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
          ),
          body,
        ]),
      );
    socket.destroy(error);
  };
}

/** A site on localhost must not be reachable from the network. */
export const findListenHost = ({ listenHost, onLocalhost }: Pick<Config, 'listenHost' | 'onLocalhost'>): string =>
  listenHost ?? (onLocalhost ? '127.0.0.1' : findAnyAddress());

/** @returns `::` on a machine with IPv6, otherwise `0.0.0.0`, as in a sandbox that hides the network interfaces */
export function findAnyAddress(interfaces = networkInterfaces): string {
  try {
    const addresses = Object.values(interfaces()).flat();
    return addresses.some((address) => address?.family === 'IPv6') ? '::' : '0.0.0.0';
  } catch (error) {
    log.warn({ err: error }, 'The network interfaces cannot be read; listening on IPv4 only');
    return '0.0.0.0';
  }
}

/** Browsers may resolve `localhost` to `::1`. @returns null if there is no IPv6 or the port is taken */
export async function listenOnIpv6Loopback(
  app: FastifyInstance,
  { settings, limits = httpLimits }: Pick<AppOptions, 'settings' | 'limits'>,
): Promise<Server | null> {
  const { port } = app.server.address() as AddressInfo;
  const server = createHttpServer(app.routing, limits);
  server.on('clientError', answerClientErrors(settings));
  server.listen({ port, host: '::1', ipv6Only: true });
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      log.warn(
        { port },
        'Another program listens on ::1 at this port, so http://localhost may open it. The site answers on 127.0.0.1.',
      );
    return null;
  }
}
