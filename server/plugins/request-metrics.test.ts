import { writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MetricValueWithName } from 'prom-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { log } from '@/lib/log';
import { recorded } from '@/lib/process/recorded-metrics';
import { startServer, type TestServer } from '@/server/testing/start-server';

let site: TestServer;

beforeEach(async () => {
  vi.spyOn(log, 'error').mockImplementation(() => undefined);
  recorded.registry.resetMetrics();
  site = await startServer(
    (request, response) => {
      if (request.url?.startsWith('/api/payment/getProducts')) throw new Error('broken');
      if (!request.url?.startsWith('/api/user/7/passkeys')) response.end('ok');
    },
    { prepare: (folder) => writeFileSync(join(folder, 'public', 'a-file.txt'), 'text') },
  );
});
afterEach(() => site.close());

const readSeries = async (name: 'site_http_request_duration_seconds' | 'site_refusals_total') =>
  (await recorded.registry.getSingleMetric(name)!.get()).values as MetricValueWithName<string>[];

/** Lists what was recorded, such as `page 2xx: 1`. */
async function listRequests(): Promise<string[]> {
  return (await readSeries('site_http_request_duration_seconds'))
    .filter(({ metricName, value }) => metricName?.endsWith('_count') && value > 0)
    .map(({ labels, value }) => `${labels.kind} ${labels.status}: ${value}`)
    .sort();
}

test('counts each request once, by kind of route and status class [O18]', async () => {
  for (const path of [
    '/en/home',
    '/en/home',
    '/en/profile',
    '/a-file.txt',
    '/robots.txt',
    '/healthz',
    '/api/questions/7',
    '/api/payment/getProducts',
    '/api/user/7/video/stream/next/1',
    '/api/admin/orders.csv',
    '/en/home/',
    '/',
    '/en/no-such-page',
    '/wp-login.php',
  ])
    await site.ask(path);
  await site.ask('/api/payment/callback', { method: 'POST', body: '{}' });
  await site.ask('/en/home', { method: 'DELETE' });
  await vi.waitFor(async () =>
    expect(await listRequests()).toEqual([
      'call 2xx: 1',
      'call 5xx: 1',
      'callback 2xx: 1',
      'file 2xx: 3',
      'lesson 2xx: 1',
      'operations 2xx: 1',
      'other 2xx: 2',
      'other 4xx: 1',
      'page 2xx: 3',
      'page 3xx: 1',
      'page 4xx: 1',
    ]),
  );
});

test('records a response that the visitor did not wait for [O18]', async () => {
  const request = httpRequest({ port: site.port, path: '/api/user/7/passkeys', agent: false });
  request.on('error', () => undefined);
  request.end();
  await sleep(150);
  request.destroy();
  await vi.waitFor(async () => expect(await listRequests()).toEqual(['call aborted: 1']));
  const [sum] = (await readSeries('site_http_request_duration_seconds')).filter(
    ({ metricName, value }) => metricName?.endsWith('_sum') && value > 0,
  );
  expect(sum!.value).toBeGreaterThan(0.1);
});

test('the number of series stays the same, whatever is requested, and no label comes from a request [O18]', async () => {
  const listNames = async () =>
    (await recorded.registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith('site_'))
      .map((line) => line.replace(/ \S+$/, ''));
  const before = await listNames();
  const paths = [
    '/en/articles/hunter2',
    '/hunter2',
    '/hunter2/hunter2',
    '/api/hunter2?mail=hunter2@midan.example',
    '/api/user/hunter2/passkeys/hunter2/rename',
    '/en/otpcode/hunter2@midan.example/hunter2',
    '/_next/hunter2.js',
    '/en/%D9%87hunter2',
    '/%00hunter2',
    '/..%2fhunter2',
    '//hunter2//',
    `/${'hunter2/'.repeat(500)}`,
  ];
  for (const path of paths)
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE', 'M-SEARCH'])
      await site.ask(path, { method, headers: { host: 'hunter2.example', 'user-agent': 'hunter2' } });
  expect((await listRequests()).length).toBeGreaterThan(4);
  expect(await listNames()).toEqual(before);
});

test('counts refusals by limit: long bodies, searches and missing pages [O18]', async () => {
  await site.ask('/api/contact', { method: 'POST', body: 'x'.repeat(70_000) });
  for (let search = 0; search < 62; search += 1) await site.ask(`/api/search?q=${search}`);
  const refusals = (await readSeries('site_refusals_total')).filter(({ value }) => value > 0);
  expect(refusals.map(({ labels, value }) => [labels.limit, value])).toEqual([
    ['body-size', 1],
    ['searches', 2],
  ]);
});
