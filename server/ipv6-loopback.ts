import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { log } from '@/lib/log';

/**
 * Lets an HTTP server that listens on 127.0.0.1 answer on `::1` too, at the same port: browsers resolve `localhost` to either. Its connections
 * are the server's own, so every limit and timeout holds. A system without IPv6 goes without.
 */
export async function listenOnIpv6Loopback(server: Server): Promise<void> {
  const { port } = server.address() as AddressInfo;
  const second = createServer({ noDelay: true }, (socket) => {
    server.emit('connection', socket);
  });
  second.listen({ port, host: '::1', ipv6Only: true });
  try {
    await once(second, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') log.warn({ port }, 'Another program listens on ::1 at this port: http://localhost may lead to it. The site answers on 127.0.0.1.');
    return;
  }
  const close = server.close.bind(server);
  server.close = (done) => {
    second.close();
    return close(done);
  };
}
