import 'server-only';
import { promoteConfiguredAdmin } from '@/lib/accounts/configured-admin';
import type { Role } from '@/lib/actor';
import { addSeconds } from '@/lib/clock';
import { config } from '@/lib/config';
import { transaction, type Tx } from '@/lib/db';
import { signAccessToken } from './access-token';
import type { Device } from './device';
import { endSessionsOf } from './end-session';
import { lifetimeSeconds, newRefreshToken, refreshTokenHash } from './refresh-token';

/** api.md's token answer, with the session it rests on. */
export type SessionTokens = {
  accessToken: string;
  refreshToken: string;
  userId: string;
  role: Role;
  name: string;
  /** seconds */
  expiresIn: number;
};

export type OpenedSession = SessionTokens & { sessionId: string };

type Proof = { userId: string; totpAt?: Date | null };

export const startSession = (proof: Proof, device: Device, now: Date): Promise<OpenedSession> =>
  transaction((tx) => startSessionIn(tx, proof, device, now));

/** One row under both the site's cookie and an API client's tokens; also the refresh family (security.md X03). */
export async function startSessionIn(tx: Tx, proof: Proof, device: Device, now: Date): Promise<OpenedSession> {
  await promoteConfiguredAdmin(tx, proof.userId);
  const user = await tx.user.update({ where: { id: proof.userId, deletedAt: null }, data: { lastSeenAt: now }, select: { id: true, role: true, name: true } });
  const refreshToken = newRefreshToken();
  const expiresAt = addSeconds(now, lifetimeSeconds(user.role));
  const session = await tx.session.create({
    data: {
      userId: user.id, ...device, createdAt: now, lastSeenAt: now, signedInAt: now, totpAt: proof.totpAt ?? null, expiresAt,
      refreshTokens: { create: { hash: refreshTokenHash(refreshToken), generation: 0, createdAt: now, expiresAt } },
    },
    select: { id: true },
  });
  return {
    accessToken: await signAccessToken(user.id, session.id, now),
    refreshToken, userId: user.id, role: user.role, name: user.name, expiresIn: config().accessTtlSeconds, sessionId: session.id,
  };
}

/** After signing up: what sessions the guest had end, since whoever knew of one must not become the learner. */
export const startFirstSession = (proof: Proof, device: Device, now: Date): Promise<OpenedSession> =>
  transaction(async (tx) => {
    await endSessionsOf(tx, proof.userId, 'upgrade', now);
    return startSessionIn(tx, proof, device, now);
  });

/** What goes over the wire. */
export const tokenAnswer = ({ sessionId: _, ...tokens }: OpenedSession): SessionTokens => tokens;
