import 'server-only';
import { endSessionIn } from '@/lib/accounts/end-sessions';
import { recordSecurityEvent } from '@/lib/accounts/security-events';
import { config } from '@/lib/config/config';
import { db, transaction } from '@/lib/database/client';
import { takeLimit, totalOf } from '@/lib/database/rate-limit';
import { fail, ok, type Result } from '@/lib/result';
import { signAccessToken } from '@/lib/auth/tokens/access-token';
import { graceSeconds, looksLikeRefreshToken, refreshTokenHash, sessionEnd, successorOf } from '@/lib/auth/tokens/refresh-token';
import type { OpenedSession } from './start-session';

const find = async (token: string) =>
  (await db()).refreshToken.findUnique({
    where: { hash: refreshTokenHash(token) },
    select: {
      id: true, sessionId: true, generation: true, rotatedAt: true, expiresAt: true,
      session: { select: { revokedAt: true, expiresAt: true, signedInAt: true, user: { select: { id: true, role: true, name: true } } } },
    },
  });

type Found = NonNullable<Awaited<ReturnType<typeof find>>>;

/**
 * D8: the only place where a refresh token is exchanged. The previous one, and only that, gets the same successor for 30 s; an older one
 * means that somebody has a copy, and ends the session.
 * @throws Problem 429
 */
export async function refreshSession(token: unknown, now: Date): Promise<Result<OpenedSession, 'refresh-refused'>> {
  if (!looksLikeRefreshToken(token)) return fail('refresh-refused');
  const found = await find(token);
  if (!found || !isAlive(found, now)) return fail('refresh-refused');
  await takeLimit('refresh-session', found.sessionId, now);
  const rotated = found.rotatedAt === null && (await rotate(found, token, now));
  if (!rotated && !(await isWithinGrace(found, now))) {
    await endForReuse(found, now);
    return fail('refresh-refused');
  }
  const { user } = found.session;
  return ok({
    accessToken: await signAccessToken(user.id, found.sessionId, now),
    refreshToken: successorOf(token),
    userId: user.id, role: user.role, name: user.name, expiresIn: config().accessTtlSeconds, sessionId: found.sessionId,
  });
}

const endIfRefreshed = ({ session: { signedInAt, user: { role } } }: Found, now: Date): Date => sessionEnd({ role, signedInAt, now });

/** Also false when the last possible end has passed, which the row of a session from an earlier version may not say. */
const isAlive = (found: Found, now: Date): boolean =>
  found.session.revokedAt === null && found.session.expiresAt > now && found.expiresAt > now && endIfRefreshed(found, now) > now;

/** The conditional update lets exactly one of any number of parallel requests rotate, in any process. */
const rotate = (found: Found, token: string, now: Date): Promise<boolean> =>
  transaction(async (tx) => {
    const first = await tx.refreshToken.updateMany({ where: { id: found.id, rotatedAt: null }, data: { rotatedAt: now } });
    if (first.count === 0) return false;
    const expiresAt = endIfRefreshed(found, now);
    await tx.refreshToken.create({
      data: { sessionId: found.sessionId, hash: refreshTokenHash(successorOf(token)), generation: found.generation + 1, createdAt: now, expiresAt },
      select: { id: true },
    });
    await tx.refreshToken.deleteMany({ where: { sessionId: found.sessionId, generation: { lte: found.generation + 1 - totalOf('refresh-session') } } });
    await tx.session.update({ where: { id: found.sessionId }, data: { lastSeenAt: now, expiresAt, user: { update: { lastSeenAt: now } } }, select: { id: true } });
    return true;
  });

async function isWithinGrace(found: Found, now: Date): Promise<boolean> {
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

/** Informs the owner that a copy of their session was used and that the session has ended. */
const endForReuse = ({ sessionId, session }: Found, now: Date): Promise<void> =>
  transaction(async (tx) => {
    if (await endSessionIn(tx, sessionId, 'reuse', now)) await recordSecurityEvent(tx, { userId: session.user.id, event: 'session-reused', device: null, now });
  });

/** The guest whom a refresh token in use belongs to, if it is a guest's. */
export async function guestOfRefreshToken(token: unknown, now: Date): Promise<string | null> {
  if (!looksLikeRefreshToken(token)) return null;
  const found = await find(token);
  if (!found || !isAlive(found, now) || found.session.user.role !== 'guest') return null;
  return found.rotatedAt === null || (await isWithinGrace(found, now)) ? found.session.user.id : null;
}

/** For signing out: the session that a refresh token of any age belongs to. */
export async function sessionOfRefreshToken(token: unknown): Promise<string | null> {
  if (!looksLikeRefreshToken(token)) return null;
  return (await find(token))?.sessionId ?? null;
}
