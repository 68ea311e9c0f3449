import 'server-only';
import { z } from 'zod';
import { db, transaction, type Tx } from '@/lib/database/client';
import { mailboxAnswer } from '@/lib/mail/mailbox-answer';
import { typedCode } from '@/lib/schemas';
import { truncate } from '@/lib/truncate';
import { copyOfBounceAddress } from './bounce-address';
import { copyPayload } from './copies';
import { bounceOf, readDeliveryReport } from './delivery-report';
import { pauseWhenRefused } from './pause';

/** What a mail provider's webhook is mapped to (docs/api.md). */
export const bounceSchema = z.object({
  email: typedCode('email_required').toLowerCase().min(1, 'email_required').max(254, 'email_invalid'),
  /** Left out or true: for good, or a complaint. A full mailbox is neither. */
  permanent: z.boolean('required').default(true),
  reason: z.string().trim().max(500, 'too_long').default(''),
});

const longestReason = 500;

/** Nothing is sent to this address any more, until its owner confirms it anew. @param reason what the mail server said */
export async function markBounced(tx: Tx, subscriberId: string, reason: string, now: Date): Promise<void> {
  await tx.subscriber.updateMany({ where: { id: subscriberId, bouncedAt: null }, data: { bouncedAt: now, bounceReason: truncate(reason, longestReason) } });
}

const complaint = /complain|abuse|feedback|beschwerde|شكوى/i;

/** A report after delivery. It counts for the newsletter that the address got last. An unknown address is no error: it may have unsubscribed. */
export async function reportBounce({ email, permanent, reason }: z.output<typeof bounceSchema>, now: Date): Promise<void> {
  if (!permanent) return;
  // Providers call a blocked sender and a full mailbox permanent too. A reader who complains wants no more newsletters.
  const endsSubscription = complaint.test(reason) || mailboxAnswer(reason) !== 'other';
  await transaction(async (tx) => {
    const subscriber = await tx.subscriber.findUnique({ where: { email }, select: { id: true } });
    if (!subscriber) return;
    if (endsSubscription) await markBounced(tx, subscriber.id, reason, now);
    const last = await tx.outbox.findFirst({
      where: { newsletterId: { not: null }, key: { endsWith: `:${subscriber.id}` }, outcome: { in: ['sent', 'inDoubt'] } }, orderBy: { id: 'desc' }, select: { id: true, newsletterId: true },
    });
    if (!last?.newsletterId) return;
    await tx.outbox.update({ where: { id: last.id }, data: { outcome: endsSubscription ? 'bounced' : 'failed', lastError: truncate(reason, longestReason) }, select: { id: true } });
    await pauseWhenRefused(tx, last.newsletterId, reason, now);
  });
}

/**
 * A bounce mail, as it came to NEWSLETTER_BOUNCE_ADDRESS. Only an address that was signed for a copy names it: nobody can end another's
 * subscription by writing a mail.
 * @returns what was done, for the log of the mail server
 */
export async function reportBounceMail(source: string, now: Date): Promise<string> {
  const report = await readDeliveryReport(source);
  if (!report) return 'Not a delivery report: nothing done.';
  const id = copyOfBounceAddress(report.sentTo);
  if (id === null) return 'Not sent to an address of a newsletter: nothing done.';
  const bounce = bounceOf(report);
  if (bounce === 'later') return 'Still being tried: nothing done.';
  const reason = truncate(`${report.status} ${report.diagnostic}`.trim(), longestReason);
  return transaction(async (tx) => {
    const copy = await tx.outbox.findUnique({ where: { id }, select: { payload: true, newsletterId: true } });
    if (!copy?.newsletterId) return 'The newsletter is too old: nothing done.';
    const { subscriberId } = copyPayload.parse(copy.payload);
    // The reason names the address, which goes with the subscription (decision 166).
    const isKnown = (await tx.subscriber.count({ where: { id: subscriberId } })) > 0;
    await tx.outbox.update({ where: { id }, data: { outcome: bounce === 'no-mailbox' ? 'bounced' : 'failed', lastError: isKnown ? reason : null }, select: { id: true } });
    if (bounce === 'no-mailbox') await markBounced(tx, subscriberId, reason, now);
    await pauseWhenRefused(tx, copy.newsletterId, reason, now);
    return bounce === 'no-mailbox' ? 'No such mailbox: the subscription is ended.' : 'Refused for another reason: counted as failed.';
  });
}

export interface BouncedReader { email: string; bouncedAt: Date; reason: string }

/** The newest first. */
export async function listBounced(limit: number): Promise<BouncedReader[]> {
  const rows = await (await db()).subscriber.findMany({ where: { bouncedAt: { not: null } }, orderBy: { bouncedAt: 'desc' }, take: limit, select: { email: true, bouncedAt: true, bounceReason: true } });
  return rows.flatMap(({ email, bouncedAt, bounceReason }) => (bouncedAt ? [{ email, bouncedAt, reason: bounceReason ?? '' }] : []));
}
