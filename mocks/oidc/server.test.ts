import { createHash } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Provider } from './providers';
import { type OidcMock, startOidcMock } from './server';

let mock: OidcMock;
beforeAll(async () => void (mock = await startOidcMock({ port: 0 })));
afterAll(() => mock.close());
beforeEach(() => control('POST', 'reset'));

const REDIRECT = 'http://127.0.0.1:9/api/auth/callback';
const VERIFIER = 'v'.repeat(43);
const challenge = createHash('sha256').update(VERIFIER).digest('base64url');
const person = { email: 'mona@gmail.example', name: 'Mona Adel', emailVerified: true };

async function control(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const init = { method, headers: { 'x-mock-token': mock.controlToken } };
  return (
    await fetch(`${mock.url}/_mock/${path}`, body === undefined ? init : { ...init, body: JSON.stringify(body) })
  ).json() as never;
}

const fetchDiscovery = async (provider: Provider) =>
  (await (await fetch(`${mock.url}/${provider}/.well-known/openid-configuration`)).json()) as Record<string, string>;

async function authorizeUrl(provider: Provider, more: Record<string, string> = {}): Promise<string> {
  const { authorization_endpoint: at } = await fetchDiscovery(provider);
  const query = {
    client_id: `mock-${provider}-client`,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: 'openid profile email',
    state: 's1',
    ...more,
  };
  return `${at}?${new URLSearchParams(query).toString()}`;
}

async function requestCode(provider: Provider, more: Record<string, string> = {}): Promise<string> {
  await control('POST', 'next', { provider, person });
  const answer = await fetch(await authorizeUrl(provider, more), { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  expect(back.searchParams.get('state')).toBe('s1');
  return back.searchParams.get('code') ?? '';
}

async function exchange(provider: Provider, code: string, more: Record<string, string> = {}) {
  const { token_endpoint: at } = await fetchDiscovery(provider);
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT,
    client_id: `mock-${provider}-client`,
    client_secret: `mock-${provider}-secret`,
    ...more,
  };
  const answer = await fetch(at ?? '', { method: 'POST', body: new URLSearchParams(form) });
  return { status: answer.status, body: (await answer.json()) as { id_token: string; error?: string } };
}

async function verifyToken(provider: Provider, idToken: string) {
  const { issuer, jwks_uri: keys } = await fetchDiscovery(provider);
  return (
    await jwtVerify(idToken, createRemoteJWKSet(new URL(keys ?? '')), {
      issuer: issuer ?? '',
      audience: `mock-${provider}-client`,
    })
  ).payload;
}

test('Google signs in by a code with PKCE and nonce [D6]', async () => {
  const code = await requestCode('google', { nonce: 'n1', code_challenge: challenge, code_challenge_method: 'S256' });
  const { body } = await exchange('google', code, { code_verifier: VERIFIER });
  expect(await verifyToken('google', body.id_token)).toMatchObject({
    email: 'mona@gmail.example',
    email_verified: true,
    given_name: 'Mona',
    nonce: 'n1',
  });
});

test('LinkedIn offers no PKCE, omits the nonce and sends email_verified as text [D6]', async () => {
  expect(await fetchDiscovery('linkedin')).not.toHaveProperty('code_challenge_methods_supported');
  const { body } = await exchange('linkedin', await requestCode('linkedin', { nonce: 'n1' }));
  const claims = await verifyToken('linkedin', body.id_token);
  expect(claims.email_verified).toBe('true');
  expect(claims).not.toHaveProperty('nonce');
});

test('the same email has one subject at a provider and another at the other provider [D6]', async () => {
  const readSubject = async (provider: Provider) =>
    (await verifyToken(provider, (await exchange(provider, await requestCode(provider))).body.id_token)).sub;
  expect(await readSubject('google')).toBe(await readSubject('google'));
  expect(await readSubject('google')).not.toBe(await readSubject('linkedin'));
});

test('a code cannot be used twice [D6]', async () => {
  const code = await requestCode('google');
  expect((await exchange('google', code)).status).toBe(200);
  expect((await exchange('google', code)).body.error).toBe('invalid_grant');
});

test.each([
  ['without its verifier', {}, 'invalid_grant', true],
  ['with another verifier', { code_verifier: 'w'.repeat(43) }, 'invalid_request', true],
  ['with a wrong secret', { client_secret: 'no' }, 'invalid_client', false],
  ['for another address', { redirect_uri: 'http://127.0.0.1:9/else' }, 'invalid_grant', false],
  ['that was never given', { code: 'x' }, 'invalid_grant', false],
])('refuses a code %s [D6]', async (_, more, error, pkce) => {
  const code = await requestCode('google', pkce ? { code_challenge: challenge, code_challenge_method: 'S256' } : {});
  expect((await exchange('google', code, more)).body.error).toBe(error);
});

const choose = async (provider: Provider, fields: Record<string, string>) => {
  const query = new URL(await authorizeUrl(provider)).search.slice(1);
  return fetch(`${mock.url}/${provider}/choose`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ query, ...fields }),
  });
};

test('a visitor chooses an account on a page in their language without JavaScript [D6]', async () => {
  const page = await (await fetch(await authorizeUrl('google'), { headers: { 'accept-language': 'ar' } })).text();
  expect(page).toContain('dir="rtl"');
  expect(page).not.toContain('<script');
  const chosen = await choose('google', { answer: 'accept', email: 'new@gmail.example', name: 'New' });
  const back = await fetch(new URL(chosen.headers.get('location') ?? '', mock.url), { redirect: 'manual' });
  const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const claims = await verifyToken('google', (await exchange('google', code)).body.id_token);
  expect(claims).toMatchObject({ email: 'new@gmail.example', email_verified: false });
});

test.each([
  ['google', 'access_denied'],
  ['linkedin', 'user_cancelled_login'],
] as const)('denying at %s answers %s [D6]', async (provider, error) => {
  const back = new URL((await choose(provider, { answer: 'deny' })).headers.get('location') ?? '');
  expect(back.searchParams.get('error')).toBe(error);
});

test.each<Record<string, string>>([
  { client_id: 'other' },
  { redirect_uri: 'https://example.com/' },
  { response_type: 'token' },
  { scope: 'email' },
])('a request with %j gets no page [D6]', async (more) => {
  expect((await fetch(await authorizeUrl('google', more))).status).toBe(400);
});

test('keys can be rotated, and a token can be signed by an unpublished key [D6]', async () => {
  const mint = async () => String((await control('POST', 'id-token', { provider: 'google', person })).idToken);
  const old = await mint();
  await control('POST', 'rotate-keys', { provider: 'google' });
  expect(await verifyToken('google', old)).toBeTruthy();
  expect(await verifyToken('google', await mint())).toBeTruthy();
  await control('POST', 'rotate-keys', { provider: 'google', keepOld: false });
  await expect(verifyToken('google', old)).rejects.toThrow('no applicable key');
  await control('POST', 'rotate-keys', { provider: 'google', publish: false });
  await expect(verifyToken('google', await mint())).rejects.toThrow('no applicable key');
});

test('claims can be falsified and calls can fail on demand [D6]', async () => {
  await control('POST', 'claims', { patch: { iss: 'https://evil.example' } });
  await expect(
    verifyToken('google', (await exchange('google', await requestCode('google'))).body.id_token),
  ).rejects.toThrow('unexpected "iss"');
  await control('POST', 'faults', { op: 'token', status: 503 });
  expect((await exchange('google', await requestCode('google'))).status).toBe(503);
  await control('POST', 'faults', { provider: 'linkedin', op: 'discovery', drop: true });
  await expect(fetchDiscovery('linkedin')).rejects.toThrow('fetch failed');
  expect((await fetchDiscovery('google')).issuer).toBe(`${mock.url}/google`);
});
