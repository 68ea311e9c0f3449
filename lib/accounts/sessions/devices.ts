import 'server-only';
import { auditRead } from '@/lib/accounts/audit';
import { db } from '@/lib/database/client';
import { type Actor, assertSameUserOrAdmin, type MaybeActor } from '@/lib/permissions';
import { truncate } from '@/lib/text';

export interface Device {
  userAgent: string;
  ip: string;
}

/** The HTTP server sets `x-client-address` and trusts `X-Forwarded-For` only from TRUSTED_PROXIES hops. */
export const deviceOf = (headers: Headers): Device => ({
  userAgent: truncate(headers.get('user-agent') ?? '', 300),
  ip: headers.get('x-client-address') ?? 'unknown',
});

const browsers: Array<[RegExp, string]> = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: Array<[RegExp, string]> = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
];

const nameIn = (names: Array<[RegExp, string]>, text: string) => names.find(([pattern]) => pattern.test(text))?.[1];

/** Returns text such as `Chrome · Android`, or null for an unknown program. */
export function knownDeviceName(userAgent: string): string | null {
  return [nameIn(browsers, userAgent), nameIn(systems, userAgent)].filter(Boolean).join(' · ') || null;
}

/** Like `knownDeviceName`, or the first part of a program's user agent, which the sender chooses: not for emails. */
export const deviceName = (userAgent: string): string | null =>
  knownDeviceName(userAgent) ?? (truncate(userAgent.split('/')[0] ?? '', 40) || null);

export interface SignedInDevice {
  sessionId: string;
  device: string | null;
  signedInAt: Date;
  lastSeenAt: Date;
  current: boolean;
}

export async function listSessions(actor: MaybeActor, userId: string, now: Date): Promise<SignedInDevice[]> {
  assertSameUserOrAdmin(actor, userId);
  await auditRead(await db(), { actor, userId, read: 'sessions' });
  return readSessions(actor, userId, now);
}

/** Checks no permission and writes no audit entry; the caller must. */
export async function readSessions(actor: Actor, userId: string, now: Date): Promise<SignedInDevice[]> {
  const client = await db();
  const sessions = await client.session.findMany({
    where: { userId, revokedAt: null, expiresAt: { gt: now } },
    orderBy: { lastSeenAt: 'desc' },
    take: 50,
    select: { id: true, userAgent: true, signedInAt: true, lastSeenAt: true },
  });
  return sessions.map(({ id, userAgent, signedInAt, lastSeenAt }) => ({
    sessionId: id,
    device: deviceName(userAgent),
    signedInAt,
    lastSeenAt,
    current: id === actor.sessionId,
  }));
}
