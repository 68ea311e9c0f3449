import { beforeEach, describe, expect, test } from 'vitest';
import { POST as createUser } from './createUser/route';
import { POST as forgotPassword } from './forgot-password/route';
import { POST as loginAsGuest } from './loginAsGuest/route';
import { POST as loginAsUser } from './loginAsUser/route';
import { POST as loginWithGoogle } from './loginWithGoogle/route';
import { POST as logout } from './logout/route';
import { POST as refreshToken } from './refresh-token/route';
import { POST as resetPassword } from './reset-password/route';
import { POST as totpEnrol } from './totp/enrol/route';
import { POST as verifyOtp } from './verify-otp/route';
import type { RouteHandler } from '@/lib/api/handler';
import { freshDatabase } from '@/lib/testing/database';

const account = { name: 'Mona Adel', email: 'mona@midan.example', phone: '01001234567', sub: 'river-lantern-42' };

async function call(route: RouteHandler, body: object, headers: Record<string, string> = {}) {
  const request = new Request('http://localhost:3000/auth/x', { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
  const response = await route(request, { params: Promise.resolve({}) });
  const text = await response.text();
  return { status: response.status, cookies: response.headers.getSetCookie(), body: (text ? JSON.parse(text) : null) as Record<string, string> };
}

const tokens = ['accessToken', 'expiresIn', 'name', 'refreshToken', 'role', 'userId'];

beforeEach(() => freshDatabase());

describe('S7 the calls of /auth', () => {
  test('S7 signing up, in and as a guest answer tokens and set no cookie', async () => {
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

  test('S7 a refresh gives new tokens, and after logout nothing does', async () => {
    const { body } = await call(createUser, account);
    const refreshed = await call(refreshToken, { refreshToken: body.refreshToken });
    expect(Object.keys(refreshed.body).sort()).toEqual(['accessToken', 'expiresIn', 'refreshToken']);
    expect((await call(logout, { refreshToken: refreshed.body.refreshToken })).status).toBe(204);
    expect((await call(refreshToken, { refreshToken: refreshed.body.refreshToken })).status).toBe(401);
  });

  test('S7 codes and passwords: the same answer for anybody, 422 for a wrong code, 401 without proof', async () => {
    await call(createUser, account);
    for (const email of [account.email, 'nobody@midan.example']) expect(await call(forgotPassword, { email })).toMatchObject({ status: 202, body: {} });
    expect((await call(verifyOtp, { email: 'nobody@midan.example', otp: '123456' })).status).toBe(422);
    expect((await call(resetPassword, { sub: 'another-lantern-7', confirmPassword: 'another-lantern-7' })).status).toBe(401);
    expect((await call(loginWithGoogle, { idToken: 'x' })).status).toBe(503);
  });

  test('D11 S7 a password is not the site’s own name, whatever the site is called, and the refusal says so', async () => {
    for (const sub of ['Midan12345', 'Mid@n-2026!', 'ميدان123456']) {
      const refused = await call(createUser, { ...account, sub }, { 'accept-language': 'en' });
      expect([sub, refused.status, refused.body.errors]).toEqual([sub, 422, { sub: ['This password is too common.'] }]);
      expect((await call(resetPassword, { sub, confirmPassword: sub })).status).toBe(422);
    }
  });

  test('S7 X02 a foreign origin is refused', async () => {
    const { body } = await call(createUser, account);
    for (const origin of ['https://evil.example', 'capacitor://localhost', 'null']) {
      expect((await call(loginAsGuest, {}, { origin })).status).toBe(403);
      expect((await call(logout, {}, { origin, authorization: `Bearer ${body.accessToken}` })).status).toBe(403);
      expect((await call(totpEnrol, {}, { origin, authorization: `Bearer ${body.accessToken}` })).status).toBe(403);
    }
  });
});

describe('D9 X26 signing out', () => {
  test('D9 X26 every sign-out asks the browser to clear what pages stored, and leaves the visitor’s own cookies', async () => {
    const { body } = await call(createUser, account);
    const ask = (headers: Record<string, string>, sent = '{}', type = 'application/json') =>
      logout(new Request('http://localhost:3000/auth/logout', { method: 'POST', headers: { 'content-type': type, ...headers }, body: sent }), { params: Promise.resolve({}) });
    const answers = [
      await ask({ authorization: `Bearer ${body.accessToken}` }),
      await ask({ cookie: 'NEXT_LOCALE=de' }),
      await ask({ cookie: 'NEXT_LOCALE=de', origin: 'http://localhost:3000' }, 'to=%2Fde%2Flogin', 'application/x-www-form-urlencoded'),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([204, 204, 303]);
    for (const answer of answers) {
      expect(answer.headers.get('clear-site-data')).toBe('"storage"');
      expect(answer.headers.getSetCookie().join()).not.toContain('NEXT_LOCALE');
    }
  });
});
