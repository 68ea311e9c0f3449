import { createServer, type Server as NetServer, type Socket } from 'node:net';
import type { Server } from 'node:http';
import type { KeptPage } from '@/lib/http/pages/page-cache';
import { PlainReader } from '@/lib/http/pages/plain-request';
import { notModifiedWireOf, wireOf } from '@/lib/http/pages/wire';

const SILENCE_MS = 65_000;

/** The kept answer for an address, if it may be given at once. */
export type FindKept = (url: string) => KeptPage | undefined;

/**
 * The door before the HTTP server. Plain requests for what is in memory are answered here, on the socket, at half the
 * cost (docs/decisions): measured, Node's own server spends more on its request and response objects than on everything
 * else. At the first request that is anything else the connection goes over to the HTTP server, for good, with that
 * request still unread.
 */
export class ExpressLane {
  readonly server: NetServer;
  readonly #waiting = new Set<Socket>();

  constructor(
    private readonly http: Server,
    private readonly find: FindKept,
  ) {
    this.server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => this.#open(socket));
  }

  /** Ends the connections that nobody is asking anything on. */
  closeWaiting(): void {
    for (const socket of this.#waiting) socket.end();
  }

  #open(socket: Socket): void {
    const reader = new PlainReader();
    this.#waiting.add(socket);
    const onData = (bytes: Buffer): void => {
      const asked = reader.read(bytes);
      const page = asked ? this.find(asked.url) : undefined;
      if (!asked || !page) {
        leave();
        socket.unshift(bytes);
        this.http.emit('connection', socket);
        socket.resume();
        return;
      }
      const shown = page.representations[asked.encoding];
      const isCurrent = asked.ifNoneMatch !== null && (asked.ifNoneMatch === '*' || asked.ifNoneMatch.includes(page.hash));
      send(socket, isCurrent ? notModifiedWireOf(shown) : wireOf(shown));
    };
    const onTimeout = () => socket.destroy();
    const onError = () => socket.destroy();
    const onEnd = () => socket.end();
    const leave = () => {
      this.#waiting.delete(socket);
      socket.pause();
      socket.off('data', onData).off('timeout', onTimeout).off('error', onError).off('end', onEnd).off('close', leave);
      socket.setTimeout(0);
    };
    socket.setTimeout(SILENCE_MS);
    socket.on('data', onData).on('timeout', onTimeout).on('error', onError).on('end', onEnd).on('close', leave);
  }
}

/** Whoever does not take answers gets no further questions read. */
function send(socket: Socket, parts: readonly Buffer[]): void {
  if (parts.length > 1) socket.cork();
  let flowing = true;
  for (const part of parts) flowing = socket.write(part);
  if (parts.length > 1) socket.uncork();
  if (flowing) return;
  socket.pause();
  socket.once('drain', () => socket.resume());
}
