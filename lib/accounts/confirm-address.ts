import 'server-only';
import type { Tx } from '@/lib/database/client';
import { promoteConfiguredAdmin } from './configured-admin';
import { endGrantsOf, endSessionsOf } from './end-sessions';
import { lockUser } from './lock-user';
import { recordSecurityEvent, type RecordedEvent } from './security-events';

/**
 * The caller showed access to the mailbox, not ownership of the account: by a code, or by the link in a browser that is not signed in (perhaps
 * a mail scanner's). The first time, earlier access ends, the second factor too, since a stranger may have set it up (X28). The password
 * stays, and proves nothing until `proveOwner`.
 * @param kept sessions that stay (decision 075)
 */
export async function confirmAddress(tx: Tx, userId: string, device: RecordedEvent['device'], now: Date, kept: readonly string[] = []): Promise<void> {
  await lockUser(tx, userId);
  const before = await tx.user.findUnique({ where: { id: userId }, select: { emailConfirmedAt: true, totpConfirmedAt: true } });
  if (!before || before.emailConfirmedAt) return;
  await tx.user.update({
    where: { id: userId }, data: { emailConfirmedAt: now, totpSecret: null, totpConfirmedAt: null, totpLastStep: null, recoveryCodes: { deleteMany: {} } }, select: { id: true },
  });
  await endAccessOf(tx, userId, now, kept);
  await endSignInMethodsOf(tx, userId);
  await tx.session.updateMany({ where: { userId, revokedAt: null }, data: { totpAt: null } });
  if (before.totpConfirmedAt) await recordSecurityEvent(tx, { userId, event: 'second-factor-off', device, now });
}

interface Kept { /** Sessions that stay. */ sessions?: readonly string[]; /** Provider links and passkeys stay. */ signInMethods?: boolean }

/**
 * The caller proved that mailbox and account belong to one person: by the link in a browser that is signed in, by a password set through a
 * mailed code, or by a provider that verified the address. The first time, all other access ends.
 * @returns whether it was the first time
 */
export async function proveOwner(tx: Tx, userId: string, now: Date, kept: Kept = {}): Promise<boolean> {
  await lockUser(tx, userId);
  const first = await tx.user.updateMany({ where: { id: userId, ownerProvenAt: null }, data: { ownerProvenAt: now } });
  if (first.count === 0) return false;
  await tx.user.updateMany({ where: { id: userId, emailConfirmedAt: null }, data: { emailConfirmedAt: now } });
  await endAccessOf(tx, userId, now, kept.sessions ?? []);
  if (!kept.signInMethods) await endSignInMethodsOf(tx, userId);
  await promoteConfiguredAdmin(tx, userId, now);
  return true;
}

/**
 * The session that signed up, unless it ended. A confirmation link leaves it open: whoever holds it chose the password, which stays too, so
 * ending the session would keep nobody out. A changed password ends it.
 */
export async function signUpSessionOf(tx: Tx, userId: string): Promise<string[]> {
  const sessions = await tx.session.findMany({ where: { userId, isSignUp: true, revokedAt: null }, select: { id: true } });
  return sessions.map(({ id }) => id);
}

async function endAccessOf(tx: Tx, userId: string, now: Date, kept: readonly string[]): Promise<void> {
  await endSessionsOf(tx, userId, 'confirmed', now, kept);
  await endGrantsOf(tx, userId, now);
}

async function endSignInMethodsOf(tx: Tx, userId: string): Promise<void> {
  await tx.providerAccount.deleteMany({ where: { userId } });
  await tx.passkey.deleteMany({ where: { userId } });
}
