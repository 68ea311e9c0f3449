import { generateSync } from 'otplib';
import { requestJson, sendRequest } from '../http';
import { type BenchUser, buildAccount, createEmail, password, signInAsGuest, signUp } from '../users';
import { metricsToken, type World } from '../world';
import type { Samples } from './sample';

const redirectUri = (world: World): string => `${world.env.SITE_URL}/api/auth/callback/linkedin`;

/** next-auth refuses a sign-in without this cookie and form field. */
export async function fetchCsrfToken({ port }: World): Promise<{ cookie: string; token: string }> {
  const { headers, body } = await sendRequest(port, '/api/auth/csrf');
  const cookie = (headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ');
  return { cookie, token: (JSON.parse(body.toString()) as { csrfToken: string }).csrfToken };
}

async function requestOtp(world: World, call = '/auth/forgot-password'): Promise<{ email: string; otp: string }> {
  const { email } = await signUp(world);
  await requestJson(world.port, call, { email });
  return { email, otp: /^\d{6}$/m.exec(await world.waitForMail(email, /^\d{6}$/m))?.[0] ?? '' };
}

async function createUserWithSecret(world: World): Promise<{ person: BenchUser; secret: string }> {
  const person = await signUp(world);
  const { secret } = await requestJson<{ secret: string }>(world.port, '/auth/totp/enrol', {}, person.headers);
  return { person, secret };
}

async function createUserWithFactor(world: World): Promise<{ person: BenchUser; recoveryCode: string }> {
  const { person, secret } = await createUserWithSecret(world);
  const { recoveryCodes } = await requestJson<{ recoveryCodes: string[] }>(
    world.port,
    '/auth/totp/confirm',
    { code: generateSync({ secret }) },
    person.headers,
  );
  return { person, recoveryCode: recoveryCodes[0] ?? '' };
}

export const publicSamples: Samples = {
  'GET /config/config.json': {},
  'GET /content/common/[file]': { params: { file: 'header.json' } },
  'GET /assets/[...path]': { params: { path: 'midan/pages-components.json' } },
  'GET /assets/share/[...path]': { params: { path: 'logo.png' } },
  'GET /sitemap.xml': {},
  'GET /robots.txt': {},
  'GET /favicon.ico': {},
  'GET /openapi.json': {},
  'GET /[lang]/articles/feed.xml': {},
  'GET /[lang]/manifest.webmanifest': {},
  'GET /healthz': {},
  'GET /readyz': {},
  'GET /metrics': { headers: { authorization: `Bearer ${metricsToken}` } },
  'GET /version': {},
  'GET /api/gettype/[hostname]/[name]': { params: { hostname: 'localhost', name: 'hero' } },
  'GET /api/header-tabs.css': {},
  'POST /api/contact': {
    body: { fullName: 'Mona Adel', email: 'mona@midan.example', phoneNumber: '01001234567', message: 'Hello there' },
  },
  'GET /api/search': { query: `?lang=ar&q=${encodeURIComponent('الصفحة')}` },
  'GET /api/blogs': { query: '?lang=ar' },
  'GET /api/blog/[id]': { params: { id: 'fast-website-in-egypt' }, query: '?lang=ar' },
  'POST /api/blog/[id]/view': { params: { id: 'fast-website-in-egypt' } },
  'GET /api/auth/[...nextauth]': ({ learner }) => Promise.resolve({ as: learner, params: { nextauth: 'session' } }),
  'POST /api/auth/[...nextauth]': async ({ world }) => {
    const { cookie, token } = await fetchCsrfToken(world);
    const body = new URLSearchParams({ csrfToken: token, json: 'true' }).toString();
    const headers = { cookie, origin: world.env.SITE_URL ?? '', 'content-type': 'application/x-www-form-urlencoded' };
    return { params: { nextauth: 'callback/guest' }, headers, body };
  },
  'POST /auth/createUser': () => Promise.resolve({ body: buildAccount(createEmail()) }),
  'POST /auth/loginAsUser': ({ learner }) => Promise.resolve({ body: { email: learner.email, sub: password } }),
  'POST /auth/loginAsGuest': { body: {} },
  'POST /auth/loginWithGoogle': async ({ world }) => ({
    body: { idToken: await world.createGoogleToken(createEmail()) },
  }),
  'POST /auth/loginWithLinkedIn': async ({ world }) => ({
    body: { code: await world.createLinkedInCode(createEmail(), redirectUri(world)), redirectUri: redirectUri(world) },
  }),
  'POST /auth/refresh-token': async ({ world }) => ({
    body: { refreshToken: (await signInAsGuest(world)).refreshToken },
  }),
  'GET /auth/resume': { query: '?to=%2Far%2Fhome' },
  'POST /auth/forgot-password': async ({ world }) => ({ body: { email: (await signUp(world)).email } }),
  'POST /auth/verify-otp': async ({ world }) => ({ body: await requestOtp(world) }),
  'POST /auth/send-login-code': async ({ world }) => ({ body: { email: (await signUp(world)).email } }),
  'POST /auth/loginWithCode': async ({ world }) => ({ body: await requestOtp(world, '/auth/send-login-code') }),
  'POST /auth/reset-password': async ({ world }) => {
    const person = await signUp(world);
    const sub = 'another long passphrase';
    return { as: person, body: { userId: person.userId, sub, confirmPassword: sub, currentPassword: password } };
  },
  'GET /auth/confirm-email': async ({ world }) => {
    const { email } = await signUp(world);
    return { query: /\?token=[\w-]+/.exec(await world.waitForMail(email, /\?token=/))?.[0] ?? '' };
  },
  'POST /auth/logout': async ({ world }) => ({ as: await signInAsGuest(world), body: {} }),
  'POST /auth/totp/enrol': async ({ world }) => ({ as: await signUp(world), body: {} }),
  'POST /auth/totp/confirm': async ({ world }) => {
    const { person, secret } = await createUserWithSecret(world);
    return { as: person, body: { code: generateSync({ secret }) } };
  },
  'POST /auth/totp/verify': async ({ world }) => {
    const { person, recoveryCode } = await createUserWithFactor(world);
    return { as: person, body: { code: recoveryCode } };
  },
  'POST /auth/totp/recovery-codes': async ({ world }) => ({ as: (await createUserWithFactor(world)).person, body: {} }),
  'POST /auth/totp/change': async ({ world }) => ({ as: (await createUserWithFactor(world)).person, body: {} }),
  'POST /auth/totp/confirm-change': async ({ world }) => {
    const { person } = await createUserWithFactor(world);
    const { secret, setupToken } = await requestJson<{ secret: string; setupToken: string }>(
      world.port,
      '/auth/totp/change',
      {},
      person.headers,
    );
    return { as: person, body: { code: generateSync({ secret }), setupToken } };
  },
};
