import 'server-only';
import { writeAudit } from '@/lib/accounts/audit';
import { endGrantsOf, endSessionsOf } from '@/lib/accounts/end-sessions';
import { keepReminderChoice } from '@/lib/accounts/keep-reminder-choice';
import { lockUser } from '@/lib/accounts/lock-user';
import { mailOwner, recordSecurityEvent, type SecurityEvent } from '@/lib/accounts/security-events';
import { createGrant } from '@/lib/auth/one-time-codes/one-time-code';
import type { Device } from '@/lib/auth/sessions/device';
import { db, isUniqueViolation, transaction, type Tx } from '@/lib/database/client';
import { moveSubscription } from '@/lib/newsletter/move-subscription';
import { emailTaken, endEmailWishes, endLaterRestoreLinks, findEmailLink, linkUsed, requireEmailLink, spendEmailLink, type EmailLink } from './email-link';

/** `resetToken`: a grant for a new password, where the account had one. */
export interface RestoredEmail { userId: string; resetToken: string | null }

/**
 * N24: undoes an address change, and later ones, by the link that the old address got. Who holds that mailbox may have lost the account to
 * somebody else: every session, code and later link ends, the password goes, and with it the second factor, recovery codes, passkeys and provider links set up since.
 * @throws Problem 409 when somebody else has confirmed the old address since, 422 `link-used`, 429
 */
export async function restoreEmail({ token, device, now }: { token: string; device: Device; now: Date }): Promise<RestoredEmail> {
  const link = await requireEmailLink('restoreEmail', token, device, now);
  return transaction(async (tx) => {
    if (!(await lockUser(tx, link.userId))) throw linkUsed();
    await spendEmailLink(tx, link.id, now);
    await takeFromUnconfirmed(tx, link);
    const { replaced, hadPassword } = await setBack(tx, link, now);
    await endSessionsOf(tx, link.userId, 'email', now);
    await endGrantsOf(tx, link.userId, now);
    await endEmailWishes(tx, link.userId, now);
    await endLaterRestoreLinks(tx, link, now);
    await keepReminderChoice(tx, { from: replaced, to: link.email, now });
    if (link.subscriberId !== null) await moveSubscription(tx, { id: link.subscriberId }, link.email);
    await report(tx, link, { replaced, device, now });
    return { userId: link.userId, resetToken: hadPassword ? await createGrant(tx, link.userId, now) : null };
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? emailTaken() : error;
  });
}

/** Somebody who signed up with the freed address and never confirmed it cannot hold it against its mailbox (X28). */
const takeFromUnconfirmed = (tx: Tx, { userId, email }: EmailLink) =>
  tx.user.updateMany({ where: { email, emailConfirmedAt: null, id: { not: userId } }, data: { email: null } });

async function setBack(tx: Tx, { userId, email, createdAt }: EmailLink, now: Date): Promise<{ replaced: string | null; hadPassword: boolean }> {
  const before = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true, passwordHash: true, totpConfirmedAt: true } });
  const isFactorNew = before.totpConfirmedAt === null || before.totpConfirmedAt > createdAt;
  const withoutFactor = isFactorNew ? { totpSecret: null, totpConfirmedAt: null, totpLastStep: null, recoveryCodes: { deleteMany: {} } } : {};
  await tx.user.update({ where: { id: userId }, data: { email, emailConfirmedAt: now, passwordHash: null, ...withoutFactor }, select: { id: true } });
  await tx.providerAccount.deleteMany({ where: { userId, createdAt: { gt: createdAt } } });
  await tx.passkey.deleteMany({ where: { userId, createdAt: { gt: createdAt } } });
  const codesReplaced = await tx.securityEvent.count({ where: { userId, event: 'recovery-codes-replaced' satisfies SecurityEvent, createdAt: { gt: createdAt } } });
  if (codesReplaced > 0) await tx.recoveryCode.deleteMany({ where: { userId } });
  return { replaced: before.email === email ? null : before.email, hadPassword: before.passwordHash !== null };
}

async function report(tx: Tx, { userId, email }: EmailLink, { replaced, device, now }: { replaced: string | null; device: Device; now: Date }): Promise<void> {
  await recordSecurityEvent(tx, { userId, event: 'email-restored', device, now, details: { ...(replaced === null ? {} : { from: replaced }), to: email } });
  await writeAudit(tx, { actor: null, action: 'email.restored', subject: `user:${userId}` });
  if (replaced !== null) await mailOwner(tx, userId, { template: 'email-withdrawn', to: replaced, data: {}, now });
}

/** The address that the link restores; null for a link that no longer does. */
export async function restorableEmailOf(token: string, now: Date): Promise<string | null> {
  return (await findEmailLink(await db(), 'restoreEmail', token, now))?.email ?? null;
}
