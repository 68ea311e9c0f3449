import { config } from '@/lib/config/config';
import { db, transaction } from '@/lib/database/client';
import { lockRow } from '@/lib/database/lock-row';
import { defaultLanguage, isLanguage } from '@/lib/language';
import { log } from '@/lib/log';
import { classifyFailure } from '@/lib/mail/classify-failure';
import {
  claimMessage,
  type DeliveryResult,
  deliveryResultOf,
  finishInDoubt,
  finishMessage,
  finishUnsent,
  isInDoubt,
  type OutboxRow,
  postponeMessage,
  reasonOf,
} from '@/lib/mail/deliver';
import { composeNewsletterEmail } from '@/lib/mail/newsletter-email';
import { type Message, readSender, sendMessage } from '@/lib/mail/transport';
import { bounceAddress, endBouncedSubscription } from './bounces';
import { copyPayload, pauseIfRefused, queueCopies } from './copies';
import { listReaders } from './segment';
import { unsubscribeUrls } from './subscription';

/** The job's period. A run may start after 80 % of the period (lib/jobs/scheduler.ts). */
export const sendEverySeconds = 2;
const runsPerMinute = 60 / (sendEverySeconds * 0.8);
const queuedAtOnce = 500;

const copiesPerRun = (): number => Math.max(1, Math.floor(config().newsletterPerMinute / runsPerMinute));

export async function hasNewslettersToSend(now: Date): Promise<boolean> {
  const client = await db();
  const [newsletter, copy] = await Promise.all([
    client.newsletter.findFirst({
      where: { OR: [{ status: 'sending' }, { status: 'scheduled', sendAt: { lte: now } }] },
      select: { id: true },
    }),
    client.outbox.findFirst({ where: dueCopiesCondition(now), select: { id: true } }),
  ]);
  return newsletter !== null || copy !== null;
}

const dueCopiesCondition = (now: Date) => ({
  newsletterId: { not: null },
  doneAt: null,
  nextAt: { lte: now },
  newsletter: { status: { not: 'paused' as const } },
});

export async function sendNewsletters(now: Date, stopping?: AbortSignal): Promise<number> {
  const client = await db();
  await client.newsletter.updateMany({
    where: { status: 'scheduled', sendAt: { lte: now } },
    data: { status: 'sending', startedAt: now },
  });
  const unqueued = await client.newsletter.findMany({
    where: { status: 'sending', queuedAt: null },
    orderBy: { startedAt: 'asc' },
    select: { id: true },
  });
  for (const { id } of unqueued) await queueAllReaders(id, now, stopping);
  const sent = await sendCopies(now, stopping);
  await finishSentNewsletters(now);
  return sent;
}

/** Queues in batches to limit memory and transaction size. Each batch commits together with its position. */
async function queueAllReaders(id: string, now: Date, stopping?: AbortSignal): Promise<void> {
  for (let isDone = false; !isDone && !stopping?.aborted;) {
    isDone = await transaction(async (tx) => {
      await lockRow(tx, 'Newsletter', id);
      const newsletter = await tx.newsletter.findFirst({
        where: { id, status: 'sending', queuedAt: null },
        select: { readerLang: true, courseSlug: true, courseOwners: true, queuedTo: true },
      });
      if (!newsletter) return true;
      const readers = await listReaders(tx, newsletter, { after: newsletter.queuedTo, limit: queuedAtOnce });
      await queueCopies(tx, id, readers, now);
      const isLast = readers.length < queuedAtOnce;
      await tx.newsletter.update({
        where: { id },
        data: { queuedTo: readers.at(-1) ?? newsletter.queuedTo, ...(isLast ? { queuedAt: now } : {}) },
        select: { id: true },
      });
      return isLast;
    });
  }
}

interface NewsletterCopy extends OutboxRow {
  key: string;
  payload: unknown;
  newsletterId: string | null;
}

/** Sends one at a time, so that a killed process leaves at most one copy in doubt. */
async function sendCopies(now: Date, stopping?: AbortSignal): Promise<number> {
  const client = await db();
  const copies = await client.outbox.findMany({
    where: dueCopiesCondition(now),
    orderBy: [{ nextAt: 'asc' }, { id: 'asc' }],
    take: copiesPerRun(),
    select: {
      id: true,
      key: true,
      kind: true,
      payload: true,
      attempts: true,
      createdAt: true,
      lastError: true,
      newsletterId: true,
    },
  });
  let sent = 0;
  for (const copy of copies) {
    if (stopping?.aborted) break;
    const result = await sendCopy(copy, now);
    if (result === 'away') break;
    if (result === 'sent') sent += 1;
  }
  return sent;
}

async function sendCopy(copy: NewsletterCopy, now: Date): Promise<DeliveryResult> {
  if (isInDoubt(copy)) {
    await finishInDoubt(copy, now);
    return 'unsent';
  }
  const client = await db();
  const { subscriberId } = copyPayload.parse(copy.payload);
  const [reader, newsletter] = await Promise.all([
    client.subscriber.findFirst({ where: { id: subscriberId, bouncedAt: null }, select: { email: true } }),
    client.newsletter.findFirst({
      where: { id: copy.newsletterId ?? '', status: 'sending' },
      select: { id: true, lang: true, subject: true, preview: true, html: true },
    }),
  ]);
  // The newsletter was paused after this run started.
  if (!newsletter && (await client.newsletter.count({ where: { id: copy.newsletterId ?? '', status: 'paused' } })) > 0)
    return 'unsent';
  if (!reader || !newsletter) {
    await finishUnsent(copy, 'withdrawn', now);
    return 'unsent';
  }
  // Postpone it so that one bad message does not block the queue.
  const message = await composeCopy({ id: subscriberId, email: reader.email }, newsletter).catch((error: unknown) =>
    postponeMessage(copy, 'later', reasonOf(error), now),
  );
  if (!message || !(await claimMessage(copy))) return 'unsent';
  try {
    await sendMessage({ ...message, key: copy.key, bounceAddress: bounceAddress(copy.id) });
  } catch (error) {
    return settleFailure(copy, subscriberId, error, now);
  }
  await finishMessage(copy, 'sent', now);
  return 'sent';
}

interface Newsletter {
  id: string;
  lang: string;
  subject: string;
  preview: string;
  html: string;
}

async function composeCopy(
  reader: { id: string; email: string },
  newsletter: Newsletter,
): Promise<Omit<Message, 'key'>> {
  const lang = isLanguage(newsletter.lang) ? newsletter.lang : defaultLanguage;
  const { page, oneClick } = unsubscribeUrls(reader, newsletter.id, lang);
  return {
    ...(await composeNewsletterEmail({ ...newsletter, lang }, page)),
    to: reader.email,
    from: await readSender(lang),
    replyTo: config().contactEmail ?? undefined,
    unsubscribeUrl: oneClick,
  };
}

async function settleFailure(
  copy: NewsletterCopy,
  subscriberId: string,
  error: unknown,
  now: Date,
): Promise<DeliveryResult> {
  const reason = reasonOf(error);
  const refusal = classifyFailure(error);
  if (refusal === 'later' || refusal === 'away') {
    await postponeMessage(copy, refusal, reason, now);
    return deliveryResultOf(refusal);
  }
  log.warn(
    { outbox: copy.id.toString(), newsletter: copy.newsletterId, refusal, reason },
    'A copy of a newsletter was not delivered and will not be retried',
  );
  if (refusal === 'bounced') await transaction((tx) => endBouncedSubscription(tx, subscriberId, reason, now));
  await finishMessage(copy, refusal, now, reason);
  if (copy.newsletterId && refusal !== 'inDoubt')
    await transaction((tx) => pauseIfRefused(tx, copy.newsletterId ?? '', reason, now));
  return deliveryResultOf(refusal);
}

async function finishSentNewsletters(now: Date): Promise<void> {
  const client = await db();
  await client.newsletter.updateMany({
    where: { status: 'sending', queuedAt: { not: null }, copies: { none: { doneAt: null } } },
    data: { status: 'sent', endedAt: now },
  });
}
