import { afterEach, expect, test } from 'vitest';
import { answerDirectly } from '@/lib/http/front';
import { startFront, type FrontUnderTest } from '@/lib/testing/front-under-test';

let site: FrontUnderTest;
afterEach(() => site.close());

test('L7 a handler that is answered directly gets what Next would give it, and the front finishes its answer', async () => {
  site = await startFront(async (_request, response) => void response.end('next'));
  answerDirectly('GET', '/api/film/{course}/{lesson}', async (request, { params }) => {
    const headers = new Headers({ 'content-type': 'application/json' });
    headers.append('set-cookie', 'a=1');
    headers.append('set-cookie', 'b=2');
    const said = { url: request.url, params: await params, address: request.headers.get('x-client-address'), cookie: request.headers.get('cookie') };
    return new Response(JSON.stringify(said), { status: 403, headers });
  });
  const answer = await site.ask('/api/film/x%20y/01.mp4?sig=1', { headers: { cookie: 'me=1' } });
  expect([answer.status, answer.headers['set-cookie'], answer.headers['x-content-type-options']]).toEqual([403, ['a=1', 'b=2'], 'nosniff']);
  expect(JSON.parse(answer.text)).toEqual({
    url: 'http://site.example/api/film/x%20y/01.mp4?sig=1', params: { course: 'x%20y', lesson: '01.mp4' }, address: '127.0.0.1', cookie: 'me=1',
  });
  expect((await site.ask('/api/film/x/01.mp4', { method: 'POST' })).text).toBe('next');
  expect((await site.ask('/api/film/x/01.mp4/more')).text).toBe('next');
});

test('R25 a call that another server sends is answered directly with its whole body, and a longer one not at all', async () => {
  site = await startFront(async (_request, response) => void response.end('next'));
  let heard = 0;
  answerDirectly('POST', '/api/payment/callback', async (request) => {
    const text = await request.text();
    heard += 1;
    return Response.json({ url: request.url, method: request.method, type: request.headers.get('content-type'), text });
  });
  const headers = { 'content-type': 'application/json' };
  const answer = await site.ask('/api/payment/callback?hmac=ab', { method: 'POST', headers, body: ['{"a":', '1}'] });
  const url = 'http://site.example/api/payment/callback?hmac=ab';
  expect(JSON.parse(answer.text)).toEqual({ url, method: 'POST', type: 'application/json', text: '{"a":1}' });
  const long = 'x'.repeat(600_000);
  expect((await site.ask('/api/payment/callback', { method: 'POST', headers, body: [long, long] })).status).toBe(413);
  expect(heard).toBe(1);
  expect((await site.ask('/api/payment/callback')).text).toBe('next');
});

test('R25 what the screen refuses never reaches the handler', async () => {
  site = await startFront(async (_request, response) => void response.end('next'));
  const handled: string[] = [];
  answerDirectly(
    'POST', '/api/payment/callback',
    async (request) => {
      handled.push(await request.text());
      return new Response('stored');
    },
    ({ query, body, acceptLanguage }) =>
      query.get('hmac') === 'right' ? null : { status: 401, key: 'bad-signature', title: `${acceptLanguage} ${body}`, headers: { 'content-language': 'de' } },
  );
  const asked = (mac: string) => site.ask(`/api/payment/callback?hmac=${mac}`, { method: 'POST', headers: { 'accept-language': 'de' }, body: 'ü' });
  const refused = await asked('wrong');
  expect([refused.status, refused.headers['content-type'], refused.headers['content-language']]).toEqual([401, 'application/problem+json; charset=utf-8', 'de']);
  expect(JSON.parse(refused.text)).toEqual({ type: '/problems/bad-signature', title: 'de ü', status: 401, requestId: refused.headers['x-request-id'] });
  expect((await asked('right')).text).toBe('stored');
  expect(handled).toEqual(['ü']);
});

test('R25 what the screen refuses is limited by address, and never stands in the way of what it lets through', async () => {
  site = await startFront(async (_request, response) => void response.end('next'), { limitScale: 0.001, trustedProxies: 1 });
  answerDirectly('POST', '/api/payment/callback', () => Promise.resolve(new Response('stored')), ({ query }) =>
    query.get('hmac') === 'right' ? null : { status: 401, key: 'bad-signature', title: 'no', headers: {} });
  const ask = async (mac: string, address: string) => {
    const answer = await site.ask(`/api/payment/callback?hmac=${mac}`, { method: 'POST', headers: { 'x-forwarded-for': address }, body: '{}' });
    return [answer.status, Number(answer.headers['retry-after'] ?? 0) > 0];
  };
  for (let i = 0; i < 3; i += 1) expect(await ask('wrong', '2001:db8::1')).toEqual([401, false]);
  expect(await ask('wrong', '2001:db8::2')).toEqual([429, true]);
  expect(await ask('wrong', '192.0.2.1')).toEqual([401, false]);
  for (let i = 0; i < 12; i += 1) expect(await ask('right', '2001:db8::1')).toEqual([200, false]);
  expect(await ask('right', '2001:db8::1')).toEqual([429, true]);
});

test('R25 of a flood of refused calls the log keeps a sample', async () => {
  const lines: object[] = [];
  const log = { info: (fields: object) => void lines.push(fields), warn: () => undefined, error: () => undefined };
  site = await startFront(async (_request, response) => void response.end(), { log });
  answerDirectly('POST', '/api/payment/{status}', (request) => Promise.resolve(new Response(null, { status: Number(request.url.slice(-3)) })));
  for (const status of [400, 401, 404]) {
    lines.length = 0;
    for (let i = 0; i < 100; i += 1) await site.ask(`/api/payment/${'x'.repeat(5_000)}${i}${status}`, { method: 'POST', body: '{}' });
    expect(lines.length).toBeGreaterThanOrEqual(20);
    expect(lines.length).toBeLessThan(100);
    expect(JSON.stringify(lines[0]).length).toBeLessThan(600);
  }
});
