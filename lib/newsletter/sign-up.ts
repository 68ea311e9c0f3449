import 'server-only';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { config } from '@/lib/config/config';
import { hmacOf, randomToken } from '@/lib/config/secrets';
import { db, transaction, type Tx } from '@/lib/database/client';
import { isLimited, takeLimit, totalOf } from '@/lib/database/rate-limit';
import { defaultLanguage, isLanguage, type Language } from '@/lib/language';
import { enqueueMail } from '@/lib/mail/outbox';
import { Problem } from '@/lib/problem';
import { emailAddress } from '@/lib/schemas';

/** Of the text `newsletter.consent` that a subscriber agrees to: raised whenever its meaning changes. */
export const consentVersion = 1;

const linkDays = 3;
const dayMs = 24 * 3600_000;

export const subscribeSchema = z.object({ email: emailAddress('email_invalid', 'email_required') });

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

interface SignUp { email: string; lang: Language; /** The visitor's IP address. */ address: string; now: Date }

/**
 * Sends the mail with the link, whether or not the address is known: the answer, the mail and the time it takes are the same. An address
 * gets three an hour at most, without a word, since the visitor need not be its owner.
 * @throws Problem 429
 */
export async function askToSubscribe({ email, lang, address, now }: SignUp): Promise<void> {
  await takeLimit('newsletter-address', address, now);
  const mailbox = hmacOf('newsletter-mailbox', email);
  if (await isLimited('newsletter-mailbox', mailbox, now)) return;
  await takeLimit('newsletter-mailbox', mailbox, now);
  const token = randomToken();
  const expiresAt = new Date(now.getTime() + linkDays * dayMs);
  const tokenHash = hashOf(token);
  await transaction(async (tx) => {
    if ((await tx.subscriptionRequest.count({ where: { email, expiresAt: { gt: now } } })) >= totalOf('newsletter-mailbox')) return;
    await tx.subscriptionRequest.create({ data: { tokenHash, email, lang, consentVersion, createdAt: now, expiresAt }, select: { tokenHash: true } });
    await enqueueMail(tx, {
      key: `newsletter-confirm:${tokenHash}`, to: email, lang, template: 'newsletter-confirm', expiresAt,
      data: { url: `${config().siteUrl}/${lang}/newsletter/confirm?token=${token}` },
    });
  });
}

export const isOpenRequest = async (token: string, now: Date): Promise<boolean> =>
  (await (await db()).subscriptionRequest.count({ where: { tokenHash: hashOf(token), expiresAt: { gt: now } } })) > 0;

/** The link's button: from now on the address gets newsletters, in the language of the form it was typed into. @throws Problem 422 `link-used` */
export async function confirmSubscription(token: string, now: Date): Promise<{ lang: Language }> {
  return transaction(async (tx) => {
    const [request] = await tx.$queryRaw<Array<{ email: string; lang: string; consentVersion: number }>>`
      DELETE FROM "SubscriptionRequest" WHERE "tokenHash" = ${hashOf(token)} AND "expiresAt" > ${now} RETURNING "email", "lang", "consentVersion"`;
    if (!request) throw new Problem(422, 'link-used');
    const lang = isLanguage(request.lang) ? request.lang : defaultLanguage;
    await subscribe(tx, { email: request.email, lang, version: request.consentVersion, now });
    return { lang };
  });
}

interface Consent { email: string; lang: Language; version: number; now: Date }

/** An address that bounced and is confirmed again works again. Other links to it are spent. */
export async function subscribe(tx: Tx, { email, lang, version, now }: Consent): Promise<void> {
  const consent = { lang, consentVersion: version, consentAt: now, bouncedAt: null, bounceReason: null };
  await tx.subscriber.upsert({ where: { email }, create: { email, ...consent }, update: consent, select: { id: true } });
  await tx.subscriptionRequest.deleteMany({ where: { email } });
}

/** Sign-ups whose link was never used. */
export async function sweepRequests(now: Date): Promise<{ count: number }> {
  return (await db()).subscriptionRequest.deleteMany({ where: { expiresAt: { lt: now } } });
}
