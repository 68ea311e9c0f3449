import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkPassword } from '@/lib/auth/password/check-password';
import { createAccount, createGuest } from '@/lib/auth/password/create-account';
import { signUpSchema } from '@/lib/auth/schema';
import { forgetConfig } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { freshDatabase } from '@/lib/testing/database';
import { startOidcMock, type OidcMock } from '@/mocks/oidc/server';
import { findActor } from '@/lib/auth/sessions/actor-of';
import { googleLoginSchema, linkedinLoginSchema, loginWithProvider } from './login-with-provider';
import { startSession } from '@/lib/auth/sessions/start-session';

const device = { userAgent: 'test', address: '10.0.0.1' };
const email = 'mona.adel@gmail.example';
const start = new Date();
let mock: OidcMock;

beforeAll(async () => {
  mock = await startOidcMock({ port: 0 });
});
afterAll(() => mock.close());

beforeEach(async () => {
  await freshDatabase();
  for (const [name, value] of Object.entries(mock.env)) vi.stubEnv(name, value);
  forgetConfig();
  await control('reset', {});
});
afterEach(() => {
  vi.unstubAllEnvs();
  forgetConfig();
});

const control = async (call: string, body: object) =>
  (await fetch(`${mock.url}/_mock/${call}`, { method: 'POST', headers: { 'x-mock-token': mock.controlToken }, body: JSON.stringify(body) })).json() as Promise<{ idToken: string }>;

const person = (given: object = {}) => ({ email, name: 'Mona Adel', emailVerified: true, ...given });
const idToken = async (claims: object = {}, who: object = {}, provider = 'google') => (await control('id-token', { provider, person: person(who), claims })).idToken;
const login = (body: object, guestId: string | null = null) =>
  loginWithProvider('google', googleLoginSchema.parse(body), { guestId, lang: 'en', device, now: new Date() });

const signUp = () =>
  createAccount({ form: signUpSchema.parse({ name: 'Somebody', email, phone: '01001234567', sub: 'river-lantern-42' }), lang: 'ar', guestId: null, address: 'x', now: start });
const accounts = async () => (await db()).user.findMany({ select: { id: true, email: true, emailConfirmedAt: true, passwordHash: true } });

describe('D6 signing in with Google', () => {
  test('D6 a token of the provider makes an account, and the same person comes back to it', async () => {
    const first = await login({ idToken: await idToken() });
    const again = await login({ accessToken: await idToken({}, { email: 'renamed@gmail.example', sub: undefined }).then(() => idToken()) });
    expect(again.userId).toBe(first.userId);
    expect(first).toMatchObject({ role: 'learner', name: 'Mona Adel' });
    expect(await accounts()).toMatchObject([{ email, passwordHash: null }]);
  });

  test('D6 claims beside the token are not trusted', async () => {
    const session = await login({ idToken: await idToken(), email: 'admin@midan.example', sub: 'someone', role: 'admin' });
    expect(session.role).toBe('learner');
    expect(await accounts()).toMatchObject([{ email }]);
  });

  test.each([
    ['another audience', { aud: 'another-app' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['a time that is over', { exp: Math.floor(Date.now() / 1000) - 120 }],
  ])('D6 a token with %s is refused', async (_, claims) => {
    await expect(login({ idToken: await idToken(claims) })).rejects.toMatchObject({ status: 401 });
  });

  test('D6 an unsigned, a foreign or a broken token is refused', async () => {
    const [header, payload] = (await idToken()).split('.');
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    for (const token of [none, `${header}.${payload}.AAAA`, 'x', await idToken({}, {}, 'linkedin')]) {
      await expect(login({ idToken: token })).rejects.toMatchObject({ status: 401 });
    }
  });

  test('D6 a verified address links to the account that has confirmed it', async () => {
    const made = await signUp();
    await (await db()).user.updateMany({ data: { emailConfirmedAt: start, ownerProvenAt: start } });
    const session = await login({ idToken: await idToken() });
    expect(session.userId).toBe(made.ok && made.value.userId);
    expect((await checkPassword({ email, password: 'river-lantern-42', address: 'x', now: start })).ok).toBe(true);
  });

  test('D6 an account that has not confirmed its address is linked to nobody, and to its owner after a one-time code', async () => {
    const made = await signUp();
    const userId = made.ok ? made.value.userId : '';
    const stranger = await startSession({ userId }, device, start);
    await expect(login({ idToken: await idToken() })).rejects.toMatchObject({ status: 409, key: 'account-exists' });
    expect(await findActor(stranger.sessionId, userId, new Date())).not.toBeNull();
    await (await db()).user.update({ where: { id: userId }, data: { emailConfirmedAt: start }, select: { id: true } });
    expect(await login({ idToken: await idToken() })).toMatchObject({ userId });
  });

  test('D6 an address the provider has not verified links to nobody', async () => {
    await signUp();
    await expect(login({ idToken: await idToken({}, { emailVerified: false }) })).rejects.toMatchObject({ status: 409, key: 'account-exists' });
    expect((await checkPassword({ email, password: 'river-lantern-42', address: 'x', now: start })).ok).toBe(true);
  });

  test('D6 two first sign-ins at once make one account', async () => {
    const tokens = await Promise.all([idToken(), idToken()]);
    const sessions = await Promise.all(tokens.map((token) => login({ idToken: token })));
    expect(sessions[0]?.userId).toBe(sessions[1]?.userId);
    expect(await accounts()).toHaveLength(1);
  });

  test('D6 D7 a guest that signs up with Google keeps its identity', async () => {
    const guest = await createGuest('ar', 'x', start);
    expect((await login({ idToken: await idToken() }, guest.userId)).userId).toBe(guest.userId);
  });

  test('D6 without configuration or provider it is 503', async () => {
    await login({ idToken: await idToken() });
    await control('faults', { provider: 'google', op: 'token', times: 1, status: 500 });
    await expect(login({ code: 'x', redirectUri: 'http://localhost/cb' })).rejects.toMatchObject({ status: 503 });
    await expect(login({ code: 'x', redirectUri: 'http://localhost/cb' })).rejects.toMatchObject({ status: 401 });
    vi.stubEnv('GOOGLE_CLIENT_ID', '');
    vi.stubEnv('GOOGLE_CLIENT_SECRET', '');
    forgetConfig();
    await expect(login({ idToken: 'x' })).rejects.toMatchObject({ status: 503 });
  });
});

describe('R24 when the provider is in trouble', () => {
  const fault = (op: string, given: object) => control('faults', { provider: 'google', op, times: 20, ...given });

  /** A mock of its own: what an issuer has once said is remembered. */
  async function withFreshIssuer(work: () => Promise<void>): Promise<void> {
    const usual = mock;
    mock = await startOidcMock({ port: 0 });
    for (const [name, value] of Object.entries(mock.env)) vi.stubEnv(name, value);
    forgetConfig();
    try {
      await work();
    } finally {
      await mock.close();
      mock = usual;
    }
  }

  test('R24 D6 a key that the provider changes is good within seconds, and one it has withdrawn is not', async () => {
    await login({ idToken: await idToken() });
    const old = await idToken();
    await control('rotate-keys', { provider: 'google', keepOld: false, publish: true });
    const token = await idToken();
    const began = Date.now();
    await vi.waitFor(() => login({ idToken: token }), { timeout: 60_000, interval: 500 });
    expect(Date.now() - began).toBeLessThan(20_000);
    await expect(login({ idToken: old })).rejects.toMatchObject({ status: 401 });
  });

  test('R24 D6 a key that is known stays good while the provider’s key list is away', async () => {
    await withFreshIssuer(async () => {
      await login({ idToken: await idToken() });
      await fault('jwks', { status: 500 });
      await fault('discovery', { status: 500 });
      expect(await login({ idToken: await idToken() })).toMatchObject({ role: 'learner' });
    });
  });

  test.each([['discovery', { hang: true }], ['discovery', { status: 500 }], ['jwks', { hang: true }], ['jwks', { drop: true }]] as const)(
    'R24 D6 a %s that answers %j is reported as unavailable within five seconds, and passwords never wait for it',
    async (op, given) => {
      await withFreshIssuer(async () => {
        const token = await idToken();
        await signUp();
        await fault(op, given);
        const began = Date.now();
        const refused = expect(login({ idToken: token })).rejects.toMatchObject({ status: 503, key: 'provider-unavailable' });
        expect((await checkPassword({ email, password: 'river-lantern-42', address: 'x', now: new Date() })).ok).toBe(true);
        expect(Date.now() - began).toBeLessThan(2000);
        await refused;
        expect(Date.now() - began).toBeLessThan(5000);
      });
    },
  );

  test('R24 D6 one slow answer after the other still ends within five seconds', async () => {
    await withFreshIssuer(async () => {
      const token = await idToken();
      await fault('discovery', { delayMs: 3500 });
      await fault('jwks', { delayMs: 3500 });
      const began = Date.now();
      await expect(login({ idToken: token })).rejects.toMatchObject({ status: 503 });
      expect(Date.now() - began).toBeLessThan(5000);
    });
  });
});

describe('D6 signing in with LinkedIn by a code', () => {
  const redirectUri = 'http://localhost:3000/api/auth/callback/linkedin';
  const code = async () => {
    await control('next', { provider: 'linkedin', person: person(), times: 1 });
    const query = new URLSearchParams({ response_type: 'code', client_id: mock.env.LINKEDIN_CLIENT_ID ?? '', redirect_uri: redirectUri, scope: 'openid profile email', state: 's' });
    const answer = await fetch(`${mock.url}/linkedin/v2/authorization?${query}`, { redirect: 'manual' });
    return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
  };
  const enter = (given: object) => loginWithProvider('linkedin', linkedinLoginSchema.parse(given), { guestId: null, lang: 'de', device, now: new Date() });

  test('D6 a code is exchanged once, and only for the address it was asked for', async () => {
    const one = await code();
    expect(await enter({ code: one, redirectUri })).toMatchObject({ role: 'learner', name: 'Mona Adel' });
    await expect(enter({ code: one, redirectUri })).rejects.toMatchObject({ status: 401 });
    await expect(enter({ code: await code(), redirectUri: 'http://localhost:3000/other' })).rejects.toMatchObject({ status: 401 });
  });
});
