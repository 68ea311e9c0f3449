import 'server-only';
import type { MaybeActor } from '@/lib/actor';
import { bearerOf } from '@/lib/auth/tokens/access-token';
import { unauthorized } from '@/lib/problem';
import { mediaActorOf } from './actor-of';
import { cookieNames, cookieOf } from './cookies';
import { guestOfRefreshToken } from './refresh-session';

/**
 * The user id of the guest who signs up by this call, which stays theirs (D7); null for whoever is no guest. A browser's expired session cookie,
 * or its refresh cookie, still names the guest: pages without scripts refresh nothing. A client with a bearer refreshes first (D8).
 * @throws Problem 401 for a bearer that shows nobody
 */
export async function guestOf(request: Request, actor: MaybeActor, now: Date): Promise<string | null> {
  if (bearerOf(request.headers) !== null && !actor) throw unauthorized();
  const shown = actor ?? (await mediaActorOf(request));
  if (shown) return shown.role === 'guest' ? shown.userId : null;
  return guestOfRefreshToken(cookieOf(request.headers, cookieNames().refresh), now);
}
