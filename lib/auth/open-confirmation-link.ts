import 'server-only';
import { addressGroup } from '@/lib/process/address-group';
import { confirmAddress, proveOwner, signUpSessionOf } from '@/lib/accounts/confirm-address';
import type { EndReason } from '@/lib/accounts/end-sessions';
import { confirmationHash } from '@/lib/accounts/send-confirmation';
import { lockUser } from '@/lib/accounts/lock-user';
import { config } from '@/lib/config/config';
import { transaction, type Tx } from '@/lib/database/client';
import { log } from '@/lib/log';
import type { Device } from '@/lib/auth/sessions/device';
import type { SessionKey } from '@/lib/auth/sessions/session-cookie';
import { startSessionIn, type OpenedSession } from '@/lib/auth/sessions/start-session';

interface Opening {
  token: string;
  /** The session the browser shows, active or not. */
  shown: SessionKey | null;
  device: Device;
  now: Date;
}

export interface OpenedLink {
  lang: string;
  /** The browser is signed in to the account. */
  isOwn: boolean;
  /** A new session, where the confirmation had ended the browser's own. */
  session: OpenedSession | null;
}

/**
 * Confirms the address, once; opening the link again returns the same and changes nothing. A browser that is signed in to the account, or in
 * the network that signed up, proves that account and mailbox belong to one person. The session that signed up goes on wherever the link is
 * opened. A browser whose session was ended, because something else (a mail scanner) opened the link first or because this makes the
 * administrator, is signed in again.
 * @returns null for an unknown link, or one that expired without confirming
 */
export const openConfirmationLink = ({ token, shown, device, now }: Opening): Promise<OpenedLink | null> =>
  transaction(async (tx) => {
    const link = await tx.code.findFirst({
      where: { purpose: 'confirm', hash: confirmationHash(token) },
      select: { id: true, userId: true, expiresAt: true, user: { select: { lang: true, emailConfirmedAt: true } } },
    });
    if (!link) return null;
    const { userId, user: { lang, emailConfirmedAt } } = link;
    if (link.expiresAt <= now) return emailConfirmedAt ? { lang, isOwn: false, session: null } : null;
    await lockUser(tx, userId);
    await tx.code.updateMany({ where: { id: link.id, usedAt: null }, data: { usedAt: now } });
    const own = shown?.userId === userId ? await findOwnSession(tx, shown, now) : null;
    const signUp = await signUpSessionOf(tx, userId);
    if (!own) {
      await confirmAddress(tx, userId, device, now, signUp);
      if (await isNetworkOfSignUp(tx, userId, device)) await proveOwner(tx, userId, now, { sessions: signUp });
      else await warnOfUnprovenAdmin(tx, userId);
      return { lang, isOwn: false, session: null };
    }
    await proveOwner(tx, userId, now, { sessions: [own.id, ...signUp], signInMethods: true });
    if (await isActive(tx, own.id)) return { lang, isOwn: true, session: null };
    // Once: with this reason the old session does not qualify again.
    await tx.session.update({ where: { id: own.id }, data: { revokedWhy: 'renewed' satisfies EndReason }, select: { id: true } });
    return { lang, isOwn: true, session: await startSessionIn(tx, { userId, totpAt: own.totpAt }, device, now) };
  });

/** Not ended by now: becoming administrator (ADMIN_EMAIL) ends it too. */
const isActive = async (tx: Tx, id: string): Promise<boolean> => (await tx.session.count({ where: { id, revokedAt: null } })) > 0;

/** Active, or ended by the confirmation itself. */
const findOwnSession = (tx: Tx, { userId, sessionId }: SessionKey, now: Date) =>
  tx.session.findFirst({
    where: { id: sessionId, userId, expiresAt: { gt: now }, OR: [{ revokedAt: null }, { revokedWhy: 'confirmed' }] },
    select: { id: true, totpAt: true },
  });

/** Another device in the same network, or an API client without cookies. A mail scanner or a stranger's browser has another address. */
export async function isNetworkOfSignUp(tx: Tx, userId: string, { address }: Device): Promise<boolean> {
  const first = await tx.session.findFirst({ where: { userId }, orderBy: { createdAt: 'asc' }, select: { address: true } });
  return first !== null && addressGroup(first.address) === addressGroup(address);
}

/** Explains in the log why a confirmed ADMIN_EMAIL is not an administrator. */
async function warnOfUnprovenAdmin(tx: Tx, userId: string): Promise<void> {
  const email = config().adminEmail;
  if (!email) return;
  const waiting = await tx.user.count({ where: { id: userId, email, ownerProvenAt: null } });
  if (waiting > 0) log.warn('ADMIN_EMAIL was confirmed from another network than the one that signed up, in a browser that is not signed in: it becomes administrator by opening the link signed in, or by a new password through a mailed code');
}
