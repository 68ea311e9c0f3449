import 'server-only';
import { recordSecurityEvent } from '@/lib/accounts/security-events';
import { config } from '@/lib/config/config';
import { db, transaction } from '@/lib/database/client';
import { consumeLimit, storageLimitOf } from '@/lib/database/rate-limit';
import type { MaybeActor } from '@/lib/permissions';
import { unauthorized } from '@/lib/problem';
import { fail, ok, type Result } from '@/lib/result';
import { readMediaActor } from './actor-of';
import { cookieNames, findCookie, isRefreshCookieOf } from './cookies';
import { revokeSession } from './end-sessions';
import type { OpenedSession } from './start-session';
import {
  bearerOf,
  graceSeconds,
  looksLikeRefreshToken,
  type ReadableHeaders,
  refreshTokenHash,
  sessionEnd,
  signAccessToken,
  successorOf,
} from './tokens';

const findRefreshToken = async (token: string) =>
  (await db()).refreshToken.findUnique({
    where: { hash: refreshTokenHash(token) },
    select: {
      id: true,
      sessionId: true,
      generation: true,
      rotatedAt: true,
      expiresAt: true,
      session: {
        select: {
          revokedAt: true,
          expiresAt: true,
          signedInAt: true,
          user: { select: { id: true, role: true, name: true } },
        },
      },
    },
  });

type RefreshTokenRow = NonNullable<Awaited<ReturnType<typeof findRefreshToken>>>;

type RefreshResult = Result<OpenedSession, 'refresh-refused'>;

/** @throws Problem 429 */
export const refreshBrowserSession = (headers: ReadableHeaders, now: Date): Promise<RefreshResult> =>
  refreshSession(findCookie(headers, cookieNames().refresh), now, headers);

/**
 * For 30 s the previous token still gets the same successor (D8). An older token must be a copy: it ends the session.
 * @param browser the request's headers if the token comes from its cookie
 * @throws Problem 429
 */
export async function refreshSession(token: unknown, now: Date, browser?: ReadableHeaders): Promise<RefreshResult> {
  if (!looksLikeRefreshToken(token)) return fail('refresh-refused');
  const found = await findRefreshToken(token);
  if (!found || !isAlive(found, now)) return fail('refresh-refused');
  if (browser && !(await isRefreshCookieOf(browser, found.session.user))) return fail('refresh-refused');
  await consumeLimit('refresh-session', found.sessionId, now);
  const rotated = found.rotatedAt === null && (await rotateToken(found, token, now));
  if (!rotated && !(await isWithinGrace(found, now))) {
    await endForReuse(found, now);
    return fail('refresh-refused');
  }
  const { user } = found.session;
  return ok({
    accessToken: await signAccessToken(user.id, found.sessionId, now),
    refreshToken: successorOf(token),
    userId: user.id,
    role: user.role,
    name: user.name,
    expiresIn: config().accessTtlSeconds,
    sessionId: found.sessionId,
  });
}

const sessionEndAfterRefresh = (
  {
    session: {
      signedInAt,
      user: { role },
    },
  }: RefreshTokenRow,
  now: Date,
): Date => sessionEnd({ role, signedInAt, now });

/** Also checks the maximum session lifetime, because rows written by earlier versions do not store it. */
const isAlive = (found: RefreshTokenRow, now: Date): boolean =>
  found.session.revokedAt === null &&
  found.session.expiresAt > now &&
  found.expiresAt > now &&
  sessionEndAfterRefresh(found, now) > now;

/** Updates conditionally, so that only one of several parallel requests rotates the token, even across processes. */
const rotateToken = (found: RefreshTokenRow, token: string, now: Date): Promise<boolean> =>
  transaction(async (tx) => {
    const first = await tx.refreshToken.updateMany({
      where: { id: found.id, rotatedAt: null },
      data: { rotatedAt: now },
    });
    if (first.count === 0) return false;
    const expiresAt = sessionEndAfterRefresh(found, now);
    await tx.refreshToken.create({
      data: {
        sessionId: found.sessionId,
        hash: refreshTokenHash(successorOf(token)),
        generation: found.generation + 1,
        createdAt: now,
        expiresAt,
      },
      select: { id: true },
    });
    await tx.refreshToken.deleteMany({
      where: {
        sessionId: found.sessionId,
        generation: { lte: found.generation + 1 - storageLimitOf('refresh-session') },
      },
    });
    // Two separate updates take two SQL statements; one nested update would take four.
    await tx.session.updateMany({ where: { id: found.sessionId }, data: { lastSeenAt: now, expiresAt } });
    await tx.user.updateMany({ where: { id: found.session.user.id }, data: { lastSeenAt: now } });
    return true;
  });

async function isWithinGrace(found: RefreshTokenRow, now: Date): Promise<boolean> {
  const client = await db();
  const chain = await client.refreshToken.findMany({
    where: { sessionId: found.sessionId, generation: { in: [found.generation, found.generation + 1] } },
    orderBy: { generation: 'asc' },
    select: { rotatedAt: true },
  });
  const [current, successor] = chain;
  if (!current?.rotatedAt || !successor || successor.rotatedAt !== null) return false;
  return now.getTime() - current.rotatedAt.getTime() <= graceSeconds * 1000;
}

const endForReuse = ({ sessionId, session }: RefreshTokenRow, now: Date): Promise<void> =>
  transaction(async (tx) => {
    if (await revokeSession(tx, sessionId, 'reuse', now))
      await recordSecurityEvent(tx, { userId: session.user.id, event: 'session-reused', device: null, now });
  });

async function findGuestByRefreshToken(token: unknown, now: Date): Promise<string | null> {
  if (!looksLikeRefreshToken(token)) return null;
  const found = await findRefreshToken(token);
  if (!found || !isAlive(found, now) || found.session.user.role !== 'guest') return null;
  return found.rotatedAt === null || (await isWithinGrace(found, now)) ? found.session.user.id : null;
}

export async function findSessionByRefreshToken(token: unknown): Promise<string | null> {
  if (!looksLikeRefreshToken(token)) return null;
  return (await findRefreshToken(token))?.sessionId ?? null;
}

/** Accepts an expired session cookie, because pages without JavaScript do not refresh it (D7). */
export async function findGuestId(request: Request, actor: MaybeActor, now: Date): Promise<string | null> {
  if (bearerOf(request.headers) !== null && !actor) throw unauthorized();
  const visitor = actor ?? (await readMediaActor(request));
  if (visitor) return visitor.role === 'guest' ? visitor.userId : null;
  return findGuestByRefreshToken(findCookie(request.headers, cookieNames().refresh), now);
}
