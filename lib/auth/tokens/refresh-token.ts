import 'server-only';
import { addSeconds } from '@/lib/clock';
import { hmacOf, randomToken } from '@/lib/config/secrets';

export const refreshLifetimeSeconds = 30 * 86_400;
/** However often it is refreshed, a session ends this long after the sign-in. */
const longestSeconds = 180 * 86_400;
/** A guest's session ends after a day without use (X22). */
const guestLifetimeSeconds = 86_400;
/** How long the previous token stays valid, for a parallel tab or a lost response (D8, R16). */
export const graceSeconds = 30;

export const newRefreshToken = (): string => randomToken(32);

/** The form in which the database stores a token. */
export const refreshTokenHash = (token: string): string => hmacOf('refresh-token', token);

/** Deterministic: showing a token again within the grace period gives the same successor, although only hashes are stored. */
export const successorOf = (token: string): string => hmacOf('refresh-successor', token);

export const looksLikeRefreshToken = (text: unknown): text is string => typeof text === 'string' && /^[\w-]{43}$/.test(text);

export const lifetimeSeconds = (role: string): number => (role === 'guest' ? guestLifetimeSeconds : refreshLifetimeSeconds);

/** When a session of this role ends that is opened or refreshed at `now`. */
export function sessionEnd({ role, signedInAt, now }: { role: string; signedInAt: Date; now: Date }): Date {
  const unused = addSeconds(now, lifetimeSeconds(role));
  const last = addSeconds(signedInAt, longestSeconds);
  return unused < last ? unused : last;
}
