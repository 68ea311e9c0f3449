import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Proxies connections to PostgreSQL, and can cut or delay them or drop packets. */
export interface TcpProxy {
  port: number;
  cut: () => void;
  silence: () => void;
  mend: () => void;
  slow: (ms: number) => void;
  close: () => void;
}

export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const open = new Set<Socket>();
  let isCut = false;
  let isSilent = false;
  let delayMs = 0;
  const server = createServer((near) => {
    if (isCut) return void near.resetAndDestroy();
    const far = connect(target);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (bytes) => isSilent || far.write(bytes));
    far.on('data', (bytes) => {
      if (isSilent) return;
      if (delayMs === 0) near.write(bytes);
      else setTimeout(() => near.writable && near.write(bytes), delayMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true;
      for (const socket of open) socket.resetAndDestroy();
    },
    silence: () => void (isSilent = true),
    mend: () => void ((isCut = false), (isSilent = false), (delayMs = 0)),
    slow: (ms) => void (delayMs = ms),
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
