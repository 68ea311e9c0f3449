import { beforeEach, describe, expect, test } from 'vitest';
import { createGrant } from '@/lib/accounts/one-time-codes';
import { createSessionCookies } from '@/lib/accounts/sessions/cookies';
import type { SessionTokens } from '@/lib/accounts/sessions/start-session';
import { readAccessToken, signAccessToken } from '@/lib/accounts/sessions/tokens';
import type { RouteHandler } from '@/lib/api/handler';
import { hmacOf } from '@/lib/config/secrets';
import { db, transaction } from '@/lib/database/client';
import { findRoute } from '@/lib/find-route';
import { isCallPath } from '@/lib/routes';
import { resetDatabase } from '@/tests/support/database';
import { loadRouteFile } from '@/tests/support/route-files';
import { GET as confirmEmail } from './confirm-email/route';
import { POST as createUser } from './createUser/route';
import { POST as forgotPassword } from './forgot-password/route';
import { POST as loginAsGuest } from './loginAsGuest/route';
import { POST as loginAsUser } from './loginAsUser/route';
import { POST as loginWithCode } from './loginWithCode/route';
import { POST as loginWithGoogle } from './loginWithGoogle/route';
import { POST as logout } from './logout/route';
import { POST as refreshToken } from './refresh-token/route';
import { POST as resetPassword } from './reset-password/route';
import { POST as totpEnrol } from './totp/enrol/route';
import { POST as verifyOtp } from './verify-otp/route';

const account = { name: 'Mona Adel', email: 'mona@midan.example', phone: '01001234567', sub: 'river-lantern-42' };

async function call(route: RouteHandler, body: object, headers: Record<string, string> = {}) {
  const request = new Request('http://localhost:3000/auth/x', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const response = await route(request, { params: Promise.resolve({}) });
  const text = await response.text();
  return {
    status: response.status,
    cookies: response.headers.getSetCookie(),
    body: (text ? JSON.parse(text) : null) as Record<string, string>,
  };
}

const tokens = ['accessToken', 'expiresIn', 'name', 'refreshToken', 'role', 'userId'];

beforeEach(() => resetDatabase());

describe('the calls of /auth [S7]', () => {
  test('sign-up, sign-in and guest sign-in answer tokens and set no cookie [S7]', async () => {
    const made = await call(createUser, account);
    const entered = await call(loginAsUser, { email: account.email, sub: account.sub });
    const guest = await call(loginAsGuest, {});
    expect([made.status, entered.status, guest.status]).toEqual([201, 200, 201]);
    for (const answer of [made, entered, guest]) {
      expect(Object.keys(answer.body).sort()).toEqual(tokens);
      expect(answer.cookies).toEqual([]);
    }
    expect([entered.body.userId, guest.body.role]).toEqual([made.body.userId, 'guest']);
    expect((await call(createUser, account)).status).toBe(409);
    expect((await call(loginAsUser, { email: account.email, sub: 'wrong' })).status).toBe(401);
  });

  test('a refresh answers new tokens, and logout invalidates them [S7]', async () => {
    const { body } = await call(createUser, account);
    const refreshed = await call(refreshToken, { refreshToken: body.refreshToken });
    expect(Object.keys(refreshed.body).sort()).toEqual(['accessToken', 'expiresIn', 'refreshToken']);
    expect((await call(logout, { refreshToken: refreshed.body.refreshToken })).status).toBe(204);
    expect((await call(refreshToken, { refreshToken: refreshed.body.refreshToken })).status).toBe(401);
  });

  test('forgotten-password calls do not reveal whether an account exists, and a wrong code answers 422 [S7]', async () => {
    await call(createUser, account);
    for (const email of [account.email, 'nobody@midan.example'])
      expect(await call(forgotPassword, { email })).toMatchObject({ status: 202, body: {} });
    expect((await call(verifyOtp, { email: 'nobody@midan.example', otp: '123456' })).status).toBe(422);
    expect((await call(resetPassword, { sub: 'another-lantern-7', confirmPassword: 'another-lantern-7' })).status).toBe(
      401,
    );
    expect((await call(loginWithGoogle, { idToken: 'x' })).status).toBe(503);
  });

  test('accepts a password repeated in another Unicode form at sign-up, reset and sign-in [V4]', async () => {
    const [composed, decomposed] = ['Zürich ﬁnds cafés 7'.normalize('NFC'), 'Zürich finds cafés 7'.normalize('NFD')];
    const again = { ...account, sub: composed, confirmPassword: decomposed };
    expect((await call(createUser, again)).status).toBe(201);
    expect((await call(loginAsUser, { email: account.email, sub: decomposed })).status).toBe(200);
    expect((await call(resetPassword, { sub: composed, confirmPassword: decomposed })).status).toBe(401);
    expect((await call(resetPassword, { sub: composed, confirmPassword: `${decomposed}8` })).status).toBe(422);
  });

  test('a password that contains the site’s name is refused as too common, at sign-up and at reset [D11, S7]', async () => {
    for (const sub of ['Midan12345', 'Mid@n-2026!', 'ميدان123456']) {
      const refused = await call(createUser, { ...account, sub }, { 'accept-language': 'en' });
      expect([sub, refused.status, refused.body.errors]).toEqual([sub, 422, { sub: ['This password is too common.'] }]);
      expect((await call(resetPassword, { sub, confirmPassword: sub })).status).toBe(422);
    }
  });

  test('a request from a foreign origin is refused [S7, X02]', async () => {
    const { body } = await call(createUser, account);
    for (const origin of ['https://evil.example', 'capacitor://localhost', 'null']) {
      expect((await call(loginAsGuest, {}, { origin })).status).toBe(403);
      expect((await call(logout, {}, { origin, authorization: `Bearer ${body.accessToken}` })).status).toBe(403);
      expect((await call(totpEnrol, {}, { origin, authorization: `Bearer ${body.accessToken}` })).status).toBe(403);
    }
  });
});

test('password managers find the page where a password is changed in the visitor’s language, and no other well-known address [D13]', async () => {
  const path = '/.well-known/change-password';
  const { GET } = await loadRouteFile(path);
  const locationFor = async (headers: Record<string, string>) => {
    const answer = await GET!(new Request(`http://localhost:3000${path}`, { headers }), {
      params: Promise.resolve({}),
    });
    return [answer.status, answer.headers.get('location')];
  };
  expect(await locationFor({})).toEqual([303, '/ar/profile/reset-password']);
  expect(await locationFor({ 'accept-language': 'de-AT,en;q=0.5' })).toEqual([303, '/de/profile/reset-password']);
  expect(await locationFor({ cookie: 'NEXT_LOCALE=en', 'accept-language': 'de' })).toEqual([
    303,
    '/en/profile/reset-password',
  ]);
  const missing = ['.well-known', 'resource-that-should-not-exist-whose-status-code-should-not-be-200'];
  expect([findRoute(missing), isCallPath(missing)]).toEqual([undefined, true]);
});

describe('forms without JavaScript', () => {
  const browser = { 'sec-fetch-dest': 'document', cookie: 'next-auth.csrf-token=x' };

  async function submit(route: RouteHandler, fields: Record<string, string>, headers: Record<string, string>) {
    const request = new Request('http://localhost:3000/auth/x', {
      method: 'POST',
      headers: { referer: 'http://localhost:3000/en/x', ...headers },
      body: new URLSearchParams(fields),
    });
    const response = await route(request, { params: Promise.resolve({}) });
    return { location: response.headers.get('location'), cookies: response.headers.getSetCookie() };
  }

  test('a browser that blocks cookies gets a message instead of an account that it cannot sign in to [D1, D2]', async () => {
    const { cookie: _cookie, ...blocking } = browser;
    expect((await submit(createUser, account, blocking)).location).toBe('/en/signup?error=form-expired');
    expect(await (await db()).user.count()).toBe(0);
    const code = { email: account.email, otp: '123456' };
    expect((await submit(loginWithCode, code, blocking)).location).toBe('/en/login/code?error=form-expired');
    expect((await submit(verifyOtp, code, blocking)).location).toBe('/en/otpcode?error=form-expired');
    expect((await submit(createUser, account, browser)).location).toBe('/en/home');
  });

  test('a new password leads on to the page that the visitor wanted, if it is one of this site [D3, D4, D5]', async () => {
    const { body } = await call(createUser, account);
    const callbackUrl = '/en/payment?product=course-1';
    const { email } = account;
    expect((await submit(forgotPassword, { email, callbackUrl }, browser)).location).toBe(
      `/en/otpcode?${new URLSearchParams({ email, next: callbackUrl })}`,
    );
    const resetWith = async (url: string) => {
      const resetToken = await transaction((tx) => createGrant(tx, body.userId ?? '', new Date()));
      const fields = { sub: 'another-lantern-7', confirmPassword: 'another-lantern-7', resetToken, callbackUrl: url };
      return (await submit(resetPassword, fields, browser)).location;
    };
    expect(await resetWith(callbackUrl)).toBe(callbackUrl);
    expect(await resetWith('https://evil.example/')).toBe('/en/profile/reset-password?done=1');
  });

  test('the confirmation link of another account says so to the signed-in user [D2]', async () => {
    const { body } = await call(createUser, account);
    const other = await call(createUser, { ...account, email: 'omar@midan.example' });
    const openAs = async (email: string, accessToken = '') => {
      const mail = await (
        await db()
      ).outbox.findFirstOrThrow({
        where: { key: { startsWith: 'confirm:' }, payload: { path: ['to'], equals: email } },
      });
      const headers = { authorization: `Bearer ${accessToken}`, referer: 'http://localhost:3000/en/x' };
      const { url } = (mail.payload as { data: { url: string } }).data;
      const response = await confirmEmail(new Request(url, { headers }), { params: Promise.resolve({}) });
      return response.headers.get('location')?.replace(/^\/[a-z]{2}/, '');
    };
    expect(await openAs(account.email, other.body.accessToken)).toBe('/profile/security?notice=email-confirmed-other');
    expect(await openAs(account.email, body.accessToken)).toBe('/profile/security?notice=email-confirmed');
  });

  test('a right code leads to the new password and keeps the wanted page [D4]', async () => {
    const { body } = await call(createUser, account);
    await (
      await db()
    ).code.create({
      data: {
        userId: body.userId ?? '',
        purpose: 'otp',
        hash: hmacOf('otp', `${body.userId}:${account.email}:123456`),
        expiresAt: new Date(Date.now() + 60_000),
      },
    });
    const fields = { email: account.email, otp: '123456', callbackUrl: '/en/payment?product=course-1' };
    expect((await submit(verifyOtp, fields, browser)).location).toBe(
      '/en/resetPassword?next=%2Fen%2Fpayment%3Fproduct%3Dcourse-1',
    );
  });
});

describe('signing out [D9, X26]', () => {
  const signOut = async (bearer: string, body: object = {}) => {
    const { status, body: answer } = await call(logout, body, { authorization: `Bearer ${bearer}` });
    return [status, (answer as { type?: string } | null)?.type ?? null];
  };
  const refresh = async (token: string | undefined) => (await call(refreshToken, { refreshToken: token })).status;

  test('an expired access token can still end its session, and signing out twice is not an error [D9, S7]', async () => {
    const { body } = await call(createUser, account);
    const { sub, sid } = (await readAccessToken(body.accessToken!, new Date()))!;
    const expired = await signAccessToken(sub, sid, new Date(Date.now() - 86_400_000));
    expect(await signOut(expired)).toEqual([204, null]);
    expect(await refresh(body.refreshToken)).toBe(401);
    for (const token of [expired, body.accessToken!]) expect(await signOut(token)).toEqual([204, null]);
  });

  test('an invalid bearer token answers 401, unless a valid refresh token is sent as well [D9, S7]', async () => {
    const { body } = await call(createUser, account);
    for (const bearer of ['', 'x', `${body.accessToken}x`])
      expect(await signOut(bearer)).toEqual([401, '/problems/unauthorized']);
    expect(await signOut('x', { refreshToken: body.refreshToken })).toEqual([204, null]);
    expect(await refresh(body.refreshToken)).toBe(401);
  });

  test('each sign-out asks the browser to clear stored page data but keeps the visitor’s own cookies [D9, X26]', async () => {
    const { body } = await call(createUser, account);
    const ask = (headers: Record<string, string>, sent = '{}', type = 'application/json') =>
      logout(
        new Request('http://localhost:3000/auth/logout', {
          method: 'POST',
          headers: { 'content-type': type, ...headers },
          body: sent,
        }),
        { params: Promise.resolve({}) },
      );
    const answers = [
      await ask({ authorization: `Bearer ${body.accessToken}` }),
      await ask({ cookie: 'NEXT_LOCALE=de' }),
      await ask(
        { cookie: 'NEXT_LOCALE=de', origin: 'http://localhost:3000' },
        'to=%2Fde%2Flogin',
        'application/x-www-form-urlencoded',
      ),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([204, 204, 303]);
    for (const answer of answers) {
      expect(answer.headers.get('clear-site-data')).toBe('"storage"');
      expect(answer.headers.getSetCookie().join()).not.toContain('NEXT_LOCALE');
    }
  });
});

describe('a guest who signs up after the access token has expired [D7, D8]', () => {
  const createGuest = async () => {
    const { body } = await call(loginAsGuest, {});
    const { sid } = (await readAccessToken(body.accessToken!, new Date()))!;
    const before = new Date(Date.now() - 86_000_000);
    const cookies = await createSessionCookies({ ...(body as unknown as SessionTokens), sessionId: sid }, before);
    return {
      body,
      expired: await signAccessToken(body.userId!, sid, before),
      cookies: cookies.map((line) => line.split(';')[0]!),
    };
  };
  const findAccountId = async () =>
    (await (await db()).user.findUnique({ where: { email: account.email }, select: { id: true } }))?.id;
  const sendForm = async (cookie: string) => {
    const body = new URLSearchParams(account).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:3000', cookie };
    return (
      await createUser(new Request('http://localhost:3000/auth/createUser', { method: 'POST', headers, body }), {
        params: Promise.resolve({}),
      })
    ).status;
  };

  test('an expired bearer token answers 401 and creates no account; after a refresh the user id is kept [D7, D8, S7]', async () => {
    const { body, expired } = await createGuest();
    for (const route of [createUser, loginWithGoogle]) {
      const answer = await call(route, route === createUser ? account : { idToken: 'x' }, {
        authorization: `Bearer ${expired}`,
      });
      expect([answer.status, answer.body.type]).toEqual([401, '/problems/unauthorized']);
    }
    expect(await findAccountId()).toBeUndefined();
    const refreshed = await call(refreshToken, { refreshToken: body.refreshToken });
    const made = await call(createUser, account, { authorization: `Bearer ${refreshed.body.accessToken}` });
    expect([made.status, made.body.userId]).toEqual([201, body.userId]);
  });

  test.each([
    ['session', 0],
    ['refresh', 1],
  ] as const)('a form with only the expired session’s %s cookie keeps the user id [D7]', async (_name, index) => {
    const { body, cookies } = await createGuest();
    expect([await sendForm(cookies[index]!), await findAccountId()]).toEqual([303, body.userId]);
  });

  test('a rotated refresh token does not identify the guest [D7, D8]', async () => {
    const { body, cookies } = await createGuest();
    const next = await call(refreshToken, { refreshToken: body.refreshToken });
    await call(refreshToken, { refreshToken: next.body.refreshToken });
    expect(await sendForm(cookies[1]!)).toBe(303);
    expect(await findAccountId()).not.toBe(body.userId);
  });

  test('cookies of an ended session create a new account [D7]', async () => {
    const { body, cookies } = await createGuest();
    await call(logout, { refreshToken: body.refreshToken });
    expect(await sendForm(cookies.join('; '))).toBe(303);
    expect(await findAccountId()).not.toBe(body.userId);
  });
});
