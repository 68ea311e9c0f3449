import 'server-only';
import { oncePerPage } from '@/lib/cache/page-context';
import { now } from '@/lib/clock';
import { db } from '@/lib/database/client';
import { defaultLanguage, isLanguage } from '@/lib/language';
import type { Actor } from '@/lib/permissions';
import { cookieNames, findCookie } from './cookies';
import { bearerOf, type ReadableHeaders, readAccessToken, readSessionCookie, type SessionKey } from './tokens';

/** Ignores the cookie if there is a bearer token, even an invalid one. */
async function readSessionKey(headers: ReadableHeaders, at: Date): Promise<SessionKey | null> {
  const bearer = bearerOf(headers);
  if (bearer === null) return readSessionCookie(findCookie(headers, cookieNames().session), at);
  const claims = await readAccessToken(bearer, at);
  return claims && { userId: claims.sub, sessionId: claims.sid };
}

type Row = Omit<Actor, 'userId' | 'sessionId' | 'lang'> & { lang: string };

/** Reads the session's row on every call, so that sign-out, expiry and role changes take effect at once. */
export async function findActor(sessionId: string, userId: string, now: Date): Promise<Actor | null> {
  const client = await db();
  const [row] = await client.$queryRaw<Row[]>`
    SELECT s."signedInAt", s."totpAt", u."role"::text AS role, u."name", u."email", u."lang", u."totpConfirmedAt" IS NOT NULL AS "totpEnrolled"
    FROM "Session" s JOIN "User" u ON u."id" = s."userId"
    WHERE s."id" = ${sessionId} AND s."userId" = ${userId} AND s."revokedAt" IS NULL AND s."expiresAt" > ${now}`;
  return row ? { ...row, userId, sessionId, lang: isLanguage(row.lang) ? row.lang : defaultLanguage } : null;
}

export async function readActorFromHeaders(headers: ReadableHeaders): Promise<Actor | null> {
  const time = now();
  const key = await readSessionKey(headers, time);
  return key && findActor(key.sessionId, key.userId, time);
}

export const readActor = (request: Request): Promise<Actor | null> => readActorFromHeaders(request.headers);

export const readActorOfPage = (headers: ReadableHeaders): Promise<Actor | null> =>
  oncePerPage('visitor', () => readActorFromHeaders(headers));

/** Accepts an expired cookie, but only a valid bearer token. */
export const readExpiredSessionKey = async ({ headers }: Request): Promise<SessionKey | null> =>
  readSessionKey(headers, bearerOf(headers) === null ? new Date(0) : now());

/** Accepts an expired bearer or cookie, for signed media URLs and for ending or continuing a session. */
export async function readMediaActor(request: Request): Promise<Actor | null> {
  const key = await readSessionKey(request.headers, new Date(0));
  return key && findActor(key.sessionId, key.userId, now());
}
