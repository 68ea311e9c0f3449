import { createServer, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';

const SECOND = 1_000;

/** A half-sent head, a slow body or a silent connection may not hold a place for ever. */
const LIMITS = {
  headersTimeout: 15 * SECOND,
  requestTimeout: 120 * SECOND,
  keepAliveTimeout: 65 * SECOND,
  /** no byte in either direction; a paused film comes back by Range */
  silence: 120 * SECOND,
} as const;

function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const statuses: Readonly<Record<string, string>> = {
    HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
    ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  };
  const status = statuses[error.code ?? ''] ?? '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\nx-content-type-options: nosniff\r\n\r\n`);
}

export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: LIMITS.headersTimeout,
      requestTimeout: LIMITS.requestTimeout,
      keepAliveTimeout: LIMITS.keepAliveTimeout,
      connectionsCheckingInterval: 5 * SECOND,
      noDelay: true,
    },
    listener,
  );
  server.setTimeout(LIMITS.silence);
  server.maxHeadersCount = 100;
  server.on('clientError', refuse);
  return server;
}
