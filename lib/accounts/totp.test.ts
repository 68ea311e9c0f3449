import { beforeEach, expect, test } from 'vitest';
import { sendCode, verifyOneTimeCode } from '@/lib/accounts/one-time-codes';
import { resetPassword } from '@/lib/accounts/password/reset-password';
import { findActor } from '@/lib/accounts/sessions/actor-of';
import { refreshSession } from '@/lib/accounts/sessions/refresh-session';
import { type OpenedSession, startSession } from '@/lib/accounts/sessions/start-session';
import { encodeSessionCookie, readAccessToken, readSessionCookie } from '@/lib/accounts/sessions/tokens';
import { addSeconds } from '@/lib/clock';
import { db } from '@/lib/database/client';
import { isGrantValid, signedStreamUrl } from '@/lib/lessons/playback/playback-access';
import { resetDatabase } from '@/tests/support/database';
import { readLastMail } from '@/tests/support/outbox';

const email = 'mona@midan.example';
const device = { userAgent: 'test', ip: '10.0.0.1' };
const start = new Date('2026-03-27T22:30:00Z');
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const at = (seconds: number) => addSeconds(start, seconds);
const userId = 'mona';
let session: OpenedSession;

beforeEach(async () => {
  await resetDatabase();
  await (await db()).user.create({ data: { id: userId, role: 'learner', name: 'Mona', email }, select: { id: true } });
  session = await startSession({ userId }, device, start);
});

async function opensAdministration(seconds: number): Promise<{ token: boolean; cookie: boolean; session: boolean }> {
  const cookie = await encodeSessionCookie({ sub: userId, sid: session.sessionId }, start);
  return {
    token: (await readAccessToken(session.accessToken, at(seconds))) !== null,
    cookie: (await readSessionCookie(cookie, at(seconds))) !== null,
    session: (await findActor(session.sessionId, userId, at(seconds))) !== null,
  };
}

test('a clock that goes back an hour signs no user out [R15, D8]', async () => {
  expect(await opensAdministration(-HOUR)).toEqual({ token: true, cookie: true, session: true });
  const refreshed = await refreshSession(session.refreshToken, at(-HOUR));
  expect(refreshed.ok).toBe(true);
  const again = await refreshSession(session.refreshToken, at(-HOUR + 5));
  expect(again.ok && refreshed.ok && again.value.refreshToken === refreshed.value.refreshToken).toBe(true);
});

test('a clock ten minutes ahead signs no user out; tokens expire on time, and a refresh works a day later [R15, D8]', async () => {
  expect(await opensAdministration(10 * MINUTE)).toEqual({ token: true, cookie: true, session: true });
  expect(await opensAdministration(16 * MINUTE)).toEqual({ token: false, cookie: false, session: true });
  expect(await opensAdministration(DAY)).toEqual({ token: false, cookie: false, session: true });
  expect((await refreshSession(session.refreshToken, at(DAY))).ok).toBe(true);
  expect(await opensAdministration(31 * DAY)).toMatchObject({ token: false, cookie: false });
});

test('codes, reset tokens and video URLs expire on time even if the clock changes [R15, D4, L7]', async () => {
  const grant = {
    userId,
    sessionId: session.sessionId,
    courseSlug: 'next',
    lesson: '01.mp4',
    file: '01.mp4',
    video: 'first',
  };
  const query = new URL(signedStreamUrl(grant, start), 'http://site').searchParams;
  expect(
    [-HOUR, 10 * MINUTE, 2 * HOUR + MINUTE, DAY].map((seconds) => isGrantValid(grant, query, at(seconds))),
  ).toEqual([true, true, false, false]);

  await sendCode('otp', { email, ip: 'x', now: start });
  const { code: otp = '' } = (await readLastMail('otp:')).data;
  expect((await verifyOneTimeCode({ email, otp, ip: 'x', now: at(11 * MINUTE) })).ok).toBe(false);
  const verified = await verifyOneTimeCode({ email, otp, ip: 'x', now: at(-HOUR) });
  expect(verified.ok).toBe(true);
  const resetToken = verified.ok ? verified.value.resetToken : '';
  const wish = {
    userId,
    password: 'river-lantern-43',
    resetToken,
    currentPassword: undefined,
    totp: undefined,
    actor: null,
    device,
  };
  await expect(resetPassword({ ...wish, now: at(DAY) })).rejects.toMatchObject({ status: 401 });
});
