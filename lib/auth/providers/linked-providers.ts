import 'server-only';
import { assertOwner, type Actor, type MaybeActor } from '@/lib/actor';
import { db, transaction } from '@/lib/database/client';
import { notFound, Problem } from '@/lib/problem';
import { assertSessionLives, lockUser } from '@/lib/accounts/lock-user';
import { providerTitle } from './provider-discovery';
import { recordSecurityEvent } from '@/lib/accounts/security-events';
import type { Device } from '@/lib/auth/sessions/device';
import { assertRecentProof } from '@/lib/auth/sessions/recent-proof';

export interface LinkedProvider { id: string; provider: string; email: string | null; linkedAt: Date }
export interface SignInMethods { linked: LinkedProvider[]; hasPassword: boolean }

/** How the actor can sign in, besides the second factor. */
export async function listSignInMethods(actor: Actor): Promise<SignInMethods> {
  const client = await db();
  const { passwordHash, providerAccounts } = await client.user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: {
      passwordHash: true,
      providerAccounts: { orderBy: { createdAt: 'asc' }, select: { id: true, provider: true, email: true, createdAt: true } },
    },
  });
  return { hasPassword: passwordHash !== null, linked: providerAccounts.map(({ createdAt, ...one }) => ({ ...one, linkedAt: createdAt })) };
}

/** Whether another method remains after one provider is unlinked. */
export const mayUnlink = ({ linked, hasPassword }: SignInMethods): boolean => hasPassword || linked.length > 1;

interface Unlinking { actor: MaybeActor; userId: string; linkId: string; currentPassword?: string | undefined; device: Device; now: Date }

/** After a fresh proof; refuses the last sign-in method. @throws Problem 401, 403 `reauthenticate`, 404, 409 `last-way-in`, 429 */
export async function unlinkProvider({ actor, userId, linkId, currentPassword, device, now }: Unlinking): Promise<void> {
  assertOwner(actor, userId);
  await assertRecentProof(actor, currentPassword, device, now);
  await transaction(async (tx) => {
    await lockUser(tx, userId);
    await assertSessionLives(tx, actor);
    const user = await tx.user.findUnique({ where: { id: userId }, select: { passwordHash: true, _count: { select: { providerAccounts: true } } } });
    const link = await tx.providerAccount.findFirst({ where: { id: linkId, userId }, select: { provider: true } });
    if (!user || !link) throw notFound();
    if (user.passwordHash === null && user._count.providerAccounts < 2) throw new Problem(409, 'last-way-in');
    await tx.providerAccount.delete({ where: { id: linkId }, select: { id: true } });
    const provider = providerTitle(link.provider);
    await recordSecurityEvent(tx, { userId, event: 'provider-unlinked', device, now, details: { provider } });
  });
}
