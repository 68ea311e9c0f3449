import 'server-only';
import { assertSessionLives, lockUser } from '@/lib/accounts/lock-user';
import { mailOwner, recordSecurityEvent } from '@/lib/accounts/security-events';
import { assertOwner, type Actor, type MaybeActor } from '@/lib/actor';
import { codeBucket } from '@/lib/auth/attempt-limit';
import { inConstantTime } from '@/lib/auth/one-time-codes/one-time-code';
import type { Device } from '@/lib/auth/sessions/device';
import { assertRecentProof } from '@/lib/auth/sessions/recent-proof';
import { db, transaction, type Tx } from '@/lib/database/client';
import { takeLimit } from '@/lib/database/rate-limit';
import { translatorOf } from '@/lib/i18n/translator';
import { defaultLanguage, isLanguage, type Language } from '@/lib/language';
import { enqueueMail } from '@/lib/mail/outbox';
import { Problem } from '@/lib/problem';
import { createEmailLink } from './email-link';

export interface EmailWish {
  actor: MaybeActor;
  userId: string;
  email: string;
  currentPassword?: string | undefined;
  lang: Language;
  device: Device;
  now: Date;
}

/**
 * N24: mails a link to the new address; the account has the old one until the link is opened. When somebody else has the address, they get a
 * mail instead: answer, duration and what the profile shows are the same. A newer wish ends the one before.
 * @throws Problem 401, 403 for another person's account, 403 `reauthenticate`, 422 for the address that the account has, 429
 */
export async function requestEmailChange({ actor, userId, email, currentPassword, lang, device, now }: EmailWish): Promise<void> {
  assertOwner(actor, userId);
  if (email === actor.email) throw new Problem(422, 'invalid', { errors: { email: [(await translatorOf(lang))('validation.email_same')] } });
  await assertRecentProof(actor, currentPassword, device, now);
  await takeLimit('otp-address', device.address, now);
  await takeLimit('otp-send-account', userId, now);
  await takeLimit('otp-send-account', codeBucket(email), now);
  await inConstantTime(() => transaction((tx) => mailLink(tx, { actor, email, device, now })));
}

async function mailLink(tx: Tx, { actor, email, device, now }: { actor: Actor; email: string; device: Device; now: Date }): Promise<void> {
  const { userId, lang } = actor;
  await lockUser(tx, userId);
  await assertSessionLives(tx, actor);
  await tx.code.updateMany({ where: { userId, purpose: 'changeEmail', usedAt: null }, data: { usedAt: now } });
  const { id, url, expiresAt } = await createEmailLink(tx, 'changeEmail', { userId, email, lang }, now);
  await recordSecurityEvent(tx, { userId, event: 'email-change-requested', device, now, details: { to: email } });
  const holder = await tx.user.findUnique({ where: { email }, select: { name: true, lang: true } });
  if (!holder) return mailOwner(tx, userId, { template: 'confirm-new-email', to: email, data: { url }, id, now, expiresAt });
  const holderLang = isLanguage(holder.lang) ? holder.lang : defaultLanguage;
  await enqueueMail(tx, { key: `email-in-use:${id}`, to: email, lang: holderLang, template: 'email-in-use', data: { name: holder.name }, expiresAt });
}

/** The address whose confirmation is awaited, or null. */
export async function pendingEmailOf({ userId }: Actor, now: Date): Promise<string | null> {
  const client = await db();
  const link = await client.code.findFirst({ where: { userId, purpose: 'changeEmail', usedAt: null, expiresAt: { gt: now } }, orderBy: { createdAt: 'desc' }, select: { email: true } });
  return link?.email ?? null;
}
