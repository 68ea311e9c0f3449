import { beforeEach, expect, test } from 'vitest';
import { createGuest } from '@/lib/accounts/create-account';
import { createGrant } from '@/lib/accounts/one-time-codes';
import { createSessionCookies, savedFormCookie } from '@/lib/accounts/sessions/cookies';
import { startSession } from '@/lib/accounts/sessions/start-session';
import { readSavedForm } from '@/lib/api/form-posts';
import { config } from '@/lib/config/config';
import { db, transaction } from '@/lib/database/client';
import { account, createWorld, sendCall, world } from '@/tests/support/calls/call-world';

let cookie = '';

beforeEach(async () => {
  await createWorld();
  cookie = (await createSessionCookies(world.learner, new Date())).map((line) => line.split(';')[0]).join('; ');
});

const endSession = async () =>
  (await db()).session.updateMany({
    where: { id: world.learner.sessionId },
    data: { revokedAt: new Date(), revokedWhy: 'device' },
  });
const buildForm = (fields: Record<string, string>, page: string, cookies = cookie) => ({
  body: new URLSearchParams(fields).toString(),
  token: null,
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    origin: config().siteUrl,
    referer: `${config().siteUrl}${page}`,
    cookie: cookies,
  },
});
const findCookie = (answer: Response) =>
  answer.headers.getSetCookie().find((line) => line.startsWith(`${savedFormCookie}=`));

test('a form sent after the session ended redirects to its page, and keeps what was typed for the same user [D8]', async () => {
  await endSession();
  const answer = await sendCall(
    'POST /api/user/[userId]/profile/details',
    buildForm({ name: 'Mona El Sayed' }, '/de/profile/details'),
  );
  expect(answer.headers.get('location')).toBe('/de/profile/details?error=signed-out');
  const kept = findCookie(answer)
    ?.slice(savedFormCookie.length + 1)
    .split(';')[0];
  expect(readSavedForm(kept, world.learner.userId).fields).toEqual({ name: 'Mona El Sayed' });
  expect([readSavedForm(kept, world.admin.userId).fields, readSavedForm(kept, null).fields]).toEqual([{}, {}]);
});

test('a guest whose code is wrong or who still needs a second factor is told so [D5, D7, N21]', async () => {
  const now = new Date();
  const guest = await startSession(await createGuest('en', '10.0.0.1', now), { userAgent: '', ip: '10.0.0.1' }, now);
  const guestCookie = (await createSessionCookies(guest, now)).map((line) => line.split(';')[0]).join('; ');
  const client = await db();
  await client.user.update({
    where: { id: world.learner.userId },
    data: { totpConfirmedAt: now, totpSecret: 'sealed' },
    select: { id: true },
  });
  const resetToken = await transaction((tx) => createGrant(tx, world.learner.userId, now));
  const fetchLocation = async (call: string, fields: Record<string, string>, page: string) =>
    (await sendCall(call, buildForm(fields, page, guestCookie))).headers.get('location');
  expect(
    await fetchLocation('POST /auth/loginWithCode', { email: account.email, otp: '000000' }, '/en/login/code'),
  ).toBe('/en/login/code?error=otp-wrong');
  const sub = 'another-lantern-7';
  expect(
    await fetchLocation('POST /auth/reset-password', { sub, confirmPassword: sub, resetToken }, '/en/resetPassword'),
  ).toBe('/en/resetPassword?error=totp-required');
});

test('the redirect to sign-in says that the session ended for a user, but not for a guest or a visitor [D8]', async () => {
  await endSession();
  const requestResume = async (cookies: string) => {
    const to = encodeURIComponent('/ar/login?next=%2Fde%2Fpayment%3Fproduct%3Dx');
    return (
      await sendCall('GET /auth/resume', { query: `?to=${to}`, token: null, headers: { cookie: cookies } })
    ).headers.get('location');
  };
  expect(await requestResume(cookie)).toBe('/ar/login?next=%2Fde%2Fpayment%3Fproduct%3Dx&notice=signed-out');
  for (const other of ['signed_in=guest', 'theme=dark'])
    expect(await requestResume(other)).toBe('/ar/login?next=%2Fde%2Fpayment%3Fproduct%3Dx');
});

test('a link to a file on a page whose access token has expired resumes the session first [D8]', async () => {
  const call = 'GET /api/payment/[userId]/orders/[orderId]/receipt.pdf';
  const follow = async (headers: Record<string, string>) =>
    sendCall(call, { params: { orderId: 'x' }, query: '?lang=de', token: null, headers });
  // Chromium sends no `Accept` when a link has the attribute `download`.
  const navigation = { 'sec-fetch-mode': 'navigate' };
  const path = `/api/payment/${world.learner.userId}/orders/x/receipt.pdf?lang=de`;
  const resume = (await follow({ ...navigation, cookie: 'signed_in=1' })).headers.get('location') ?? '';
  expect(resume).toBe(`/auth/resume?to=${encodeURIComponent(`/ar/login?next=${encodeURIComponent(path)}`)}`);
  const resumed = await sendCall('GET /auth/resume', {
    query: resume.slice(resume.indexOf('?')),
    token: null,
    headers: { cookie },
  });
  expect(resumed.headers.get('location')).toBe(path);
  const others: Record<string, string>[] = [
    navigation,
    { 'sec-fetch-mode': 'cors', cookie: 'signed_in=1' },
    { ...navigation, cookie: 'signed_in=guest' },
  ];
  for (const headers of others) expect((await follow(headers)).status).toBe(401);
  // A token that no sign-in provides would redirect for ever.
  expect((await sendCall('GET /metrics', { headers: { ...navigation, cookie: 'signed_in=1' } })).status).toBe(401);
});

test('signing out removes saved form values from the browser, an ended session does not [X44]', async () => {
  expect(findCookie(await sendCall('POST /auth/logout', buildForm({}, '/de/profile')))).toMatch(/^form=;.*Max-Age=0/);
  await endSession();
  expect(
    findCookie(await sendCall('GET /auth/resume', { query: '?to=%2Far%2Flogin', token: null, headers: { cookie } })),
  ).toBeUndefined();
});
