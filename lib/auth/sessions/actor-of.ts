import 'server-only';
import type { Actor } from '@/lib/actor';
import { bearerOf, readAccessToken, type SentHeaders } from '@/lib/auth/tokens/access-token';
import { now } from '@/lib/clock';
import { oncePerPage } from '@/lib/cache/page-context';
import { db } from '@/lib/database/client';
import { defaultLanguage, isLanguage } from '@/lib/language';
import { cookieNames, cookieOf } from './cookies';
import { readSessionCookie, type SessionKey } from './session-cookie';

/** A bearer takes precedence: an invalid one is nobody, whatever the cookie says. */
async function keyOf(headers: SentHeaders, at: Date): Promise<SessionKey | null> {
  const bearer = bearerOf(headers);
  if (bearer === null) return readSessionCookie(cookieOf(headers, cookieNames().session), at);
  const claims = await readAccessToken(bearer, at);
  return claims && { userId: claims.sub, sessionId: claims.sid };
}

type Row = Omit<Actor, 'userId' | 'sessionId' | 'lang'> & { lang: string };

/**
 * Reads the session's row every time, so that signing out, expiry and a changed role count from the next request on.
 * One raw query, since every call runs it.
 */
export async function findActor(sessionId: string, userId: string, now: Date): Promise<Actor | null> {
  const client = await db();
  const [row] = await client.$queryRaw<Row[]>`
    SELECT s."signedInAt", s."totpAt", u."role"::text AS role, u."name", u."email", u."lang", u."totpConfirmedAt" IS NOT NULL AS "totpEnrolled"
    FROM "Session" s JOIN "User" u ON u."id" = s."userId"
    WHERE s."id" = ${sessionId} AND s."userId" = ${userId} AND s."revokedAt" IS NULL AND s."expiresAt" > ${now}`;
  return row ? { ...row, userId, sessionId, lang: isLanguage(row.lang) ? row.lang : defaultLanguage } : null;
}

export async function actorOfHeaders(headers: SentHeaders): Promise<Actor | null> {
  const time = now();
  const key = await keyOf(headers, time);
  return key && findActor(key.sessionId, key.userId, time);
}

export const actorOf = (request: Request): Promise<Actor | null> => actorOfHeaders(request.headers);

/** Who opens a page: its guard and its parts are told the same. */
export const visitorOf = (headers: SentHeaders): Promise<Actor | null> => oncePerPage('visitor', () => actorOfHeaders(headers));

/** The session a request shows, active or not: an expired cookie still counts, a bearer only while it is valid. */
export const shownSessionOf = async ({ headers }: Request): Promise<SessionKey | null> => keyOf(headers, bearerOf(headers) === null ? new Date(0) : now());

/** Whose session a request shows, by a bearer or cookie that may have expired: for signed media URLs, and for what ends or continues a session. */
export async function mediaActorOf(request: Request): Promise<Actor | null> {
  const key = await keyOf(request.headers, new Date(0));
  return key && findActor(key.sessionId, key.userId, now());
}
