import { NextRequest } from 'next/server';
import { describe, expect, test } from 'vitest';
import { authOptions } from '@/lib/auth/next-auth/auth-options';
import { plainRequest } from '@/lib/auth/next-auth/next-auth-request';
import type { SignInCall } from '@/lib/auth/next-auth/sign-in-call';
import { GET, POST } from './route';

const request = (path: string, method: string, headers: Record<string, string> = {}, body?: string) =>
  new NextRequest(`http://localhost:3000/api/auth/${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
const ask = (path: string, method = 'GET', headers: Record<string, string> = {}, body?: string) =>
  (method === 'POST' ? POST : GET)(request(path, method, headers, body), { params: Promise.resolve({ nextauth: path.split('/') }) });
const problem = 'application/problem+json; charset=utf-8';

describe('D6 S7 what the site uses of next-auth', () => {
  test.each(['verify-request', '_log', 'none', 'callback-url', 'session/x', 'csrf/x', 'callback', 'callback/nope', 'callback/google', 'callback/google/x', 'signin/nope', '__proto__'])(
    'D6 next-auth has no action %s here: no page and no error of its own', async (path) => {
      for (const method of ['GET', 'POST']) {
        const answer = await ask(path, method, { 'content-type': 'application/json' }, method === 'POST' ? '{}' : undefined);
        expect([method, answer.status, answer.headers.get('content-type')]).toEqual([method, 404, problem]);
      }
    });

  test.each([
    ['POST', 'csrf', 'GET, HEAD'], ['POST', 'session', 'GET, HEAD'], ['POST', 'providers', 'GET, HEAD'], ['POST', 'error', 'GET, HEAD'],
    ['GET', 'callback/credentials', 'POST'], ['HEAD', 'callback/guest', 'POST'],
  ])('S3 S7 %s %s is 405 with Allow, a problem document and no text of the library', async (method, path, allow) => {
    const answer = await ask(path, method, { 'content-type': 'application/json' }, method === 'POST' ? '{}' : undefined);
    expect([answer.status, answer.headers.get('allow'), answer.headers.get('content-type')]).toEqual([405, allow, problem]);
    expect(await answer.text()).not.toMatch(/next-?auth|\[object/i);
  });
});

test.each([['HEAD', 'GET'], ['GET', 'GET'], ['POST', 'POST']])('S3 S7 next-auth, which knows no HEAD, takes %s as %s', (method, taken) => {
  expect(plainRequest(request('csrf', method), {}, () => true).method).toBe(taken);
});

test('S7 D8 `expires` of the session is when its content ends, not the cookie', async () => {
  const { callbacks } = await authOptions({ provider: null } as SignInCall);
  const exp = 1_800_000_000;
  const shown = await callbacks!.session!({ session: { expires: '2099-01-01T00:00:00Z' }, token: { sub: 'mona', exp } } as never);
  expect(shown.expires).toBe(new Date(exp * 1000).toISOString());
});
