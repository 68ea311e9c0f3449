import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addCheckout } from './pages/checkout';
import { readConfig, type MockConfig, type PaymobMockOptions } from './config';
import { addControlApi } from './api/control-api';
import { scheduleAll } from './callbacks/deliveries';
import { ConnectionCut } from './faults/faults';
import { takeId } from './state/ids';
import { Refusal } from './api/problems';
import { addProviderApi } from './api/provider-api';
import { json, readBody, Router, send } from './api/router';
import { createWorld, type World } from './state/world';

export interface PaymobMock {
  url: string;
  port: number;
  /** What points a shop at this mock. */
  env: Record<string, string>;
  controlToken: string;
  close: () => Promise<void>;
}

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

async function answer(world: World, router: Router, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('x-paymob-id', `mock-${String(takeId(world.store.counters, 'request')).padStart(6, '0')}`);
  const host = request.headers.host ?? '';
  if (!URL.canParse(`http://${host}`) || !localHosts.has(new URL(`http://${host}`).hostname)) {
    send(response, json(403, { detail: 'This mock answers on loopback names only.' }));
    return;
  }
  try {
    const text = await readBody(request);
    const url = new URL(request.url ?? '/', world.url);
    send(response, await router.handle({ method: request.method ?? 'GET', url, headers: request.headers, text }));
  } catch (error) {
    if (error instanceof ConnectionCut) request.socket.destroy();
    else if (error instanceof Refusal) send(response, error.answer());
    else if (error instanceof RangeError) send(response, json(413, { detail: error.message }));
    else send(response, json(500, { detail: String(error) }));
  } finally {
    world.save();
  }
}

/** The shop's variables for a mock at `url` with these settings. */
export function paymobEnvironment(config: MockConfig, url: string): Record<string, string> {
  const ids = config.integrations.filter((one) => !one.live && !one.authOnly).map(({ id }) => id);
  return {
    PAYMOB_BASE_URL: url,
    PAYMOB_SECRET_KEY: config.secretKey,
    PAYMOB_PUBLIC_KEY: config.publicKey,
    PAYMOB_API_KEY: config.apiKey,
    PAYMOB_HMAC_SECRET: config.hmacSecret,
    PAYMOB_INTEGRATION_IDS: ids.slice(0, 3).join(','),
    PAYMOB_OWNER: String(config.owner),
    PAYMOB_MODE: 'test',
  };
}

/** Starts the mock on loopback; port 0 takes a free one. */
export async function startPaymobMock(options: PaymobMockOptions = {}): Promise<PaymobMock> {
  const world = createWorld(readConfig(options, process.env));
  const router = new Router();
  addProviderApi(router, world);
  addCheckout(router, world);
  addControlApi(router, world);
  const server = createServer((request, response) => void answer(world, router, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(world.config.port, world.config.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  world.url = `http://127.0.0.1:${port}`;
  scheduleAll(world);
  return {
    url: world.url,
    port,
    env: paymobEnvironment(world.config, world.url),
    controlToken: world.config.controlToken,
    close: () =>
      new Promise((resolve) => {
        world.clock.stop();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
