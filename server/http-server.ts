import { createServer, type RequestListener, type Server } from 'node:http';
import type { HttpLimits } from './options';

export const maxHeaderBytes = 16 * 1024;
const maxHeaders = 100;

/** Every socket of the service listens by a server with these limits. */
export function createHttpServer(handler: RequestListener, limits: HttpLimits): Server {
  const server = createServer({
    headersTimeout: limits.headersTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    maxHeaderSize: maxHeaderBytes,
    noDelay: true,
    requireHostHeader: false,
  }, handler);
  server.requestTimeout = limits.requestTimeoutMs;
  server.setTimeout(limits.idleTimeoutMs);
  server.maxHeadersCount = maxHeaders;
  server.maxConnections = limits.maxConnections;
  return server;
}
