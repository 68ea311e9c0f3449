import { beforeEach, expect, test } from 'vitest';
import { sendOneTimeCode, verifyOneTimeCode } from '@/lib/auth/one-time-codes/one-time-code';
import { addSeconds } from '@/lib/clock';
import { db } from '@/lib/database/client';
import { isGranted, signedStreamUrl } from '@/lib/video/playback/signed-url';
import { freshDatabase } from '@/lib/testing/database';
import { readAccessToken } from '@/lib/auth/tokens/access-token';
import { findActor } from '@/lib/auth/sessions/actor-of';
import { refreshSession } from '@/lib/auth/sessions/refresh-session';
import { resetPassword } from '@/lib/auth/password/reset-password';
import { encodeSessionCookie, readSessionCookie } from '@/lib/auth/sessions/session-cookie';
import { startSession, type OpenedSession } from '@/lib/auth/sessions/start-session';

const email = 'mona@midan.example';
const device = { userAgent: 'test', address: '10.0.0.1' };
const start = new Date('2026-03-27T22:30:00Z');
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const at = (seconds: number) => addSeconds(start, seconds);
const userId = 'mona';
let session: OpenedSession;

beforeEach(async () => {
  await freshDatabase();
  await (await db()).user.create({ data: { id: userId, role: 'learner', name: 'Mona', email }, select: { id: true } });
  session = await startSession({ userId }, device, start);
});

/** What grants access at a moment: access token and cookie by their times, the session by its row. */
async function opens(seconds: number): Promise<{ token: boolean; cookie: boolean; session: boolean }> {
  const cookie = await encodeSessionCookie({ sub: userId, sid: session.sessionId }, start);
  return {
    token: (await readAccessToken(session.accessToken, at(seconds))) !== null,
    cookie: (await readSessionCookie(cookie, at(seconds))) !== null,
    session: (await findActor(session.sessionId, userId, at(seconds))) !== null,
  };
}

test('R15 D8 a clock that goes back an hour signs nobody out', async () => {
  expect(await opens(-HOUR)).toEqual({ token: true, cookie: true, session: true });
  const refreshed = await refreshSession(session.refreshToken, at(-HOUR));
  expect(refreshed.ok).toBe(true);
  const again = await refreshSession(session.refreshToken, at(-HOUR + 5));
  expect(again.ok && refreshed.ok && again.value.refreshToken === refreshed.value.refreshToken).toBe(true);
});

test('R15 D8 ten minutes on nobody is out; a minute after its time no token counts, and a day later a refresh still brings a new one', async () => {
  expect(await opens(10 * MINUTE)).toEqual({ token: true, cookie: true, session: true });
  expect(await opens(16 * MINUTE)).toEqual({ token: false, cookie: false, session: true });
  expect(await opens(DAY)).toEqual({ token: false, cookie: false, session: true });
  expect((await refreshSession(session.refreshToken, at(DAY))).ok).toBe(true);
  expect(await opens(31 * DAY)).toMatchObject({ token: false, cookie: false });
});

test('R15 D4 L7 codes, grants and video addresses end with their time on whatever clock', async () => {
  const grant = { userId, sessionId: session.sessionId, courseSlug: 'next', lesson: '01.mp4', file: '01.mp4', video: 'first' };
  const query = new URL(signedStreamUrl(grant, start), 'http://site').searchParams;
  expect([-HOUR, 10 * MINUTE, 2 * HOUR + MINUTE, DAY].map((seconds) => isGranted(grant, query, at(seconds)))).toEqual([true, true, false, false]);

  await sendOneTimeCode({ email, address: 'x', now: start });
  const mail = await (await db()).outbox.findFirstOrThrow({ where: { key: { startsWith: 'otp:' } }, select: { payload: true } });
  const { code: otp } = (mail.payload as { data: { code: string } }).data;
  expect((await verifyOneTimeCode({ email, otp, address: 'x', now: at(11 * MINUTE) })).ok).toBe(false);
  const verified = await verifyOneTimeCode({ email, otp, address: 'x', now: at(-HOUR) });
  expect(verified.ok).toBe(true);
  const resetToken = verified.ok ? verified.value.resetToken : '';
  const wish = { userId, password: 'river-lantern-43', resetToken, currentPassword: undefined, totp: undefined, actor: null, device };
  await expect(resetPassword({ ...wish, now: at(DAY) })).rejects.toMatchObject({ status: 401 });
});
