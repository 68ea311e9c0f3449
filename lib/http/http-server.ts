import { createServer, type RequestListener, type Server } from 'node:http';

/** Against slow and greedy clients (X31), all but the last one Node's own; docs/limits.md has their reasons. */
export interface HttpLimits {
  /** from the connection, or from the first byte of a later request, to the end of its head */
  readonly headersTimeoutMs: number;
  /** from the first byte of a request to the last of its body */
  readonly requestTimeoutMs: number;
  /** of a connection between two requests; longer than the 60 s for which nginx keeps one, so that nginx ends it first */
  readonly keepAliveTimeoutMs: number;
  /** without a byte in either direction; a paused video comes back by Range */
  readonly silenceTimeoutMs: number;
  /** how often Node looks for requests beyond their time */
  readonly checkEveryMs: number;
  readonly maxConnections: number;
  /** of the application, from the last byte of a request to its answer */
  readonly answerTimeoutMs: number;
}

export const httpLimits: HttpLimits = {
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 60_000,
  keepAliveTimeoutMs: 65_000,
  silenceTimeoutMs: 120_000,
  checkEveryMs: 2_000,
  maxConnections: 10_000,
  answerTimeoutMs: 60_000,
};

const MAX_HEADER_BYTES = 16 * 1024;
const MAX_HEADERS = 100;

/** What is malformed, too long or too slow is answered by Node itself: 400, 431, 408, and the connection ends. */
export function createHttpServer(listener: RequestListener, limits: HttpLimits): Server {
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      maxHeaderSize: MAX_HEADER_BYTES,
      noDelay: true,
    },
    listener,
  );
  server.setTimeout(limits.silenceTimeoutMs);
  server.maxHeadersCount = MAX_HEADERS;
  server.maxConnections = limits.maxConnections;
  return server;
}
