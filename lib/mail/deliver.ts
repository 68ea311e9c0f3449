import { z } from 'zod';
import { dayMs, hourMs, minuteMs } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { db, type Prisma } from '@/lib/database/client';
import { languages } from '@/lib/language';
import { log } from '@/lib/log';
import { truncate } from '@/lib/text';
import { classifyFailure, type Refusal } from './classify-failure';
import { composeEmail } from './compose';
import { composeNewsletterEmail } from './newsletter-email';
import { type Message, readSender, sendMessage } from './transport';

const batchSize = 20;
const concurrency = 4;
const onceBatchSize = 10;
const giveUpAfterMs = 3 * dayMs;

export type MessageOutcome = 'sent' | 'expired' | 'failed' | 'bounced' | 'inDoubt' | 'withdrawn';

export interface OutboxRow {
  id: bigint;
  kind: string;
  attempts: number;
  createdAt: Date;
  lastError: string | null;
}
interface QueuedMessage extends OutboxRow {
  key: string;
  payload: unknown;
  expiresAt: Date | null;
}

const mailPayload = z.object({
  to: z.string(),
  lang: z.enum(languages),
  template: z.string(),
  data: z.record(z.string(), z.string()),
  replyTo: z.string().optional(),
  unsubscribeUrl: z.string().optional(),
});

const newsletterEmailPayload = z.object({
  to: z.string(),
  letter: z.object({ lang: z.enum(languages), subject: z.string(), preview: z.string(), html: z.string() }),
});

const webhookKind = 'contact-webhook';

const dueCondition = (now: Date, kind: Prisma.OutboxWhereInput['kind']): Prisma.OutboxWhereInput => ({
  doneAt: null,
  nextAt: { lte: now },
  newsletterId: null,
  kind,
});

const hasDue = async (now: Date, kind: Prisma.OutboxWhereInput['kind']): Promise<boolean> =>
  (await (await db()).outbox.findFirst({ where: dueCondition(now, kind), select: { id: true } })) !== null;

export const hasDueMessages = (now: Date): Promise<boolean> => hasDue(now, { not: webhookKind });
export const hasDueWebhooks = (now: Date): Promise<boolean> => hasDue(now, webhookKind);

/** Sends at-most-once mails last and one at a time, so that a crash leaves at most one in doubt (N13). */
export async function deliverOutbox(now: Date, stopping?: AbortSignal): Promise<number> {
  const retried = await deliverEach(
    await readDue(now, { notIn: ['mail-once', webhookKind] }, batchSize),
    concurrency,
    now,
    stopping,
  );
  if (retried.isServerAway) return retried.sent;
  return retried.sent + (await deliverEach(await readDue(now, 'mail-once', onceBatchSize), 1, now, stopping)).sent;
}

export async function deliverWebhooks(now: Date, stopping?: AbortSignal): Promise<number> {
  return (await deliverEach(await readDue(now, webhookKind, batchSize), concurrency, now, stopping)).sent;
}

/** Reads untried mails first, so that a sign-in code does not wait behind refused ones. */
async function readDue(now: Date, kind: Prisma.OutboxWhereInput['kind'], take: number): Promise<QueuedMessage[]> {
  const client = await db();
  return client.outbox.findMany({
    where: dueCondition(now, kind),
    orderBy: [{ attempts: 'asc' }, { nextAt: 'asc' }],
    take,
    select: {
      id: true,
      key: true,
      kind: true,
      payload: true,
      attempts: true,
      createdAt: true,
      expiresAt: true,
      lastError: true,
    },
  });
}

/** `away`: the server would refuse every other message too. */
export type DeliveryResult = 'sent' | 'unsent' | 'away';

/** Waits for the whole group before it throws, so that the outcome of messages already sent is saved. */
async function deliverEach(
  rows: readonly QueuedMessage[],
  atOnce: number,
  now: Date,
  stopping?: AbortSignal,
): Promise<{ sent: number; isServerAway: boolean }> {
  let sent = 0;
  for (let at = 0; at < rows.length && !stopping?.aborted; at += atOnce) {
    const settled = await Promise.allSettled(rows.slice(at, at + atOnce).map((row) => deliverMessage(row, now)));
    const tries = settled.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
    sent += tries.filter((result) => result === 'sent').length;
    if (tries.every((result) => result === 'away')) return { sent, isServerAway: true };
  }
  return { sent, isServerAway: false };
}

async function deliverMessage(row: QueuedMessage, now: Date): Promise<DeliveryResult> {
  const isOnce = row.kind === 'mail-once';
  if (isOnce && isInDoubt(row)) {
    await finishInDoubt(row, now);
    return 'unsent';
  }
  if (row.expiresAt && row.expiresAt <= now) {
    await finishMessage(row, 'expired', now, 'expired before it could be sent');
    return 'unsent';
  }
  const send = await prepareDelivery(row).catch((error: unknown) =>
    postponeMessage(row, 'later', reasonOf(error), now),
  );
  if (!send || (isOnce && !(await claimMessage(row)))) return 'unsent';
  try {
    await send();
  } catch (error) {
    return settleFailure(row, error, now);
  }
  await finishMessage(row, 'sent', now);
  return 'sent';
}

/** Retries unless the mailbox does not exist: a misconfigured sender gets permanent refusals too. */
async function settleFailure(row: QueuedMessage, error: unknown, now: Date): Promise<DeliveryResult> {
  const refusal = classifyFailure(error);
  if (refusal === 'later' || refusal === 'away' || (row.kind !== 'mail-once' && refusal !== 'bounced'))
    await postponeMessage(row, refusal, reasonOf(error), now);
  else {
    log.warn(
      { outbox: row.id.toString(), kind: row.kind, refusal, reason: reasonOf(error) },
      'A message was not delivered and will not be retried',
    );
    await finishMessage(row, refusal, now, reasonOf(error));
  }
  return deliveryResultOf(refusal);
}

/** Counts `inDoubt` as `away`: a server that went silent after one message would do so after the next. */
export const deliveryResultOf = (refusal: Refusal): DeliveryResult =>
  refusal === 'away' || refusal === 'inDoubt' ? 'away' : 'unsent';

export const reasonOf = (error: unknown): string =>
  truncate(error instanceof Error ? error.message : String(error), 500);

/** True if the process died during an earlier attempt, before it saved the outcome. */
export const isInDoubt = ({ attempts, lastError }: OutboxRow): boolean => attempts > 0 && lastError === null;

export const finishInDoubt = (row: OutboxRow, now: Date): Promise<void> =>
  finishUnsent(row, 'inDoubt', now, 'the process ended while it was being sent');

/** @returns false if the mail was withdrawn or another process claimed it */
export async function claimMessage({ id, attempts }: OutboxRow): Promise<boolean> {
  const client = await db();
  const claimed = await client.outbox.updateMany({
    where: { id, doneAt: null, attempts },
    data: { attempts: { increment: 1 }, lastError: null },
  });
  return claimed.count === 1;
}

async function prepareDelivery({ key, kind, payload }: QueuedMessage): Promise<() => Promise<void>> {
  if (kind === webhookKind) return () => postWebhook(payload);
  const message = kind === 'letter' ? await composeNewsletterMail(payload) : await composeTemplateMail(payload);
  return () => sendMessage({ ...message, key });
}

async function composeTemplateMail(payload: unknown): Promise<Omit<Message, 'key'>> {
  const { to, lang, template, data, replyTo, unsubscribeUrl } = mailPayload.parse(payload);
  return {
    ...(await composeEmail(template, lang, data)),
    to,
    from: await readSender(lang),
    unsubscribeUrl,
    replyTo: replyTo ?? config().contactEmail ?? undefined,
    isFromVisitor: replyTo !== undefined,
  };
}

async function composeNewsletterMail(payload: unknown): Promise<Omit<Message, 'key'>> {
  const { to, letter } = newsletterEmailPayload.parse(payload);
  return { ...(await composeNewsletterEmail(letter, null)), to, from: await readSender(letter.lang) };
}

async function postWebhook(payload: unknown): Promise<void> {
  const url = config().contactWebhookUrl;
  if (!url) return;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payload),
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`);
}

/** Does nothing if the row was deleted with the recipient's account while the message was being sent. */
export async function finishMessage(
  { id, attempts }: Pick<OutboxRow, 'id' | 'attempts'>,
  outcome: MessageOutcome,
  now: Date,
  lastError: string | null = null,
): Promise<void> {
  const client = await db();
  await client.outbox.updateMany({ where: { id }, data: { doneAt: now, outcome, lastError, attempts: attempts + 1 } });
}

export async function finishUnsent(
  { id, attempts }: Pick<OutboxRow, 'id' | 'attempts'>,
  outcome: MessageOutcome,
  now: Date,
  lastError: string | null = null,
): Promise<void> {
  const client = await db();
  await client.outbox.updateMany({ where: { id, doneAt: null, attempts }, data: { doneAt: now, outcome, lastError } });
}

/** Retries within 40 s while the server is away, so that mail leaves within a minute once it is back (R11). */
export function retryDelayMs(refusal: Refusal, attempts: number, ageMs: number): number {
  if (refusal === 'failed') return Math.min(6 * hourMs, Math.max(10 * minuteMs, ageMs));
  const soon = Math.min(40_000, 2000 * 2 ** Math.min(attempts, 10));
  return refusal === 'away' ? soon : Math.max(soon, Math.min(hourMs, ageMs / 20));
}

export async function postponeMessage(row: OutboxRow, refusal: Refusal, reason: string, now: Date): Promise<void> {
  const client = await db();
  const ageMs = now.getTime() - row.createdAt.getTime();
  const givesUp = ageMs > giveUpAfterMs;
  const attempts = row.attempts + 1;
  const nextAt = new Date(now.getTime() + retryDelayMs(refusal, row.attempts, ageMs));
  log.warn(
    { outbox: row.id.toString(), kind: row.kind, attempts, refusal, reason, nextAt: givesUp ? null : nextAt },
    givesUp
      ? 'A message was not delivered for three days and will not be retried'
      : 'A message was not delivered yet; it will be retried',
  );
  await client.outbox.updateMany({
    where: { id: row.id, doneAt: null },
    data: { attempts, lastError: reason, nextAt, ...(givesUp ? { doneAt: now, outcome: 'failed' } : {}) },
  });
}
