import { afterEach, expect, test } from 'vitest';
import { answerDirectly } from '@/lib/http/front';
import { startFront, type FrontUnderTest } from '@/lib/testing/front-under-test';

let site: FrontUnderTest;
afterEach(() => site.close());

test('L7 a handler that is answered directly gets what Next would give it, and the front finishes its answer', async () => {
  site = await startFront(async (_request, response) => void response.end('next'));
  answerDirectly('/api/film/{course}/{lesson}', async (request, { params }) => {
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
