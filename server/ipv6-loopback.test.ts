import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { listenOnIpv6Loopback } from './ipv6-loopback';

const hasIpv6 = Object.values(networkInterfaces()).flat().some((address) => address?.address === '::1');

const ask = async (host: string, port: number): Promise<string> => {
  const [response] = (await once(get({ host, port, agent: false }), 'response')) as [IncomingMessage];
  return (await response.setEncoding('utf8').toArray()).join('');
};

test.skipIf(!hasIpv6)('answers on both loopbacks until it is closed [X41]', async () => {
  const server = createServer((request, response) => response.end(request.socket.remoteAddress)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await listenOnIpv6Loopback(server);
  expect([await ask('127.0.0.1', port), await ask('::1', port)]).toEqual(['127.0.0.1', '::1']);
  server.close();
  await expect(ask('::1', port)).rejects.toThrow(/ECONNREFUSED/);
});

test.skipIf(!hasIpv6)('goes on where another program has the port on ::1 [X41]', async () => {
  const other = createServer().listen(0, '::1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const server = createServer((_request, response) => response.end('ours')).listen(port, '127.0.0.1');
  await once(server, 'listening');
  await listenOnIpv6Loopback(server);
  expect(await ask('127.0.0.1', port)).toBe('ours');
  server.close();
  other.close();
});
