import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseConfig } from '@/lib/config/config';
import { findAnyAddress, findListenHost, listenOnIpv6Loopback } from './http-server';
import { shutDown } from './shut-down';
import { startServer, type TestServer } from './testing/start-server';

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((address) => address?.address === '::1');
const settings = parseConfig({ SITE_URL: 'http://[::1]:3000' });

let site: TestServer;
beforeEach(async () => {
  site = await startServer((_request, response) => void response.end('fine'), {
    env: { SITE_URL: 'http://localhost' },
  });
});
afterEach(() => site.close());

const ask = async (host: string): Promise<string> => {
  const [response] = (await once(get({ host, port: site.port, path: '/readyz', agent: false }), 'response')) as [
    IncomingMessage,
  ];
  return (await response.setEncoding('utf8').toArray()).join('');
};

async function listen(): Promise<Server> {
  const server = await listenOnIpv6Loopback(site.app, { settings });
  if (!server) throw new Error('not listening on ::1');
  return server;
}

test.skipIf(!hasIpv6)('answers on both loopback addresses until the service stops [X41]', async () => {
  const server = await listen();
  expect([await ask('127.0.0.1'), await ask('::1')]).toEqual(['fine', 'fine']);
  await shutDown(site.app, [server]);
  await expect(ask('127.0.0.1')).rejects.toThrow(/ECONNREFUSED/);
  await expect(ask('::1')).rejects.toThrow(/ECONNREFUSED/);
});

test.skipIf(!hasIpv6)('refuses a malformed request on ::1 as on 127.0.0.1 [X41]', async () => {
  const server = await listen();
  const answers = await Promise.all(
    ['127.0.0.1', '::1'].map(async (host) => {
      const socket = connect({ host, port: site.port }).setEncoding('utf8');
      socket.write('nonsense\r\n\r\n');
      return (await socket.toArray()).join('').split('\r\n')[0];
    }),
  );
  expect(answers).toEqual(['HTTP/1.1 400 Bad Request', 'HTTP/1.1 400 Bad Request']);
  expect(server).toMatchObject({
    maxConnections: site.app.server.maxConnections,
    maxHeadersCount: site.app.server.maxHeadersCount,
    timeout: site.app.server.timeout,
  });
  server.close();
});

test.skipIf(!hasIpv6)('starts if another program uses the port on ::1 [X41]', async () => {
  const other = createServer().listen(site.port, '::1');
  await once(other, 'listening');
  expect((other.address() as AddressInfo).port).toBe(site.port);
  expect(await listenOnIpv6Loopback(site.app, { settings })).toBeNull();
  expect(await ask('127.0.0.1')).toBe('fine');
  other.close();
});

test('listens on IPv4 if the sandbox hides the network interfaces [O4]', () => {
  const failToList = (): never => {
    throw Object.assign(new Error('uv_interface_addresses returned EAFNOSUPPORT'), { code: 'ERR_SYSTEM_ERROR' });
  };
  expect(findAnyAddress(failToList)).toBe('0.0.0.0');
  expect(findAnyAddress()).toBe(hasIpv6 ? '::' : '0.0.0.0');
});

test('LISTEN_HOST keeps visitors from bypassing the proxy; a site on localhost listens on loopback only [X41, X52]', () => {
  expect(findListenHost({ listenHost: '127.0.0.1', onLocalhost: false })).toBe('127.0.0.1');
  expect(findListenHost({ listenHost: null, onLocalhost: true })).toBe('127.0.0.1');
  expect(findListenHost({ listenHost: null, onLocalhost: false })).toBe(findAnyAddress());
});
