import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { PaymobMockOptions } from './config';
import { startPaymobMock, type PaymobMock } from './server';

export interface Heard { hmac: string; body: string; obj: Record<string, unknown> }

/** A shop that only listens. `answers` are the statuses it gives, the last one for ever. */
export interface Shop { url: string; heard: Heard[]; answers: number[]; close: () => void }

export async function startShop(): Promise<Shop> {
  const heard: Heard[] = [];
  const answers: number[] = [200];
  const server = createServer((request, response) => {
    void request.toArray().then((parts) => {
      const body = Buffer.concat(parts as Buffer[]).toString('utf8');
      const hmac = new URL(request.url ?? '/', 'http://shop').searchParams.get('hmac') ?? '';
      heard.push({ hmac, body, obj: (JSON.parse(body) as { obj: Record<string, unknown> }).obj });
      response.writeHead((answers.length > 1 ? answers.shift() : answers[0]) ?? 200).end('noted');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, heard, answers, close: () => server.close() };
}

export type Bench = PaymobMock & {
  shop: Shop;
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<{ status: number; json: Record<string, never> & { [key: string]: unknown } }>;
  control: <T = Record<string, unknown>>(method: string, path: string, body?: unknown) => Promise<T>;
  intend: (more?: Record<string, unknown>) => Promise<Record<string, unknown> & { client_secret: string; intention_order_id: number; id: string }>;
  pay: (scenario: string, more?: Record<string, unknown>) => Promise<Record<string, unknown> & { id: number }>;
  /** Moves the manual clock and waits until every attempt that became due was answered. */
  pass: (ms: number) => Promise<void>;
  /** As it was at the start, with nothing heard. */
  reset: () => Promise<void>;
  stop: () => Promise<void>;
};

export const sampleIntention = (shop: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  amount: 129900,
  currency: 'EGP',
  payment_methods: [1001, 1002, 1003],
  items: [{ name: 'Course: Angular basics', amount: 129900, description: 'course 42', quantity: 1 }],
  billing_data: { first_name: 'Mona', last_name: 'Adel', email: 'learner@example.com', phone_number: '+201000000000' },
  customer: { first_name: 'Mona', last_name: 'Adel', email: 'learner@example.com' },
  expiration: 3600,
  extras: { payment_id: 'pay_01HXMOCK0001' },
  notification_url: `${shop}/api/payment/callback`,
  redirection_url: `${shop}/api/payment/return`,
  ...more,
});

/** A mock on a free port with the manual clock, and a listening shop beside it. */
export async function startBench(options: PaymobMockOptions = {}): Promise<Bench> {
  const shop = await startShop();
  const mock = await startPaymobMock({ port: 0, clock: 'manual', siteUrl: shop.url, ...options });
  const call: Bench['call'] = async (method, path, body, headers = {}) => {
    const init = { method, headers: { 'content-type': 'application/json', authorization: 'Token egy_sk_test_mock', ...headers } };
    const answer = await fetch(mock.url + path, body === undefined ? init : { ...init, body: JSON.stringify(body) });
    return { status: answer.status, json: (await answer.json()) as never };
  };
  const control: Bench['control'] = async <T>(method: string, path: string, body?: unknown) => {
    const { json } = await call(method, `/_mock/${path}`, body, { 'x-mock-token': mock.controlToken });
    return json as T;
  };
  const intend: Bench['intend'] = async (more) => (await call('POST', '/v1/intention/', sampleIntention(shop.url, more))).json as never;
  const settled = async (): Promise<void> => {
    for (;;) {
      const state = await control<{ now: string; deliveries: { state: string; dueAt: number }[] }>('GET', 'state');
      const busy = state.deliveries.some((one) => one.state === 'sending' || (one.state === 'waiting' && one.dueAt <= Date.parse(state.now)));
      if (!busy) return;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  return {
    ...mock,
    shop,
    call,
    control,
    intend,
    pay: async (scenario, more) => control('POST', `intentions/${(await intend(more)).id}/complete`, { scenario }),
    pass: async (ms) => {
      await control('POST', 'clock/advance', { ms });
      await settled();
    },
    reset: async () => {
      await control('POST', 'reset');
      shop.heard.length = 0;
    },
    stop: async () => {
      await mock.close();
      shop.close();
    },
  };
}
