import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAccount, createGuest } from '@/lib/accounts/create-account';
import { checkPassword } from '@/lib/accounts/password/check-password';
import { signUpSchema } from '@/lib/accounts/schema';
import { findActor } from '@/lib/accounts/sessions/actor-of';
import { startSession } from '@/lib/accounts/sessions/start-session';
import { resetConfig } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { type OidcMock, startOidcMock } from '@/mocks/oidc/server';
import { resetDatabase } from '@/tests/support/database';
import { googleLoginSchema, linkedinLoginSchema, signInWithProvider } from './sign-in-with-provider';

const device = { userAgent: 'test', ip: '10.0.0.1' };
const email = 'mona.adel@gmail.example';
const start = new Date();
let mock: OidcMock;

beforeAll(async () => {
  mock = await startOidcMock({ port: 0 });
});
afterAll(() => mock.close());

beforeEach(async () => {
  await resetDatabase();
  for (const [name, value] of Object.entries(mock.env)) vi.stubEnv(name, value);
  resetConfig();
  await control('reset', {});
});
afterEach(() => {
  vi.unstubAllEnvs();
  resetConfig();
});

const control = async (call: string, body: object) =>
  (
    await fetch(`${mock.url}/_mock/${call}`, {
      method: 'POST',
      headers: { 'x-mock-token': mock.controlToken },
      body: JSON.stringify(body),
    })
  ).json() as Promise<{ idToken: string }>;

const buildPerson = (given: object = {}) => ({ email, name: 'Mona Adel', emailVerified: true, ...given });
const createIdToken = async (claims: object = {}, who: object = {}, provider = 'google') =>
  (await control('id-token', { provider, person: buildPerson(who), claims })).idToken;
const signInWithToken = (body: object, guestId: string | null = null) =>
  signInWithProvider('google', googleLoginSchema.parse(body), { guestId, lang: 'en', device, now: new Date() });

const signUp = () =>
  createAccount({
    form: signUpSchema.parse({ name: 'Somebody', email, phone: '01001234567', sub: 'river-lantern-42' }),
    lang: 'ar',
    guestId: null,
    ip: 'x',
    now: start,
  });
const listAccounts = async () =>
  (await db()).user.findMany({ select: { id: true, email: true, emailConfirmedAt: true, passwordHash: true } });

describe('signing in with Google [D6]', () => {
  test('a provider’s token creates an account, and the same user returns to it [D6]', async () => {
    const first = await signInWithToken({ idToken: await createIdToken() });
    const again = await signInWithToken({
      accessToken: await createIdToken({}, { email: 'renamed@gmail.example', sub: undefined }).then(() =>
        createIdToken(),
      ),
    });
    expect(again.userId).toBe(first.userId);
    expect(first).toMatchObject({ role: 'learner', name: 'Mona Adel' });
    expect(await listAccounts()).toMatchObject([{ email, passwordHash: null }]);
  });

  test('ignores claims sent beside the token [D6]', async () => {
    const session = await signInWithToken({
      idToken: await createIdToken(),
      email: 'admin@midan.example',
      sub: 'someone',
      role: 'admin',
    });
    expect(session.role).toBe('learner');
    expect(await listAccounts()).toMatchObject([{ email }]);
  });

  test.each([
    ['another audience', { aud: 'another-app' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['a time that is over', { exp: Math.floor(Date.now() / 1000) - 120 }],
  ])('a token with %s is refused [D6]', async (_, claims) => {
    await expect(signInWithToken({ idToken: await createIdToken(claims) })).rejects.toMatchObject({ status: 401 });
  });

  test('an unsigned, a foreign or a broken token is refused [D6]', async () => {
    const [header, payload] = (await createIdToken()).split('.');
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    for (const token of [none, `${header}.${payload}.AAAA`, 'x', await createIdToken({}, {}, 'linkedin')]) {
      await expect(signInWithToken({ idToken: token })).rejects.toMatchObject({ status: 401 });
    }
  });

  test('a verified address links to the account that has confirmed it [D6]', async () => {
    const made = await signUp();
    await (await db()).user.updateMany({ data: { emailConfirmedAt: start, ownerProvenAt: start } });
    const session = await signInWithToken({ idToken: await createIdToken() });
    expect(session.userId).toBe(made.ok && made.value.userId);
    expect((await checkPassword({ email, password: 'river-lantern-42', ip: 'x', now: start })).ok).toBe(true);
  });

  test('an unconfirmed account is linked only after its owner has confirmed the address [D6]', async () => {
    const made = await signUp();
    const userId = made.ok ? made.value.userId : '';
    const stranger = await startSession({ userId }, device, start);
    await expect(signInWithToken({ idToken: await createIdToken() })).rejects.toMatchObject({
      status: 409,
      key: 'account-exists',
    });
    expect(await findActor(stranger.sessionId, userId, new Date())).not.toBeNull();
    await (await db()).user.update({ where: { id: userId }, data: { emailConfirmedAt: start }, select: { id: true } });
    expect(await signInWithToken({ idToken: await createIdToken() })).toMatchObject({ userId });
  });

  test('an address that the provider has not verified links to no account [D6]', async () => {
    await signUp();
    await expect(signInWithToken({ idToken: await createIdToken({}, { emailVerified: false }) })).rejects.toMatchObject(
      {
        status: 409,
        key: 'account-exists',
      },
    );
    expect((await checkPassword({ email, password: 'river-lantern-42', ip: 'x', now: start })).ok).toBe(true);
  });

  test('two simultaneous first sign-ins create one account [D6]', async () => {
    const tokens = await Promise.all([createIdToken(), createIdToken()]);
    const sessions = await Promise.all(tokens.map((token) => signInWithToken({ idToken: token })));
    expect(sessions[0]?.userId).toBe(sessions[1]?.userId);
    expect(await listAccounts()).toHaveLength(1);
  });

  test('a guest who signs up with Google keeps their identity [D6, D7]', async () => {
    const guest = await createGuest('ar', 'x', start);
    expect((await signInWithToken({ idToken: await createIdToken() }, guest.userId)).userId).toBe(guest.userId);
  });

  test('answers 503 if the provider fails or is not configured [D6]', async () => {
    await signInWithToken({ idToken: await createIdToken() });
    await control('faults', { provider: 'google', op: 'token', times: 1, status: 500 });
    await expect(signInWithToken({ code: 'x', redirectUri: 'http://localhost/cb' })).rejects.toMatchObject({
      status: 503,
    });
    await expect(signInWithToken({ code: 'x', redirectUri: 'http://localhost/cb' })).rejects.toMatchObject({
      status: 401,
    });
    vi.stubEnv('GOOGLE_CLIENT_ID', '');
    vi.stubEnv('GOOGLE_CLIENT_SECRET', '');
    resetConfig();
    await expect(signInWithToken({ idToken: 'x' })).rejects.toMatchObject({ status: 503 });
  });
});

describe('when the provider has problems [R24]', () => {
  const addFault = (op: string, given: object) => control('faults', { provider: 'google', op, times: 20, ...given });

  /** Starts a mock with another issuer URL, because discovery results are cached. */
  async function runWithFreshIssuer(work: () => Promise<void>): Promise<void> {
    const usual = mock;
    mock = await startOidcMock({ port: 0 });
    for (const [name, value] of Object.entries(mock.env)) vi.stubEnv(name, value);
    resetConfig();
    try {
      await work();
    } finally {
      await mock.close();
      mock = usual;
    }
  }

  test('accepts a new key of the provider within seconds and refuses a withdrawn one [R24, D6]', async () => {
    await signInWithToken({ idToken: await createIdToken() });
    const old = await createIdToken();
    await control('rotate-keys', { provider: 'google', keepOld: false, publish: true });
    const token = await createIdToken();
    const began = Date.now();
    await vi.waitFor(() => signInWithToken({ idToken: token }), { timeout: 60_000, interval: 500 });
    expect(Date.now() - began).toBeLessThan(20_000);
    await expect(signInWithToken({ idToken: old })).rejects.toMatchObject({ status: 401 });
  });

  test('keeps accepting a known key while the provider’s key list is unavailable [R24, D6]', async () => {
    await runWithFreshIssuer(async () => {
      await signInWithToken({ idToken: await createIdToken() });
      await addFault('jwks', { status: 500 });
      await addFault('discovery', { status: 500 });
      expect(await signInWithToken({ idToken: await createIdToken() })).toMatchObject({ role: 'learner' });
    });
  });

  test.each([
    ['discovery', { hang: true }],
    ['discovery', { status: 500 }],
    ['jwks', { hang: true }],
    ['jwks', { drop: true }],
  ] as const)(
    'reports a %s that answers %j as unavailable within five seconds, without delaying passwords [R24, D6]',
    async (op, given) => {
      await runWithFreshIssuer(async () => {
        const token = await createIdToken();
        await signUp();
        await addFault(op, given);
        const began = Date.now();
        const refused = expect(signInWithToken({ idToken: token })).rejects.toMatchObject({
          status: 503,
          key: 'provider-unavailable',
        });
        expect((await checkPassword({ email, password: 'river-lantern-42', ip: 'x', now: new Date() })).ok).toBe(true);
        expect(Date.now() - began).toBeLessThan(2000);
        await refused;
        expect(Date.now() - began).toBeLessThan(5000);
      });
    },
  );

  test.each([
    [{ hang: true }, 503],
    [{ drop: true }, 503],
    [{ status: 302 }, 503],
    [{ status: 400, body: 'no JSON' }, 401],
    [{ status: 401, body: { error: 'invalid_client' } }, 401],
    [{ status: 200, body: { access_token: 'x', token_type: 'Bearer' } }, 401],
    [{ status: 200, body: { access_token: 'x', token_type: 'Bearer', id_token: 'x' } }, 401],
  ])('a code whose exchange answers %j is refused with %i within five seconds [R24, D6]', async (given, status) => {
    await addFault('token', given);
    const began = Date.now();
    await expect(signInWithToken({ code: 'x', redirectUri: 'http://localhost/cb' })).rejects.toMatchObject({ status });
    expect(Date.now() - began).toBeLessThan(5000);
  });

  test('refuses an ID token from the token endpoint that is signed with another key [D6, X08]', async () => {
    const [header, payload] = (await createIdToken()).split('.');
    const forged = { access_token: 'x', token_type: 'Bearer', id_token: `${header}.${payload}.AAAA` };
    await addFault('token', { status: 200, body: forged });
    await expect(signInWithToken({ code: 'x', redirectUri: 'http://localhost/cb' })).rejects.toMatchObject({
      status: 401,
    });
  });

  test('two slow responses in a row still end within five seconds [R24, D6]', async () => {
    await runWithFreshIssuer(async () => {
      const token = await createIdToken();
      await addFault('discovery', { delayMs: 3500 });
      await addFault('jwks', { delayMs: 3500 });
      const began = Date.now();
      await expect(signInWithToken({ idToken: token })).rejects.toMatchObject({ status: 503 });
      expect(Date.now() - began).toBeLessThan(5000);
    });
  });
});

describe('signing in with LinkedIn by a code [D6]', () => {
  const redirectUri = 'http://localhost:3000/api/auth/callback/linkedin';
  const requestCode = async () => {
    await control('next', { provider: 'linkedin', person: buildPerson(), times: 1 });
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: mock.env.LINKEDIN_CLIENT_ID ?? '',
      redirect_uri: redirectUri,
      scope: 'openid profile email',
      state: 's',
    });
    const answer = await fetch(`${mock.url}/linkedin/v2/authorization?${query}`, { redirect: 'manual' });
    return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
  };
  const enter = (given: object) =>
    signInWithProvider('linkedin', linkedinLoginSchema.parse(given), {
      guestId: null,
      lang: 'de',
      device,
      now: new Date(),
    });

  test('a code is exchanged once, and only for its own redirect URI [D6]', async () => {
    const one = await requestCode();
    expect(await enter({ code: one, redirectUri })).toMatchObject({ role: 'learner', name: 'Mona Adel' });
    await expect(enter({ code: one, redirectUri })).rejects.toMatchObject({ status: 401 });
    await expect(
      enter({ code: await requestCode(), redirectUri: 'http://localhost:3000/other' }),
    ).rejects.toMatchObject({
      status: 401,
    });
  });
});
