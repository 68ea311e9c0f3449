import 'server-only';
import { config } from '@/lib/config/config';
import { db, transaction } from '@/lib/database/client';
import { defaultLanguage, isLanguage } from '@/lib/language';
import { log } from '@/lib/log';
import { composeLetter } from '@/lib/mail/compose-letter';
import { claimMessage, finishInDoubt, finishMessage, finishUnsent, isInDoubt, postponeMessage, reasonOf, tryOf, type OutboxRow, type Try } from '@/lib/mail/deliver';
import { refusalOf } from '@/lib/mail/refusal';
import { sendMessage, senderFor, type Message } from '@/lib/mail/transport';
import { bounceAddress } from './bounce-address';
import { markBounced } from './bounces';
import { copyPayload, queueCopies } from './copies';
import { pauseWhenRefused } from './pause';
import { listReaders } from './segment';
import { unsubscribeUrls } from './unsubscribe';

/** The job's period; a run may begin after four fifths of it (lib/jobs). */
export const sendEverySeconds = 2;
const runsPerMinute = 60 / (sendEverySeconds * 0.8);
const queuedAtOnce = 500;

/** So that no minute has more than NEWSLETTER_PER_MINUTE. */
const copiesPerRun = (): number => Math.max(1, Math.floor(config().newsletterPerMinute / runsPerMinute));

export async function hasNewslettersToSend(now: Date): Promise<boolean> {
  const client = await db();
  const [newsletter, copy] = await Promise.all([
    client.newsletter.findFirst({ where: { OR: [{ status: 'sending' }, { status: 'scheduled', sendAt: { lte: now } }] }, select: { id: true } }),
    client.outbox.findFirst({ where: isDue(now), select: { id: true } }),
  ]);
  return newsletter !== null || copy !== null;
}

/** Copies of a paused newsletter wait for an administrator. */
const isDue = (now: Date) => ({ newsletterId: { not: null }, doneAt: null, nextAt: { lte: now }, newsletter: { status: { not: 'paused' as const } } });

/** One run of the job: begins what is due, queues a copy for each reader, and sends as many as the rate allows. @returns how many were sent */
export async function sendNewsletters(now: Date, stopping?: AbortSignal): Promise<number> {
  const client = await db();
  await client.newsletter.updateMany({ where: { status: 'scheduled', sendAt: { lte: now } }, data: { status: 'sending', startedAt: now } });
  const unqueued = await client.newsletter.findMany({ where: { status: 'sending', queuedAt: null }, orderBy: { startedAt: 'asc' }, select: { id: true } });
  for (const { id } of unqueued) await queueEverybody(id, now, stopping);
  const sent = await sendCopies(now, stopping);
  await endSent(now);
  return sent;
}

/** In parts: neither memory nor a transaction holds all readers. A part and how far it went are written together, in the newsletter's lock. */
async function queueEverybody(id: string, now: Date, stopping?: AbortSignal): Promise<void> {
  for (let isDone = false; !isDone && !stopping?.aborted;) {
    isDone = await transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 AS locked FROM "Newsletter" WHERE "id" = ${id} FOR UPDATE`;
      const newsletter = await tx.newsletter.findFirst({ where: { id, status: 'sending', queuedAt: null }, select: { readerLang: true, courseSlug: true, courseOwners: true, queuedTo: true } });
      if (!newsletter) return true;
      const readers = await listReaders(tx, newsletter, { after: newsletter.queuedTo, limit: queuedAtOnce });
      await queueCopies(tx, id, readers, now);
      const isLast = readers.length < queuedAtOnce;
      await tx.newsletter.update({ where: { id }, data: { queuedTo: readers.at(-1) ?? newsletter.queuedTo, ...(isLast ? { queuedAt: now } : {}) }, select: { id: true } });
      return isLast;
    });
  }
}

interface Copy extends OutboxRow { key: string; payload: unknown; newsletterId: string | null }

/** One after the other: of a process that is killed one copy at most is in doubt. */
async function sendCopies(now: Date, stopping?: AbortSignal): Promise<number> {
  const client = await db();
  const copies = await client.outbox.findMany({
    where: isDue(now), orderBy: [{ nextAt: 'asc' }, { id: 'asc' }], take: copiesPerRun(),
    select: { id: true, key: true, kind: true, payload: true, attempts: true, createdAt: true, lastError: true, newsletterId: true },
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

async function sendCopy(copy: Copy, now: Date): Promise<Try> {
  if (isInDoubt(copy)) {
    await finishInDoubt(copy, now);
    return 'unsent';
  }
  const client = await db();
  const { subscriberId } = copyPayload.parse(copy.payload);
  const [reader, newsletter] = await Promise.all([
    client.subscriber.findFirst({ where: { id: subscriberId, bouncedAt: null }, select: { email: true } }),
    client.newsletter.findFirst({ where: { id: copy.newsletterId ?? '', status: 'sending' }, select: { id: true, lang: true, subject: true, preview: true, html: true } }),
  ]);
  // Paused since this run began.
  if (!newsletter && (await client.newsletter.count({ where: { id: copy.newsletterId ?? '', status: 'paused' } })) > 0) return 'unsent';
  if (!reader || !newsletter) {
    await finishUnsent(copy, 'withdrawn', now);
    return 'unsent';
  }
  // Put off, it does not stand in front of all others.
  const message = await messageFor(subscriberId, reader.email, newsletter).catch((error: unknown) => postponeMessage(copy, 'later', reasonOf(error), now));
  if (!message || !(await claimMessage(copy))) return 'unsent';
  try {
    await sendMessage({ ...message, key: copy.key, bounceAddress: bounceAddress(copy.id) });
  } catch (error) {
    return settleFailure(copy, subscriberId, error, now);
  }
  await finishMessage(copy, 'sent', now);
  return 'sent';
}

interface Newsletter { id: string; lang: string; subject: string; preview: string; html: string }

async function messageFor(subscriberId: string, to: string, newsletter: Newsletter): Promise<Omit<Message, 'key'>> {
  const lang = isLanguage(newsletter.lang) ? newsletter.lang : defaultLanguage;
  const { page, oneClick } = unsubscribeUrls(subscriberId, newsletter.id, lang);
  return { ...(await composeLetter({ ...newsletter, lang }, page)), to, from: await senderFor(lang), replyTo: config().contactEmail ?? undefined, unsubscribeUrl: oneClick };
}

async function settleFailure(copy: Copy, subscriberId: string, error: unknown, now: Date): Promise<Try> {
  const reason = reasonOf(error);
  const refusal = refusalOf(error);
  if (refusal === 'later' || refusal === 'away') {
    await postponeMessage(copy, refusal, reason, now);
    return tryOf(refusal);
  }
  log.warn({ outbox: copy.id.toString(), newsletter: copy.newsletterId, refusal, reason }, 'A newsletter was not delivered');
  if (refusal === 'bounced') await transaction((tx) => markBounced(tx, subscriberId, reason, now));
  await finishMessage(copy, refusal, now, reason);
  if (copy.newsletterId && refusal !== 'inDoubt') await transaction((tx) => pauseWhenRefused(tx, copy.newsletterId ?? '', reason, now));
  return tryOf(refusal);
}

/** Newsletters of which no copy waits any more. */
async function endSent(now: Date): Promise<void> {
  const client = await db();
  await client.newsletter.updateMany({ where: { status: 'sending', queuedAt: { not: null }, copies: { none: { doneAt: null } } }, data: { status: 'sent', endedAt: now } });
}
