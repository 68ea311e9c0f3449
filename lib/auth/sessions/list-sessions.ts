import 'server-only';
import { assertSelf, type MaybeActor } from '@/lib/actor';
import { db } from '@/lib/database/client';

export interface SignedInDevice { sessionId: string; device: string | null; signedInAt: Date; lastSeenAt: Date; current: boolean }

const browsers: Array<[RegExp, string]> = [[/Edg\//, 'Edge'], [/OPR\//, 'Opera'], [/SamsungBrowser/, 'Samsung Internet'], [/Firefox\//, 'Firefox'], [/Chrome\//, 'Chrome'], [/Safari\//, 'Safari']];
const systems: Array<[RegExp, string]> = [[/iPhone|iPad/, 'iOS'], [/Android/, 'Android'], [/Windows/, 'Windows'], [/Mac OS/, 'macOS'], [/Linux/, 'Linux']];

const nameIn = (names: Array<[RegExp, string]>, text: string) => names.find(([pattern]) => pattern.test(text))?.[1];

/** `Chrome · Android`, or null when a program did not say; never the whole header, which people cannot read. */
export function deviceName(userAgent: string): string | null {
  const parts = [nameIn(browsers, userAgent), nameIn(systems, userAgent)].filter(Boolean);
  return parts.length > 0 ? parts.join(' · ') : userAgent.split('/')[0]?.slice(0, 40) || null;
}

/** Where this user is signed in now, the latest used first. @throws Problem 401, 403 */
export async function listSessions(actor: MaybeActor, userId: string, now: Date): Promise<SignedInDevice[]> {
  assertSelf(actor, userId);
  const client = await db();
  const sessions = await client.session.findMany({
    where: { userId, revokedAt: null, expiresAt: { gt: now } },
    orderBy: { lastSeenAt: 'desc' }, take: 50,
    select: { id: true, userAgent: true, signedInAt: true, lastSeenAt: true },
  });
  return sessions.map(({ id, userAgent, signedInAt, lastSeenAt }) => ({ sessionId: id, device: deviceName(userAgent), signedInAt, lastSeenAt, current: id === actor.sessionId }));
}
