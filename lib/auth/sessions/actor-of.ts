import 'server-only';
import type { Actor } from '@/lib/actor';
import { now } from '@/lib/clock';
import { readAccessToken } from '@/lib/auth/tokens/access-token';
import { bearerOf } from '@/lib/auth/tokens/bearer';
import { cookieNames, cookieOf } from './cookies';
import { liveActor } from './live-actor';
import { readSessionCookie, type SessionKey } from './session-cookie';

/** A bearer counts alone: a bad one is nobody, cookie or not. */
async function keyOf(headers: Headers, at: Date): Promise<SessionKey | null> {
  const bearer = bearerOf(headers);
  if (bearer === null) return readSessionCookie(cookieOf(headers, cookieNames().session), at);
  const claims = await readAccessToken(bearer, at);
  return claims && { userId: claims.sub, sessionId: claims.sid };
}

/** Who sends these headers. */
export async function actorOfHeaders(headers: Headers): Promise<Actor | null> {
  const time = now();
  const key = await keyOf(headers, time);
  return key && liveActor(key.sessionId, key.userId, time);
}

export const actorOf = (request: Request): Promise<Actor | null> => actorOfHeaders(request.headers);

/** Whose session a request shows, alive or over: the cookie still says it when its access has run out, a bearer only while it counts. */
export const shownSessionOf = async ({ headers }: Request): Promise<SessionKey | null> => keyOf(headers, bearerOf(headers) === null ? new Date(0) : now());

/**
 * Who sends a request for signed media: these look at the session, whose row must live, and not at the access token's
 * 15 minutes (api.md).
 */
export async function mediaActorOf(request: Request): Promise<Actor | null> {
  const key = await keyOf(request.headers, new Date(0));
  return key && liveActor(key.sessionId, key.userId, now());
}
