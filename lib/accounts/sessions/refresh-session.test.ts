import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addSeconds } from '@/lib/clock';
import { resetConfig } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { resetDatabase } from '@/tests/support/database';
import { readActorFromHeaders } from './actor-of';
import { createSessionCookies } from './cookies';
import { refreshBrowserSession, refreshSession } from './refresh-session';
import { type OpenedSession, startSession } from './start-session';

const device = { userAgent: 'test', ip: '10.0.0.1' };
const start = new Date();
const at = (seconds: number) => addSeconds(start, seconds);
const buildBearer = (token: string) => new Headers({ authorization: `Bearer ${token}` });

async function startLearnerSession(): Promise<OpenedSession> {
  const client = await db();
  const user = await client.user.create({ data: { email: 'mona@midan.example', name: 'Mona' }, select: { id: true } });
  return startSession({ userId: user.id }, device, start);
}

const refreshAt = async (token: string, seconds: number) => {
  const result = await refreshSession(token, at(seconds));
  if (!result.ok) throw new Error(result.code);
  return result.value;
};

describe('the rotating refresh token [D8]', () => {
  let session: OpenedSession;
  beforeEach(async () => {
    await resetDatabase();
    session = await startLearnerSession();
  });

  test('an access token is valid while its session exists; a broken bearer gives no actor [D8]', async () => {
    expect(await readActorFromHeaders(buildBearer(session.accessToken))).toMatchObject({
      userId: session.userId,
      role: 'learner',
      name: 'Mona',
    });
    for (const bad of ['', 'x.y.z', session.refreshToken, `${session.accessToken}x`, '%E0%A4%A'])
      expect(await readActorFromHeaders(buildBearer(bad))).toBeNull();
    await (await db()).session.updateMany({ data: { revokedAt: start } });
    expect(await readActorFromHeaders(buildBearer(session.accessToken))).toBeNull();
  });

  test('stores only hashes, and gives twenty parallel tabs the same successor [D8]', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => refreshAt(session.refreshToken, 60)));
    expect(new Set(answers.map((answer) => answer.refreshToken)).size).toBe(1);
    const client = await db();
    const stored = await client.refreshToken.findMany({ select: { hash: true, generation: true } });
    expect(stored.map((row) => row.generation).sort()).toEqual([0, 1]);
    expect(JSON.stringify(stored)).not.toContain(session.refreshToken);
  });

  test('the previous token may be reused for 30 s; later reuse ends the whole session and notifies the owner [D8]', async () => {
    const next = await refreshAt(session.refreshToken, 60);
    expect((await refreshAt(session.refreshToken, 89)).refreshToken).toBe(next.refreshToken);
    expect((await refreshSession(session.refreshToken, at(95))).ok).toBe(false);
    expect((await refreshSession(next.refreshToken, at(96))).ok).toBe(false);
    const client = await db();
    expect(await client.session.findFirst({ select: { revokedWhy: true } })).toEqual({ revokedWhy: 'reuse' });
    expect(await client.outbox.count({ where: { key: { startsWith: `session-ended:${session.userId}:` } } })).toBe(1);
  });

  test('a token two generations old ends the session, even within 30 s [D8]', async () => {
    const second = await refreshAt(session.refreshToken, 60);
    const third = await refreshAt(second.refreshToken, 61);
    expect((await refreshSession(session.refreshToken, at(62))).ok).toBe(false);
    expect((await refreshSession(third.refreshToken, at(63))).ok).toBe(false);
  });

  test('an unknown token ends no session, and an expired one is refused [D8]', async () => {
    expect((await refreshSession('A'.repeat(43), at(1))).ok).toBe(false);
    expect((await refreshSession(undefined, at(1))).ok).toBe(false);
    expect((await refreshSession(session.refreshToken, at(30 * 86_400 + 1))).ok).toBe(false);
    expect(await readActorFromHeaders(buildBearer(session.accessToken))).not.toBeNull();
  });

  test('a session ends 180 days after the sign-in, however often it is refreshed [D8]', async () => {
    const day = 86_400;
    let token = session.refreshToken;
    for (const days of [29, 58, 87, 116, 145, 174]) token = (await refreshAt(token, days * day)).refreshToken;
    const readEnd = async () =>
      (await (await db()).session.findUniqueOrThrow({ where: { id: session.sessionId }, select: { expiresAt: true } }))
        .expiresAt;
    expect(await readEnd()).toEqual(at(180 * day));
    token = (await refreshAt(token, 180 * day - 1)).refreshToken;
    expect((await refreshSession(token, at(180 * day))).ok).toBe(false);
  });

  test('a session of an earlier version with a later expiry is not refreshed after 180 days either [D8]', async () => {
    await (await db()).session.updateMany({ data: { signedInAt: at(-180 * 86_400) } });
    expect((await refreshSession(session.refreshToken, start)).ok).toBe(false);
  });

  test('refreshing is limited per session [D8]', async () => {
    let token = session.refreshToken;
    for (let turn = 0; turn < 30; turn += 1) token = (await refreshAt(token, 1)).refreshToken;
    await expect(refreshSession(token, at(2))).rejects.toMatchObject({ status: 429 });
  });
});

describe('the cookies of a site with sibling subdomains [X47]', () => {
  beforeEach(async () => {
    await resetDatabase();
    vi.stubEnv('SITE_URL', 'https://shop.midan.example');
    vi.stubEnv('AUTH_SECRET', 'a secret of more than 32 characters');
    vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1');
    resetConfig();
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    resetConfig();
  });

  const listCookies = async (session: OpenedSession) =>
    (await createSessionCookies(session, start)).map((line) => line.split(';')[0] ?? '');
  const canRefresh = async (cookies: string[], seconds: number) =>
    (await refreshBrowserSession(new Headers({ cookie: cookies.join('; ') }), at(seconds))).ok;
  const startSessionOf = async (role: 'learner' | 'guest') => {
    const client = await db();
    const { id } = await client.user.create({ data: { role, name: role }, select: { id: true } });
    return startSession({ userId: id }, device, start);
  };

  test('a refresh cookie that another subdomain set signs no browser in to another account [X47]', async () => {
    const [own, foreign] = [
      await listCookies(await startSessionOf('learner')),
      await listCookies(await startSessionOf('learner')),
    ];
    const isRefresh = (cookie: string) => cookie.startsWith('__Secure-refresh=');
    const planted = foreign.filter(isRefresh);
    expect(own.filter((cookie) => !cookie.startsWith('__Host-')).map((cookie) => cookie.split('=')[0])).toEqual([
      '__Secure-refresh',
      'signed_in',
    ]);
    expect(await canRefresh(planted, 60)).toBe(false);
    expect(await canRefresh([...planted, ...own.filter((cookie) => !isRefresh(cookie))], 60)).toBe(false);
    expect(await canRefresh(own, 60)).toBe(true);
  });

  test('a browser without a session cookie or without a device cookie keeps its session [X47, D8]', async () => {
    for (const missing of ['__Host-next-auth.session-token', '__Host-device']) {
      const cookies = await listCookies(await startSessionOf('learner'));
      expect(
        await canRefresh(
          cookies.filter((cookie) => !cookie.startsWith(`${missing}=`)),
          60,
        ),
      ).toBe(true);
    }
    expect(await canRefresh(await listCookies(await startSessionOf('guest')), 60)).toBe(true);
  });
});
