import 'server-only';
import { promoteConfiguredAdmin } from '@/lib/accounts/administrators';
import { lockUser } from '@/lib/accounts/lock-user';
import { notifyOwner, recordSecurityEvent } from '@/lib/accounts/security-events';
import { config } from '@/lib/config/config';
import { transaction, type Tx } from '@/lib/database/client';
import type { Role } from '@/lib/permissions';
import { unauthorized } from '@/lib/problem';
import { type Device, knownDeviceName } from './devices';
import { newRefreshToken, refreshTokenHash, sessionEnd, signAccessToken } from './tokens';

/** Field names are part of the HTTP contract. */
export interface SessionTokens {
  accessToken: string;
  refreshToken: string;
  userId: string;
  role: Role;
  name: string;
  /** In seconds. */
  expiresIn: number;
}

export type OpenedSession = SessionTokens & { sessionId: string };

/** `createSession` checks under the lock that `passwordHash` and `linkId` are still valid. */
interface NewSession {
  userId: string;
  totpAt?: Date | null;
  passwordHash?: string;
  linkId?: string;
  signedInAt?: Date;
  isSignUp?: boolean;
}

const maxSessions = 100;

export const startSession = (input: NewSession, device: Device, now: Date): Promise<OpenedSession> =>
  transaction((tx) => createSession(tx, input, device, now));

/** A session is also a family of refresh tokens (X03). @throws Problem 401 if credentials have changed */
export async function createSession(tx: Tx, input: NewSession, device: Device, now: Date): Promise<OpenedSession> {
  const { userId, passwordHash, linkId } = input;
  const locked = await lockUser(tx, userId);
  if (!locked || (passwordHash !== undefined && locked.passwordHash !== passwordHash)) throw unauthorized();
  // The user enrolled a second factor after the credentials were checked.
  if (locked.totpConfirmedAt !== null && !input.totpAt) throw unauthorized();
  if (linkId !== undefined && (await tx.providerAccount.count({ where: { id: linkId, userId } })) === 0)
    throw unauthorized();
  await promoteConfiguredAdmin(tx, userId, now);
  const user = await tx.user.update({
    where: { id: userId },
    data: { lastSeenAt: now },
    select: { id: true, role: true, name: true },
  });
  if (user.role !== 'guest') await recordNewDevice(tx, userId, device, now);
  const refreshToken = newRefreshToken();
  const signedInAt = input.signedInAt ?? now;
  const expiresAt = sessionEnd({ role: user.role, signedInAt, now });
  const session = await tx.session.create({
    data: {
      userId: user.id,
      userAgent: device.userAgent,
      address: device.ip,
      createdAt: now,
      lastSeenAt: now,
      signedInAt,
      totpAt: input.totpAt ?? null,
      isSignUp: input.isSignUp ?? false,
      expiresAt,
    },
    select: { id: true },
  });
  await tx.refreshToken.create({
    data: { sessionId: session.id, hash: refreshTokenHash(refreshToken), generation: 0, createdAt: now, expiresAt },
    select: { id: true },
  });
  await tx.$executeRaw`
    DELETE FROM "Session" WHERE "id" IN (
      SELECT "id" FROM "Session" WHERE "userId" = ${userId} AND "id" <> ${session.id} ORDER BY "createdAt" DESC, "id" DESC OFFSET ${maxSessions - 1})`;
  return {
    accessToken: await signAccessToken(user.id, session.id, now),
    refreshToken,
    userId: user.id,
    role: user.role,
    name: user.name,
    expiresIn: config().accessTtlSeconds,
    sessionId: session.id,
  };
}

export const tokenResponse = ({ sessionId: _, ...tokens }: OpenedSession): SessionTokens => tokens;

const maxUserAgents = 200;

/** Ignores the network, because phones often change networks. Call this before the session's row is created. */
async function recordNewDevice(tx: Tx, userId: string, device: Device, now: Date): Promise<void> {
  const seen = await listUserAgents(tx, userId);
  const name = knownDeviceName(device.userAgent);
  if (seen.some((userAgent) => knownDeviceName(userAgent) === name)) return;
  await recordSecurityEvent(tx, { userId, event: 'signed-in', device, now });
  if (seen.length > 0)
    await notifyOwner(tx, userId, { template: 'new-device', now, data: { device: name ?? 'unknown' } });
}

/** Also reads security events, because ended sessions are deleted after a month. */
async function listUserAgents(tx: Tx, userId: string): Promise<string[]> {
  const grouped = { by: ['userAgent' as const], orderBy: { userAgent: 'asc' as const }, take: maxUserAgents };
  const sessions = await tx.session.groupBy({ ...grouped, where: { userId } });
  const events = await tx.securityEvent.groupBy({ ...grouped, where: { userId, event: 'signed-in' } });
  return [...sessions, ...events].map(({ userAgent }) => userAgent);
}
