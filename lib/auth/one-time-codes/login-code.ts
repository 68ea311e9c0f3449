import 'server-only';
import { confirmAddress, proveOwner, signUpSessionOf } from '@/lib/accounts/confirm-address';
import { lockUser } from '@/lib/accounts/lock-user';
import { recordSecurityEvent } from '@/lib/accounts/security-events';
import { isNetworkOfSignUp } from '@/lib/auth/open-confirmation-link';
import type { Device } from '@/lib/auth/sessions/device';
import type { Tx } from '@/lib/database/client';
import { unauthorized } from '@/lib/problem';
import { findByCode, sendCode, type CodeRequest } from './one-time-code';

/** N21: mails a code to sign in with; for an address without an account it takes as long and sends nothing. @throws Problem 429 */
export const sendLoginCode = (request: CodeRequest): Promise<void> => sendCode('login', request);

export interface CodeHolder { userId: string; codeId: string }

export async function findByLoginCode(email: string, otp: string, now: Date): Promise<CodeHolder | null> {
  const code = await findByCode('login', email, otp, now);
  return code && { userId: code.userId, codeId: code.id };
}

/** In the transaction that begins the session. @throws Problem 401 when the code was used or replaced meanwhile, or a second factor is missing */
export async function spendLoginCode(tx: Tx, { userId, codeId, totpAt }: CodeHolder & { totpAt: Date | null }, device: Device, now: Date): Promise<void> {
  await lockUser(tx, userId);
  const enrolledMeanwhile = totpAt === null && (await tx.user.count({ where: { id: userId, emailConfirmedAt: { not: null }, totpConfirmedAt: { not: null } } })) > 0;
  const spent = await tx.code.updateMany({ where: { id: codeId, userId, purpose: 'login', usedAt: null, expiresAt: { gt: now } }, data: { usedAt: now } });
  if (enrolledMeanwhile || spent.count === 0) throw unauthorized();
  await openToReader(tx, userId, device, now);
}

/**
 * Whoever reads the mailbox owns the account from now on, and access from before ends. A password from before may be a stranger's: it is
 * removed, and a mail informs the owner (decision 103). Where the account was created in this network, password and sign-up session stay.
 */
async function openToReader(tx: Tx, userId: string, device: Device, now: Date): Promise<void> {
  const isOwnNetwork = await isNetworkOfSignUp(tx, userId, device);
  const sessions = isOwnNetwork ? await signUpSessionOf(tx, userId) : [];
  await confirmAddress(tx, userId, device, now, sessions);
  if (!(await proveOwner(tx, userId, now, { sessions })) || isOwnNetwork) return;
  const removed = await tx.user.updateMany({ where: { id: userId, passwordHash: { not: null } }, data: { passwordHash: null } });
  if (removed.count > 0) await recordSecurityEvent(tx, { userId, event: 'password-removed', device, now });
}
