import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { resetConfig } from '@/lib/config/config';
import { db, transaction, useDatabase } from '@/lib/database/client';
import { consumeLimit } from '@/lib/database/rate-limit';
import { runJobOnce } from '@/lib/jobs/scheduler';
import { log } from '@/lib/log';
import { sendMessage } from '@/lib/mail/transport';
import { PaymobClient } from '@/lib/payments/paymob/client';
import { serverStats } from '@/lib/process/shared-state';
import { startMailMock } from '@/mocks/mail/server';
import { resetDatabase } from '@/tests/support/database';
import { readMetricsText } from './metrics';

beforeEach(resetDatabase);
afterEach(() => {
  vi.unstubAllEnvs();
  resetConfig();
});

const now = new Date('2026-11-28T12:00:00Z');

/** @param series the name with its labels, as in the text */
async function read(series: string): Promise<number | null> {
  const line = (await readMetricsText(now)).split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
}

test('reports the CPU time of the whole process from the first reading on, and only valid numbers [O4]', async () => {
  const text = await readMetricsText(now);
  expect(Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1])).toBeGreaterThan(0.05);
  for (const reading of [text, await readMetricsText(now)]) {
    expect(reading).not.toMatch(/NaN/);
    // Before its first sample, the minimum lag would be 2^63 ns.
    expect(reading).not.toMatch(/lag\S* 9\.\d+e?\d*$/m);
  }
});

const promtool = spawnSync('promtool', ['--version']).status === 0;

test.skipIf(!promtool)(
  'promtool finds nothing to improve in /metrics (needs the package prometheus) [O18]',
  async () => {
    const check = spawnSync('promtool', ['check', 'metrics'], { input: await readMetricsText(now), encoding: 'utf8' });
    expect([check.status, check.stdout, check.stderr]).toEqual([0, '', '']);
  },
);

test('series of outcomes, limits and order states begin at zero, so that their first event is counted [O18]', async () => {
  for (const series of [
    'site_service_duration_seconds_count{service="paymob",outcome="timeout"}',
    'site_refusals_total{limit="signup-address"}',
    'site_refusals_total{limit="login-account"}',
    'site_orders{status="refunded"}',
  ])
    expect([series, await read(series)]).toEqual([series, 0]);
});

test('counts page hits as they are, however often they are read [O18]', async () => {
  serverStats.hits = 41;
  expect([await read('site_page_hits_total'), await read('site_page_hits_total')]).toEqual([41, 41]);
  serverStats.hits = 0;
});

test('reports no figures while the database is down, instead of the last ones [O18]', async () => {
  expect([await read('site_database_up'), await read('site_outbox_waiting')]).toEqual([1, 0]);
  expect([await read('site_last_callback_seconds')]).toEqual([null]);
  useDatabase({ client: {} } as never);
  expect([await read('site_database_up'), await read('site_outbox_waiting')]).toEqual([0, null]);
  expect(await read('site_orders{status="paid"}')).toBeNull();
});

test('counts payments that no callback reported, until the next callback [O18]', async () => {
  const client = await db();
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  const found = { type: 'TRANSACTION', result: 'applied', reason: 'paid', body: {} } as const;
  for (const minutes of [-90, -20])
    await client.paymentEvent.create({
      data: { ...found, source: 'inquiry', fingerprint: `${minutes}`, receivedAt: at(minutes) },
    });
  expect(await read('site_payments_without_callback')).toBe(2);
  await client.paymentEvent.create({
    data: { ...found, source: 'callback', fingerprint: 'called', receivedAt: at(-60) },
  });
  expect([await read('site_payments_without_callback'), await read('site_last_callback_seconds')]).toEqual([1, 3600]);
});

test("counts Paymob's answers by outcome, inquiries and each try of a call on their own [O18]", async () => {
  const answers: (number | 'timeout' | 'reset')[] = [200, 404, 422, 500, 'timeout', 'reset', 'reset', 'reset', 503];
  const client = new PaymobClient({
    baseUrl: 'https://paymob.example',
    secretKey: 'secret',
    publicKey: 'public',
    apiKey: 'key',
    hmacSecret: 'hmac',
    timeoutMs: 1000,
    pause: async () => undefined,
    fetch: async () => {
      const answer = answers.shift();
      if (answer === 'reset') throw new Error('ECONNRESET');
      if (answer === 'timeout') throw new DOMException('late', 'TimeoutError');
      return new Response('{}', { status: answer ?? 200 });
    },
  });
  const outcomes = ['ok', 'refused', 'failed', 'timeout', 'unreachable'];
  const readCounts = async (service: string) => {
    const all = [];
    for (const outcome of outcomes)
      all.push(await read(`site_service_duration_seconds_count{service="${service}",outcome="${outcome}"}`));
    return all;
  };
  expect(await readCounts('paymob-inquiry')).toEqual([0, 0, 0, 0, 0]);
  for (let call = 0; call < 6; call += 1) await client.isIntentionPaid('secret-of-a-client').catch(() => null);
  await client.refund(7, 100).catch(() => null);
  expect(answers).toEqual([]);
  expect(await readCounts('paymob-inquiry')).toEqual([2, 1, 1, 1, 3]);
  expect(await readCounts('paymob')).toEqual([0, 0, 1, 0, 0]);
  expect(await readMetricsText(now)).not.toMatch(/secret-of-a-client|paymob\.example/);
});

test("counts the mail server's answers by outcome [O18]", async () => {
  const mock = await startMailMock({ port: 0, mailboxPort: 0 });
  vi.stubEnv('SMTP_URL', mock.env.SMTP_URL);
  resetConfig();
  const message = { from: 'site@midan.example', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
  const count = (outcome: string) => read(`site_service_duration_seconds_count{service="mail",outcome="${outcome}"}`);
  await sendMessage({ ...message, key: 'one', to: 'mona@midan.example' });
  expect([await count('ok'), await count('unreachable')]).toEqual([1, 0]);
  await mock.close();
  await expect(sendMessage({ ...message, key: 'two', to: 'mona@midan.example' })).rejects.toThrow();
  expect([await count('ok'), await count('unreachable')]).toEqual([1, 1]);
  expect(await readMetricsText(now)).not.toContain('mona');
});

test('times the runs of a job and counts those that failed [O18]', async () => {
  vi.spyOn(log, 'error').mockImplementation(() => undefined);
  const stopping = new AbortController().signal;
  const run = (work: () => Promise<void>) =>
    runJobOnce({ name: 'measured', everySeconds: 0, run: work }, 'me', stopping);
  await run(() => Promise.resolve());
  await run(() => Promise.reject(new Error('no')));
  expect(await read('site_job_duration_seconds_count{job="measured"}')).toBe(2);
  expect(await read('site_job_failures_total{job="measured"}')).toBe(1);
  expect(await read('site_job_failing{job="measured"}')).toBe(1);
});

test('times how long a query waits for the database [O18]', async () => {
  const countLate = async () =>
    (await read('site_database_wait_seconds_count'))! - (await read('site_database_wait_seconds_bucket{le="0.1"}'))!;
  const client = await db();
  const before = await countLate();
  let waiting: Promise<unknown>[] = [];
  await transaction(async (tx) => {
    await tx.fact.count();
    // Send more queries than the pool has free connections. Prisma sends a query only when `then` is called.
    waiting = Array.from({ length: 10 }, () => client.$executeRaw`SELECT pg_sleep(0.12)`.then());
    await new Promise((resolve) => setTimeout(resolve, 150));
  });
  await Promise.all(waiting);
  expect((await countLate()) - before).toBeGreaterThan(0);
});

test('counts refusals by the name of the limit, without the key [O18]', async () => {
  vi.stubEnv('LIMIT_SCALE', '0.0001');
  resetConfig();
  const count = () => read('site_refusals_total{limit="contact-mailbox"}');
  await consumeLimit('contact-mailbox', 'mona@midan.example', now);
  expect(await count()).toBe(0);
  await expect(consumeLimit('contact-mailbox', 'mona@midan.example', now)).rejects.toThrow();
  expect(await count()).toBe(1);
  expect(await readMetricsText(now)).not.toContain('mona');
});
