import { afterEach, expect, test, vi } from 'vitest';
import { log } from '@/lib/log';
import { forgetRequestChecks, registerRequestCheck } from '@/lib/process/shared-state';
import { startServer, type TestServer } from '@/server/testing/start-server';

let site: TestServer;
afterEach(async () => {
  await site.close();
  forgetRequestChecks();
  vi.restoreAllMocks();
});

const problem = 'application/problem+json; charset=utf-8';

const checkMac = () =>
  registerRequestCheck('/api/payment/callback', ({ query, body, header }) =>
    query.get('hmac') === 'right'
      ? null
      : {
          status: 401,
          key: 'bad-signature',
          title: `${header('Accept-Language')} ${body.toString()}`,
          lang: 'de',
          headers: { 'x-extra': '1' },
        },
  );

test('a request refused by a check never reaches the application [R25]', async () => {
  const handled: string[] = [];
  site = await startServer(async (request, response) => {
    for await (const chunk of request) handled.push(String(chunk));
    response.end('stored');
  });
  checkMac();
  const ask = (mac: string, body: string | string[] = 'ü') =>
    site.ask(`/api/payment/callback?hmac=${mac}`, { method: 'POST', headers: { 'accept-language': 'de' }, body });
  const refused = await ask('wrong');
  expect([
    refused.status,
    refused.headers['content-type'],
    refused.headers['content-language'],
    refused.headers['x-extra'],
  ]).toEqual([401, problem, 'de', '1']);
  expect(JSON.parse(refused.text)).toEqual({
    type: '/problems/bad-signature',
    title: 'de ü',
    status: 401,
    requestId: refused.headers['x-request-id'],
  });
  expect((await ask('right')).text).toBe('stored');
  expect((await site.ask('/api/payment/%63allback?hmac=wrong', { method: 'POST', body: 'ü' })).status).toBe(401);
  const long = 'x'.repeat(200_000);
  expect((await ask('right', [long, long])).status).toBe(413);
  expect(handled).toEqual(['ü']);
});

test('requests refused by a check are limited by address and do not count against valid ones [R25]', async () => {
  site = await startServer((_request, response) => void response.end('stored'), {
    env: { LIMIT_SCALE: '0.001', TRUSTED_PROXIES: '1' },
  });
  checkMac();
  const ask = async (mac: string, address: string) => {
    const answer = await site.ask(`/api/payment/callback?hmac=${mac}`, {
      method: 'POST',
      headers: { 'x-forwarded-for': address },
      body: '{}',
    });
    return [answer.status, Number(answer.headers['retry-after'] ?? 0) > 0];
  };
  for (let count = 0; count < 3; count += 1) expect(await ask('wrong', '2001:db8::1')).toEqual([401, false]);
  expect(await ask('wrong', '2001:db8::2')).toEqual([429, true]);
  expect(await ask('wrong', '192.0.2.1')).toEqual([401, false]);
  for (let count = 0; count < 12; count += 1) expect(await ask('right', '2001:db8::1')).toEqual([200, false]);
  expect(await ask('right', '2001:db8::1')).toEqual([429, true]);
});

test('the log samples a flood of refused calls, with short lines and without codes [R25, X16]', async () => {
  const lines: { path: string; status: number }[] = [];
  vi.spyOn(log, 'info').mockImplementation((fields: unknown) => void lines.push(fields as (typeof lines)[number]));
  site = await startServer((request, response) => void response.writeHead(Number(request.url?.slice(-3))).end());
  for (const status of [400, 401, 404]) {
    lines.length = 0;
    for (let count = 0; count < 60; count += 1)
      await site.ask(`/api/blog/${'x'.repeat(2_000)}${count}${status}/view`.replace(/(\d{3})\/view$/, '/view?$1'), {
        method: 'POST',
        body: '{}',
      });
    expect(lines.length).toBeGreaterThanOrEqual(20);
    expect(lines.filter((line) => line.status === status).length).toBe(lines.length);
    expect(JSON.stringify(lines[0]).length).toBeLessThan(600);
  }
  lines.length = 0;
  await site.ask('/ar/otpcode/me%40site.example/123456?200');
  await expect.poll(() => lines.map(({ path }) => path)).toEqual(['/[lang]/otpcode/[email]/[otp]']);
});
