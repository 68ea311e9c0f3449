import 'server-only';
import type { Tx } from '@/lib/database/client';
import { promoteConfiguredAdmin } from './configured-admin';
import { endGrantsOf, endSessionsOf } from './end-sessions';
import { lockUser } from './lock-user';
import { mailSecurityChange } from './security-mail';

/**
 * Somebody showed that the mailbox is theirs, but not that the account is: a code, or the link opened in a browser that is not signed in
 * (perhaps by a mail scanner). The first time, whatever got into the account before ends, a second factor too; it may be a stranger's
 * (security.md X28). The password stays, and proves nothing until `proveOwner`.
 */
export async function confirmAddress(tx: Tx, userId: string, now: Date): Promise<void> {
  await lockUser(tx, userId);
  const before = await tx.user.findUnique({ where: { id: userId }, select: { emailConfirmedAt: true, totpConfirmedAt: true } });
  if (!before || before.emailConfirmedAt) return;
  await tx.user.update({
    where: { id: userId }, data: { emailConfirmedAt: now, totpSecret: null, totpConfirmedAt: null, totpLastStep: null, recoveryCodes: { deleteMany: {} } }, select: { id: true },
  });
  await endAccessOf(tx, userId, now);
  if (before.totpConfirmedAt) await mailSecurityChange(tx, userId, 'second-factor-off', now);
}

/**
 * Mailbox and account were shown to be one person's: the link opened in the browser of `keepSession`, a password set through a mailed
 * code, or a provider that verified the address. The first time, everything else that got in ends.
 * @returns whether it was the first time
 */
export async function proveOwner(tx: Tx, userId: string, now: Date, keepSession?: string): Promise<boolean> {
  await lockUser(tx, userId);
  const first = await tx.user.updateMany({ where: { id: userId, ownerProvenAt: null, deletedAt: null }, data: { ownerProvenAt: now } });
  if (first.count === 0) return false;
  await tx.user.updateMany({ where: { id: userId, emailConfirmedAt: null }, data: { emailConfirmedAt: now } });
  await endAccessOf(tx, userId, now, keepSession);
  await promoteConfiguredAdmin(tx, userId);
  return true;
}

async function endAccessOf(tx: Tx, userId: string, now: Date, keepSession?: string): Promise<void> {
  await endSessionsOf(tx, userId, 'confirmed', now, keepSession);
  await endGrantsOf(tx, userId, now);
  if (keepSession === undefined) await tx.providerAccount.deleteMany({ where: { userId } });
}
