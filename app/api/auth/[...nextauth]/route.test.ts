import { NextRequest } from 'next/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { dropSessionCookie, plainRequest } from '@/lib/accounts/next-auth';
import { createAuthOptions, type SignInCall } from '@/lib/accounts/next-auth-options';
import { resetConfig } from '@/lib/config/config';
import { loadTranslator } from '@/lib/i18n/messages';
import { languages } from '@/lib/language';
import { GET, POST } from './route';

const request = (path: string, method: string, headers: Record<string, string> = {}, body?: string) =>
  new NextRequest(`http://localhost:3000/api/auth/${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
const ask = (path: string, method = 'GET', headers: Record<string, string> = {}, body?: string) =>
  (method === 'POST' ? POST : GET)(request(path, method, headers, body), {
    params: Promise.resolve({ nextauth: path.split('/') }),
  });
const problem = 'application/problem+json; charset=utf-8';

afterEach(() => {
  vi.unstubAllEnvs();
  resetConfig();
});

test.each(languages)('in %s, the message to a sign-in without the page’s cookie names cookies [D1]', async (lang) => {
  const t = await loadTranslator(lang);
  expect(t('auth.error_form_expired')).toMatch(/cookies|ملفات تعريف الارتباط/i);
});

describe('the site’s use of next-auth [D6, S7]', () => {
  test.each([
    'verify-request',
    '_log',
    'none',
    'callback-url',
    'session/x',
    'csrf/x',
    'callback',
    'callback/nope',
    'callback/google',
    'callback/google/x',
    'signin/nope',
    '__proto__',
  ])('the next-auth action %s answers a 404 problem document [D6]', async (path) => {
    for (const method of ['GET', 'POST']) {
      const answer = await ask(
        path,
        method,
        { 'content-type': 'application/json' },
        method === 'POST' ? '{}' : undefined,
      );
      expect([method, answer.status, answer.headers.get('content-type')]).toEqual([method, 404, problem]);
    }
  });

  test.each([
    ['POST', 'csrf', 'GET, HEAD'],
    ['POST', 'session', 'GET, HEAD'],
    ['POST', 'providers', 'GET, HEAD'],
    ['POST', 'error', 'GET, HEAD'],
    ['GET', 'callback/credentials', 'POST'],
    ['HEAD', 'callback/guest', 'POST'],
  ])(
    '%s %s answers 405 with Allow and a problem document that does not mention the library [S3, S7]',
    async (method, path, allow) => {
      const answer = await ask(
        path,
        method,
        { 'content-type': 'application/json' },
        method === 'POST' ? '{}' : undefined,
      );
      expect([answer.status, answer.headers.get('allow'), answer.headers.get('content-type')]).toEqual([
        405,
        allow,
        problem,
      ]);
      expect(await answer.text()).not.toMatch(/next-?auth|\[object/i);
    },
  );
});

test.each([
  ['HEAD', 'GET'],
  ['GET', 'GET'],
  ['POST', 'POST'],
])('next-auth, which does not support HEAD, receives %s as %s [S3, S7]', (method, taken) => {
  expect(plainRequest(request('csrf', method), {}, () => true).method).toBe(taken);
});

test('the session’s `expires` is the expiry of its token, not of the cookie [S7, D8]', async () => {
  const { callbacks } = await createAuthOptions({ provider: null } as SignInCall);
  const exp = 1_800_000_000;
  const shown = await callbacks!.session!({
    session: { expires: '2099-01-01T00:00:00Z' },
    token: { sub: 'mona', exp },
  } as never);
  expect(shown.expires).toBe(new Date(exp * 1000).toISOString());
});

test('reading the session neither repeats nor deletes its cookie, which media URLs need after the token has expired [S7, D8]', () => {
  for (const value of ['token', '']) {
    const headers = new Headers({ 'set-cookie': `next-auth.session-token=${value}; Path=/` });
    headers.append('set-cookie', `next-auth.session-token.0=${value}; Path=/`);
    headers.append('set-cookie', 'next-auth.csrf-token=x; Path=/');
    dropSessionCookie(headers);
    expect(headers.getSetCookie()).toEqual(['next-auth.csrf-token=x; Path=/']);
  }
});

test('a second factor sent after the step has expired is not called a wrong password [D6, N21]', async () => {
  const call = { provider: null, pending: null, error: null } as SignInCall;
  const { providers } = await createAuthOptions(call);
  const form = providers.find(({ options }) => options?.id === 'credentials');
  const authorize = form?.options?.authorize as (fields: Record<string, string>) => Promise<unknown>;
  expect([await authorize({ totp: '123456' }), call.error]).toEqual([null, 'unauthorized']);
});

test('on https no other host can set the cookies of a provider’s sign-in [X47, D6]', async () => {
  for (const [name, value] of [
    ['SITE_URL', 'https://shop.midan.example'],
    ['AUTH_SECRET', 'a secret of more than 32 characters'],
    ['SMTP_URL', 'smtp://127.0.0.1'],
  ] as const)
    vi.stubEnv(name, value);
  resetConfig();
  const { cookies } = await createAuthOptions({ provider: null } as SignInCall);
  expect(Object.entries(cookies ?? {}).map(([kind, cookie]) => [kind, cookie.name])).toEqual([
    ['sessionToken', '__Host-next-auth.session-token'],
    ['csrfToken', '__Host-next-auth.csrf-token'],
    ['callbackUrl', '__Host-next-auth.callback-url'],
    ['state', '__Host-next-auth.state'],
    ['nonce', '__Host-next-auth.nonce'],
    ['pkceCodeVerifier', '__Host-next-auth.pkce.code_verifier'],
  ]);
});
