import 'server-only';
import { withAttemptLimit } from '@/lib/auth/attempt-limit';
import type { Device } from '@/lib/auth/sessions/device';
import { addSeconds } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { hmacOf, randomToken } from '@/lib/config/secrets';
import { db, type Tx } from '@/lib/database/client';
import type { Language } from '@/lib/language';
import { Problem } from '@/lib/problem';

/** The two links of an address change: to the new address, which it sets, and to the old one, which it restores. */
export type LinkPurpose = 'changeEmail' | 'restoreEmail';

const lifetimeSeconds: Record<LinkPurpose, number> = { changeEmail: 86_400, restoreEmail: 7 * 86_400 };
const pages: Record<LinkPurpose, string> = { changeEmail: 'confirm-new-email', restoreEmail: 'restore-email' };
const hashOf = (purpose: LinkPurpose, token: string): string => hmacOf(purpose === 'changeEmail' ? 'change-email' : 'restore-email', token);

export interface EmailLink { id: string; userId: string; email: string; /** The newsletter subscription that went along with the change. */ subscriberId: string | null; createdAt: Date }

interface NewLink { userId: string; email: string; lang: Language; subscriberId?: string | null }

/** Links are built from SITE_URL, never from a request. */
export async function createEmailLink(tx: Tx, purpose: LinkPurpose, link: NewLink, now: Date): Promise<{ id: string; url: string; expiresAt: Date }> {
  const { userId, email, lang, subscriberId = null } = link;
  const token = randomToken();
  const expiresAt = addSeconds(now, lifetimeSeconds[purpose]);
  const { id } = await tx.code.create({ data: { userId, purpose, hash: hashOf(purpose, token), email, subscriberId, createdAt: now, expiresAt }, select: { id: true } });
  return { id, expiresAt, url: `${config().siteUrl}/${lang}/${pages[purpose]}?token=${token}` };
}

/** Null for a link that is unknown, was used, has expired or was replaced. */
export async function findEmailLink(tx: Tx, purpose: LinkPurpose, token: string, now: Date): Promise<EmailLink | null> {
  const link = await tx.code.findFirst({
    where: { purpose, hash: hashOf(purpose, token), usedAt: null, expiresAt: { gt: now } },
    select: { id: true, userId: true, email: true, subscriberId: true, createdAt: true },
  });
  return link?.email ? { ...link, email: link.email } : null;
}

export const linkUsed = () => new Problem(422, 'link-used');
export const emailTaken = () => new Problem(409, 'email-taken');

/** @throws Problem 422 `link-used`, 429 */
export async function requireEmailLink(purpose: LinkPurpose, token: string, { address }: Device, now: Date): Promise<EmailLink> {
  const client = await db();
  const link = await withAttemptLimit({ proof: 'grant', address, now }, () => findEmailLink(client, purpose, token, now));
  if (!link) throw linkUsed();
  return link;
}

/** Call under the user's lock: of two uses at once the second finds the link used. @throws Problem 422 `link-used` */
export async function spendEmailLink(tx: Tx, linkId: string, now: Date): Promise<void> {
  const spent = await tx.code.updateMany({ where: { id: linkId, usedAt: null }, data: { usedAt: now } });
  if (spent.count === 0) throw linkUsed();
}

/** Ends open wishes for a new address, and the links of the sign-up, which confirm whatever address the account has. */
export async function endEmailWishes(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.code.updateMany({ where: { userId, purpose: 'changeEmail', usedAt: null }, data: { usedAt: now } });
  await tx.code.deleteMany({ where: { userId, purpose: 'confirm' } });
}

/** Ends the links that undo later changes than this one does. Those of earlier changes stay: a thief who changed the address twice holds the later link. */
export async function endLaterRestoreLinks(tx: Tx, { userId, createdAt }: EmailLink, now: Date): Promise<void> {
  await tx.code.updateMany({ where: { userId, purpose: 'restoreEmail', usedAt: null, createdAt: { gt: createdAt } }, data: { usedAt: now } });
}
