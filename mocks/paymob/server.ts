import type { FastifyError, FastifyInstance } from 'fastify';
import { listenOn, mockApp } from '../http';
import { createJsonAnswer, Refusal, sendAnswer } from './api/answers';
import { addControlApi } from './api/control-api';
import { addProviderApi } from './api/provider-api';
import { type MockConfig, type PaymobMockOptions, readConfig } from './config';
import { scheduleAll } from './deliveries';
import { ConnectionCut } from './faults';
import { addCheckout } from './pages/checkout';
import { createWorld, takeNextId, type World } from './state/world';

export interface PaymobMock {
  url: string;
  port: number;
  env: Record<string, string>;
  controlToken: string;
  close: () => Promise<void>;
}

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

function addCalls(app: FastifyInstance, world: World): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Refusal) return sendAnswer(reply, error.toAnswer());
    if (!(error instanceof ConnectionCut))
      return sendAnswer(reply, createJsonAnswer(error.statusCode ?? 500, { detail: String(error) }));
    reply.hijack();
    world.save();
    return request.raw.socket.destroy();
  });
  const methodsAt = new Map<string, string[]>();
  app.addHook('onRoute', ({ url, method }) => void methodsAt.set(url, [...(methodsAt.get(url) ?? []), method].flat()));
  addProviderApi(app, world);
  addCheckout(app, world);
  addControlApi(app, world);
  for (const [url, methods] of [...methodsAt]) {
    const others = app.supportedMethods.filter((method) => !methods.includes(method));
    app.route({
      method: others,
      url,
      handler: ({ method }, reply) =>
        sendAnswer(
          reply,
          createJsonAnswer(405, { detail: `Method "${method}" not allowed.` }, { allow: methods.join(', ') }),
        ),
    });
  }
}

export function buildPaymobEnvironment(config: MockConfig, url: string): Record<string, string> {
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

export async function startPaymobMock(options: PaymobMockOptions = {}): Promise<PaymobMock> {
  const world = createWorld(readConfig(options, process.env));
  const app = mockApp();
  app.addHook('onRequest', async ({ headers: { host = '' } }, reply) => {
    reply.header('x-paymob-id', `mock-${String(takeNextId(world.store.counters, 'request')).padStart(6, '0')}`);
    if (URL.canParse(`http://${host}`) && localHosts.has(new URL(`http://${host}`).hostname)) return;
    return sendAnswer(reply, createJsonAnswer(403, { detail: 'This mock answers on loopback names only.' }));
  });
  app.addHook('onResponse', async () => world.save());
  app.register(async (scope) => addCalls(scope, world));
  const port = await listenOn(app, world.config.port);
  world.url = `http://127.0.0.1:${port}`;
  scheduleAll(world);
  return {
    url: world.url,
    port,
    env: buildPaymobEnvironment(world.config, world.url),
    controlToken: world.config.controlToken,
    close: async () => {
      world.clock.stop();
      await app.close();
    },
  };
}
