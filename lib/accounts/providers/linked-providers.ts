import { assertSessionActive, lockUser } from '@/lib/accounts/lock-user';
import { recordSecurityEvent } from '@/lib/accounts/security-events';
import type { Device } from '@/lib/accounts/sessions/devices';
import { assertFreshSignIn } from '@/lib/accounts/sessions/fresh-sign-in';
import { db, transaction } from '@/lib/database/client';
import { assertSameUser, type Actor, type MaybeActor } from '@/lib/permissions';
import { notFound, Problem } from '@/lib/problem';
import { providerTitle } from './openid';

interface LinkedProvider {
  id: string;
  provider: string;
  email: string | null;
  linkedAt: Date;
}
export interface SignInMethods {
  linked: LinkedProvider[];
  hasPassword: boolean;
}

export async function listSignInMethods(actor: Actor): Promise<SignInMethods> {
  const client = await db();
  const { passwordHash, providerAccounts } = await client.user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: {
      passwordHash: true,
      providerAccounts: {
        orderBy: { createdAt: 'asc' },
        select: { id: true, provider: true, email: true, createdAt: true },
      },
    },
  });
  return {
    hasPassword: passwordHash !== null,
    linked: providerAccounts.map(({ createdAt, ...one }) => ({ ...one, linkedAt: createdAt })),
  };
}

export const canUnlink = ({ linked, hasPassword }: SignInMethods): boolean => hasPassword || linked.length > 1;

interface UnlinkProviderInput {
  actor: MaybeActor;
  userId: string;
  linkId: string;
  currentPassword?: string | undefined;
  device: Device;
  now: Date;
}

/** @throws Problem 401, 403 `reauthenticate`, 404, 409 `last-way-in`, 429 */
export async function unlinkProvider({
  actor,
  userId,
  linkId,
  currentPassword,
  device,
  now,
}: UnlinkProviderInput): Promise<void> {
  assertSameUser(actor, userId);
  await assertFreshSignIn(actor, currentPassword, device, now);
  await transaction(async (tx) => {
    await lockUser(tx, userId);
    await assertSessionActive(tx, actor);
    const user = await tx.user.findUnique({
      where: { id: userId },
      select: { passwordHash: true, _count: { select: { providerAccounts: true } } },
    });
    const link = await tx.providerAccount.findFirst({ where: { id: linkId, userId }, select: { provider: true } });
    if (!user || !link) throw notFound();
    if (user.passwordHash === null && user._count.providerAccounts < 2) throw new Problem(409, 'last-way-in');
    await tx.providerAccount.delete({ where: { id: linkId }, select: { id: true } });
    const provider = providerTitle(link.provider);
    await recordSecurityEvent(tx, { userId, event: 'provider-unlinked', device, now, details: { provider } });
  });
}
