import 'server-only';
import { promoteConfiguredAdmin } from '@/lib/accounts/configured-admin';
import { lockUser } from '@/lib/accounts/lock-user';
import type { Role } from '@/lib/actor';
import { config } from '@/lib/config/config';
import { transaction, type Tx } from '@/lib/database/client';
import { unauthorized } from '@/lib/problem';
import { signAccessToken } from '@/lib/auth/tokens/access-token';
import type { Device } from './device';
import { recordNewDevice } from '@/lib/auth/security-events/record-new-device';
import { newRefreshToken, refreshTokenHash, sessionEnd } from '@/lib/auth/tokens/refresh-token';

/** The tokens as the HTTP contract names them. */
export interface SessionTokens {
  accessToken: string;
  refreshToken: string;
  userId: string;
  role: Role;
  name: string;
  /** Seconds. */
  expiresIn: number;
}

export type OpenedSession = SessionTokens & { sessionId: string };

/** What the sign-in was checked against; it must still hold when the session begins. */
interface Proof {
  userId: string;
  totpAt?: Date | null;
  /** The hash of the password that was shown. */
  passwordHash?: string;
  /** The provider's link that was used. */
  linkId?: string;
  /** Of a session that is renewed: when the person proved who they are. */
  signedInAt?: Date;
  /** The session of the sign-up that created the account. */
  isSignUp?: boolean;
}

/** The newest of a user that are kept, ended ones included. */
const mostSessions = 100;

export const startSession = (proof: Proof, device: Device, now: Date): Promise<OpenedSession> =>
  transaction((tx) => startSessionIn(tx, proof, device, now));

/** One row for the site's cookie and an API client's tokens; also the refresh family (X03). @throws Problem 401 when the proof no longer holds */
export async function startSessionIn(tx: Tx, proof: Proof, device: Device, now: Date): Promise<OpenedSession> {
  const { userId, passwordHash, linkId } = proof;
  const locked = await lockUser(tx, userId);
  if (!locked || (passwordHash !== undefined && locked.passwordHash !== passwordHash)) throw unauthorized();
  // A second factor that was enrolled after the proof was checked: the session would never have shown it.
  if (locked.totpConfirmedAt !== null && !proof.totpAt) throw unauthorized();
  if (linkId !== undefined && (await tx.providerAccount.count({ where: { id: linkId, userId } })) === 0) throw unauthorized();
  await promoteConfiguredAdmin(tx, userId, now);
  const user = await tx.user.update({ where: { id: userId }, data: { lastSeenAt: now }, select: { id: true, role: true, name: true } });
  if (user.role !== 'guest') await recordNewDevice(tx, userId, device, now);
  const refreshToken = newRefreshToken();
  const signedInAt = proof.signedInAt ?? now;
  const expiresAt = sessionEnd({ role: user.role, signedInAt, now });
  const session = await tx.session.create({
    data: {
      userId: user.id, ...device, createdAt: now, lastSeenAt: now, signedInAt, totpAt: proof.totpAt ?? null, isSignUp: proof.isSignUp ?? false, expiresAt,
      refreshTokens: { create: { hash: refreshTokenHash(refreshToken), generation: 0, createdAt: now, expiresAt } },
    },
    select: { id: true },
  });
  await tx.$executeRaw`
    DELETE FROM "Session" WHERE "id" IN (
      SELECT "id" FROM "Session" WHERE "userId" = ${userId} AND "id" <> ${session.id} ORDER BY "createdAt" DESC, "id" DESC OFFSET ${mostSessions - 1})`;
  return {
    accessToken: await signAccessToken(user.id, session.id, now),
    refreshToken, userId: user.id, role: user.role, name: user.name, expiresIn: config().accessTtlSeconds, sessionId: session.id,
  };
}

export const tokenResponse = ({ sessionId: _, ...tokens }: OpenedSession): SessionTokens => tokens;
