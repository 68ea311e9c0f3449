import 'server-only';
import { auditRead, writeAudit } from '@/lib/accounts/audit';
import { assertSessionLives, lockUser } from '@/lib/accounts/lock-user';
import { recordSecurityEvent } from '@/lib/accounts/security-events';
import { assertOwner, assertSelf, type MaybeActor } from '@/lib/actor';
import type { Device } from '@/lib/auth/sessions/device';
import { assertRecentProof } from '@/lib/auth/sessions/recent-proof';
import { db, transaction } from '@/lib/database/client';
import { notFound } from '@/lib/problem';

export interface ListedPasskey { id: string; name: string; createdAt: Date; lastUsedAt: Date | null; backedUp: boolean }

/** The oldest first. @throws Problem 401, 403 */
export async function listPasskeys(actor: MaybeActor, userId: string): Promise<ListedPasskey[]> {
  assertSelf(actor, userId);
  const client = await db();
  await auditRead(client, { actor, userId, read: 'passkeys' });
  return client.passkey.findMany({ where: { userId }, orderBy: { createdAt: 'asc' }, select: { id: true, name: true, createdAt: true, lastUsedAt: true, backedUp: true } });
}

interface OnePasskey { actor: MaybeActor; userId: string; passkeyId: string }

/** @throws Problem 401, 403, 404 */
export async function renamePasskey({ actor, userId, passkeyId, name }: OnePasskey & { name: string }): Promise<void> {
  assertOwner(actor, userId);
  const client = await db();
  const renamed = await client.passkey.updateMany({ where: { id: passkeyId, userId }, data: { name } });
  if (renamed.count === 0) throw notFound();
}

interface PasskeyRemoval extends OnePasskey { currentPassword?: string | undefined; device: Device; now: Date }

/**
 * After a fresh proof. Never the last way in: an account has a password, a provider, or an address that codes are mailed to.
 * @throws Problem 401, 403 `reauthenticate`, 404, 429
 */
export async function removePasskey({ actor, userId, passkeyId, currentPassword, device, now }: PasskeyRemoval): Promise<void> {
  assertOwner(actor, userId);
  await assertRecentProof(actor, currentPassword, device, now);
  await transaction(async (tx) => {
    await lockUser(tx, userId);
    await assertSessionLives(tx, actor);
    const passkey = await tx.passkey.findFirst({ where: { id: passkeyId, userId }, select: { name: true } });
    if (!passkey) throw notFound();
    await tx.passkey.delete({ where: { id: passkeyId }, select: { id: true } });
    await writeAudit(tx, { actor, action: 'passkey.removed', subject: `user:${userId}`, detail: { name: passkey.name } });
    await recordSecurityEvent(tx, { userId, event: 'passkey-removed', device, now, details: { passkey: passkey.name } });
  });
}
