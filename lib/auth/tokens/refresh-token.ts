import 'server-only';
import { hmacOf, randomToken } from '@/lib/config/secrets';

export const refreshLifetimeSeconds = 30 * 86_400;
/** A guest's session ends after a day without use (security.md X22). */
export const guestLifetimeSeconds = 86_400;
/** How long the previous token may be shown again, by a parallel tab or after a lost answer (row D8, fault R16). */
export const graceSeconds = 30;

export const newRefreshToken = (): string => randomToken(32);

/** What the database keeps. */
export const refreshTokenHash = (token: string): string => hmacOf('refresh-token', token);

/** Always the same for the same token, so whoever shows it again within the grace gets the same one although only hashes are kept. */
export const successorOf = (token: string): string => hmacOf('refresh-successor', token);

export const looksLikeRefreshToken = (text: unknown): text is string => typeof text === 'string' && /^[\w-]{43}$/.test(text);

export const lifetimeSeconds = (role: string): number => (role === 'guest' ? guestLifetimeSeconds : refreshLifetimeSeconds);
