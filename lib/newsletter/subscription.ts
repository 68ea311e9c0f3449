import { createHash } from 'node:crypto';
import { z } from 'zod';
import { dayMs } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { hmacOf, randomToken, safeEqual, seal, unseal } from '@/lib/config/secrets';
import { type Database, db, transaction, type Tx } from '@/lib/database/client';
import { consumeLimit, isLimited, storageLimitOf } from '@/lib/database/rate-limit';
import { defaultLanguage, isLanguage, type Language, languages } from '@/lib/language';
import { enqueueMail } from '@/lib/mail/outbox';
import { type Actor, assertSameUser, type MaybeActor } from '@/lib/permissions';
import { notFound, Problem } from '@/lib/problem';
import { emailAddress } from '@/lib/schemas';
import { eraseServerReplies } from './copies';

/** Version of the text `newsletter.consent`; raise it whenever the meaning changes. */
const consentVersion = 1;

const linkDays = 3;
export const subscribeSchema = z.object({ email: emailAddress('email_invalid', 'email_required') });

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

interface RequestSubscriptionInput {
  email: string;
  lang: Language;
  ip: string;
  now: Date;
}

/** Behaves the same for known and unknown addresses, since the visitor may not own the address. @throws Problem 429 */
export async function requestSubscription({ email, lang, ip, now }: RequestSubscriptionInput): Promise<void> {
  await consumeLimit('newsletter-address', ip, now);
  const mailbox = hmacOf('newsletter-mailbox', email);
  if (await isLimited('newsletter-mailbox', mailbox, now)) return;
  await consumeLimit('newsletter-mailbox', mailbox, now);
  const token = randomToken();
  const expiresAt = new Date(now.getTime() + linkDays * dayMs);
  const tokenHash = hashToken(token);
  await transaction(async (tx) => {
    if (
      (await tx.subscriptionRequest.count({ where: { email, expiresAt: { gt: now } } })) >=
      storageLimitOf('newsletter-mailbox')
    )
      return;
    await tx.subscriptionRequest.create({
      data: { tokenHash, email, lang, consentVersion, createdAt: now, expiresAt },
      select: { tokenHash: true },
    });
    await enqueueMail(tx, {
      key: `newsletter-confirm:${tokenHash}`,
      to: email,
      lang,
      template: 'newsletter-confirm',
      expiresAt,
      data: { url: `${config().siteUrl}/${lang}/newsletter/confirm?token=${token}` },
    });
  });
}

export const isOpenRequest = async (token: string, now: Date): Promise<boolean> =>
  (await (await db()).subscriptionRequest.count({ where: { tokenHash: hashToken(token), expiresAt: { gt: now } } })) >
  0;

/** @throws Problem 422 `link-used` */
export async function confirmSubscription(token: string, now: Date): Promise<{ lang: Language }> {
  return transaction(async (tx) => {
    // Lock all requests of the address in one order: two links opened at once would otherwise wait for each other.
    await tx.$queryRaw`
      SELECT "tokenHash" FROM "SubscriptionRequest"
      WHERE "email" = (SELECT "email" FROM "SubscriptionRequest" WHERE "tokenHash" = ${hashToken(token)})
      ORDER BY "tokenHash" FOR UPDATE`;
    const [request] = await tx.$queryRaw<Array<{ email: string; lang: string; consentVersion: number }>>`
      DELETE FROM "SubscriptionRequest" WHERE "tokenHash" = ${hashToken(token)} AND "expiresAt" > ${now} RETURNING "email", "lang", "consentVersion"`;
    if (!request) throw new Problem(422, 'link-used');
    const lang = isLanguage(request.lang) ? request.lang : defaultLanguage;
    await subscribe(tx, { email: request.email, lang, version: request.consentVersion, now });
    return { lang };
  });
}

interface SubscribeInput {
  email: string;
  lang: Language;
  version: number;
  now: Date;
}

/** Clears an earlier bounce, so that the address receives newsletters again. */
export async function subscribe(tx: Tx, { email, lang, version, now }: SubscribeInput): Promise<void> {
  const consent = { lang, consentVersion: version, consentAt: now, bouncedAt: null, bounceReason: null };
  await tx.subscriber.upsert({
    where: { email },
    create: { email, ...consent },
    update: consent,
    select: { id: true },
  });
  await tx.subscriptionRequest.deleteMany({ where: { email } });
}

export async function sweepRequests(now: Date): Promise<{ count: number }> {
  return (await db()).subscriptionRequest.deleteMany({ where: { expiresAt: { lt: now } } });
}

export const ownSubscriptionSchema = z.object({
  newsletter: z.enum(['on', 'off']),
  newsletterLang: z.enum(languages).default(defaultLanguage),
});

interface OwnSubscription {
  lang: Language;
  bounced: boolean;
}

/** Returns null for an unconfirmed address: it may be a stranger's, whose subscription the user must not learn (X48). */
export async function findOwnSubscription({ userId }: Actor): Promise<OwnSubscription | null> {
  const client = await db();
  const email = await confirmedEmailOf(client, userId);
  if (email === null) return null;
  const row = await client.subscriber.findUnique({ where: { email }, select: { lang: true, bouncedAt: true } });
  return row && { lang: isLanguage(row.lang) ? row.lang : defaultLanguage, bounced: row.bouncedAt !== null };
}

async function confirmedEmailOf(client: Database | Tx, userId: string): Promise<string | null> {
  const user = await client.user.findFirst({
    where: { id: userId, emailConfirmedAt: { not: null } },
    select: { email: true },
  });
  return user?.email ?? null;
}

interface SetOwnSubscriptionInput {
  actor: MaybeActor;
  userId: string;
  wanted: z.output<typeof ownSubscriptionSchema>;
  now: Date;
}

/** Sends no confirmation mail, since the account's address is confirmed. @throws Problem 401, 403, 409 `unconfirmed` */
export async function setOwnSubscription({
  actor,
  userId,
  wanted: { newsletter, newsletterLang },
  now,
}: SetOwnSubscriptionInput): Promise<{ wanted: boolean }> {
  assertSameUser(actor, userId);
  await transaction(async (tx) => {
    const email = await confirmedEmailOf(tx, userId);
    if (email === null) throw new Problem(409, 'unconfirmed');
    if (newsletter === 'on') return subscribe(tx, { email, lang: newsletterLang, version: consentVersion, now });
    const row = await tx.subscriber.findUnique({ where: { email }, select: { id: true } });
    if (row) await endSubscription(tx, row.id);
  });
  return { wanted: newsletter === 'on' };
}

interface UnsubscribeLink {
  readonly reader: string;
  /** The sealed address, because the id changes if the reader leaves and joins again. Links of 0.0.4 lack it. */
  readonly address?: string;
  readonly letter: string;
  readonly key: string;
}

const unsubscribeKeyOf = (subscriberId: string, newsletterId: string): string =>
  hmacOf('unsubscribe-newsletter', `${subscriberId} ${newsletterId}`);

export const isUnsubscribeLink = ({ reader, letter, key }: UnsubscribeLink): boolean =>
  safeEqual(key, unsubscribeKeyOf(reader, letter));

/** `page` asks the reader to confirm; mail programs post to `oneClick` (RFC 8058). */
export function unsubscribeUrls(
  { id: subscriberId, email }: { id: string; email: string },
  newsletterId: string,
  lang: Language,
): { page: string; oneClick: string } {
  const key = unsubscribeKeyOf(subscriberId, newsletterId);
  const query = new URLSearchParams({
    reader: subscriberId,
    address: seal('unsubscribe-address', email),
    letter: newsletterId,
    key,
  });
  const { siteUrl } = config();
  return {
    page: `${siteUrl}/${lang}/newsletter/unsubscribe?${query}`,
    oneClick: `${siteUrl}/api/newsletter/unsubscribe?${query}&lang=${lang}`,
  };
}

/** @throws Problem 404 for a forged link */
export async function unsubscribe(link: UnsubscribeLink): Promise<void> {
  if (!isUnsubscribeLink(link)) throw notFound();
  await transaction(async (tx) => {
    const email = link.address ? unseal('unsubscribe-address', link.address) : null;
    const rejoined = email === null ? null : await tx.subscriber.findUnique({ where: { email }, select: { id: true } });
    if ((await endSubscription(tx, link.reader)) || (rejoined && (await endSubscription(tx, rejoined.id))))
      await tx.newsletter.updateMany({ where: { id: link.letter }, data: { unsubscribedCount: { increment: 1 } } });
  });
}

/** Leaves queued copies in the outbox. The job withdraws each when it is due. */
export async function endSubscription(tx: Tx, id: string): Promise<boolean> {
  await eraseServerReplies(tx, id);
  return (await tx.subscriber.deleteMany({ where: { id } })).count === 1;
}

/** Moves nothing if the subscription bounced or the new address already has one. @returns the moved id, or null */
export async function moveSubscription(
  tx: Tx,
  subscription: { email: string } | { id: string },
  to: string,
): Promise<string | null> {
  const row = await tx.subscriber.findUnique({ where: subscription, select: { id: true, bouncedAt: true } });
  if (!row || row.bouncedAt !== null || (await tx.subscriber.count({ where: { email: to } })) > 0) return null;
  await tx.subscriber.update({ where: { id: row.id }, data: { email: to }, select: { id: true } });
  return row.id;
}
