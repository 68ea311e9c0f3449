import 'server-only';
import { z } from 'zod';
import { config } from '@/lib/config/config';
import { db, type Prisma } from '@/lib/database/client';
import { languages } from '@/lib/language';
import { log } from '@/lib/log';
import { truncate } from '@/lib/truncate';
import { composeMail } from './compose';
import { composeLetter } from './compose-letter';
import { refusalOf, type Refusal } from './refusal';
import { sendMessage, senderFor, type Message } from './transport';

const batch = 20;
const concurrency = 4;
/** Of mails that are sent at most once, between two looks at what must not wait. */
const onceBatch = 10;
const giveUpAfterMs = 3 * 24 * 3600_000;

export type MessageOutcome = 'sent' | 'expired' | 'failed' | 'bounced' | 'inDoubt' | 'withdrawn';

/** What a try needs to know of those before. */
export interface OutboxRow { id: bigint; kind: string; attempts: number; createdAt: Date; lastError: string | null }
interface Row extends OutboxRow { key: string; payload: unknown; expiresAt: Date | null }

const mailPayload = z.object({
  to: z.string(), lang: z.enum(languages), template: z.string(), data: z.record(z.string(), z.string()), replyTo: z.string().optional(), unsubscribeUrl: z.string().optional(),
});

const letterPayload = z.object({ to: z.string(), letter: z.object({ lang: z.enum(languages), subject: z.string(), preview: z.string(), html: z.string() }) });

const webhook = 'contact-webhook';

/** Newsletters have a job of their own (lib/newsletter), as have webhooks: what waits there delays nothing here. */
const isDue = (now: Date, kind: Prisma.OutboxWhereInput['kind']): Prisma.OutboxWhereInput => ({ doneAt: null, nextAt: { lte: now }, newsletterId: null, kind });

const hasDue = async (now: Date, kind: Prisma.OutboxWhereInput['kind']): Promise<boolean> =>
  (await (await db()).outbox.findFirst({ where: isDue(now, kind), select: { id: true } })) !== null;

export const hasDueMessages = (now: Date): Promise<boolean> => hasDue(now, { not: webhook });
export const hasDueWebhooks = (now: Date): Promise<boolean> => hasDue(now, webhook);

/**
 * Sends the mails that are due; failures are retried with a growing delay (R11). Mails that are sent at most once come last and one by one, so that a
 * process that dies leaves one of them in doubt and no more (N13).
 * @returns how many were sent
 */
export async function deliverOutbox(now: Date, stopping?: AbortSignal): Promise<number> {
  const retried = await deliverEach(await readDue(now, { notIn: ['mail-once', webhook] }, batch), concurrency, now, stopping);
  if (retried.isServerAway) return retried.sent;
  return retried.sent + (await deliverEach(await readDue(now, 'mail-once', onceBatch), 1, now, stopping)).sent;
}

/** Sends the enquiries that are due to CONTACT_WEBHOOK_URL. @returns how many were sent */
export async function deliverWebhooks(now: Date, stopping?: AbortSignal): Promise<number> {
  return (await deliverEach(await readDue(now, webhook, batch), concurrency, now, stopping)).sent;
}

/** What was never tried comes first: a sign-in code does not wait for what was refused before. */
async function readDue(now: Date, kind: Prisma.OutboxWhereInput['kind'], take: number): Promise<Row[]> {
  const client = await db();
  return client.outbox.findMany({
    where: isDue(now, kind), orderBy: [{ attempts: 'asc' }, { nextAt: 'asc' }], take,
    select: { id: true, key: true, kind: true, payload: true, attempts: true, createdAt: true, expiresAt: true, lastError: true },
  });
}

/** `away`: no other message would fare better now. */
export type Try = 'sent' | 'unsent' | 'away';

/** @throws what stops one of them, such as a database that is away, once those begun with it have ended: what was sent is not sent again */
async function deliverEach(rows: readonly Row[], atOnce: number, now: Date, stopping?: AbortSignal): Promise<{ sent: number; isServerAway: boolean }> {
  let sent = 0;
  for (let at = 0; at < rows.length && !stopping?.aborted; at += atOnce) {
    const settled = await Promise.allSettled(rows.slice(at, at + atOnce).map((row) => deliver(row, now)));
    const tries = settled.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
    sent += tries.filter((result) => result === 'sent').length;
    if (tries.every((result) => result === 'away')) return { sent, isServerAway: true };
  }
  return { sent, isServerAway: false };
}

async function deliver(row: Row, now: Date): Promise<Try> {
  const isOnce = row.kind === 'mail-once';
  if (isOnce && isInDoubt(row)) {
    await finishInDoubt(row, now);
    return 'unsent';
  }
  if (row.expiresAt && row.expiresAt <= now) {
    await finishMessage(row, 'expired', now, 'expired before it could be sent');
    return 'unsent';
  }
  const send = await prepare(row).catch((error: unknown) => postponeMessage(row, 'later', reasonOf(error), now));
  if (!send || (isOnce && !(await claimMessage(row)))) return 'unsent';
  try {
    await send();
  } catch (error) {
    return settleFailure(row, error, now);
  }
  await finishMessage(row, 'sent', now);
  return 'sent';
}

/** A mail that may be sent twice is lost only with its mailbox: a wrongly set up sender is refused for good too, until somebody mends it. */
async function settleFailure(row: Row, error: unknown, now: Date): Promise<Try> {
  const refusal = refusalOf(error);
  if (refusal === 'later' || refusal === 'away' || (row.kind !== 'mail-once' && refusal !== 'bounced')) await postponeMessage(row, refusal, reasonOf(error), now);
  else {
    log.warn({ outbox: row.id.toString(), kind: row.kind, refusal, reason: reasonOf(error) }, 'A message was not delivered and is not tried again');
    await finishMessage(row, refusal, now, reasonOf(error));
  }
  return tryOf(refusal);
}

/** A server that went silent after one message does so after the next. */
export const tryOf = (refusal: Refusal): Try => (refusal === 'away' || refusal === 'inDoubt' ? 'away' : 'unsent');

export const reasonOf = (error: unknown): string => truncate(error instanceof Error ? error.message : String(error), 500);

/** Whether an earlier try of a mail that is sent at most once has begun and its outcome is not known, because the process ended. */
export const isInDoubt = ({ attempts, lastError }: OutboxRow): boolean => attempts > 0 && lastError === null;

export const finishInDoubt = (row: OutboxRow, now: Date): Promise<void> => finishUnsent(row, 'inDoubt', now, 'the process ended while it was being sent');

/** Of mails that are sent at most once, immediately before the mail server is called: false when it was withdrawn or claimed meanwhile. */
export async function claimMessage({ id, attempts }: OutboxRow): Promise<boolean> {
  const client = await db();
  const claimed = await client.outbox.updateMany({ where: { id, doneAt: null, attempts }, data: { attempts: { increment: 1 }, lastError: null } });
  return claimed.count === 1;
}

/** Everything that can go wrong before the message is handed over. @returns what hands it over */
async function prepare({ key, kind, payload }: Row): Promise<() => Promise<void>> {
  if (kind === webhook) return () => forward(payload);
  const message = kind === 'letter' ? await letterOf(payload) : await mailOf(payload);
  return () => sendMessage({ ...message, key });
}

async function mailOf(payload: unknown): Promise<Omit<Message, 'key'>> {
  const { to, lang, template, data, replyTo, unsubscribeUrl } = mailPayload.parse(payload);
  return { ...(await composeMail(template, lang, data)), to, from: await senderFor(lang), unsubscribeUrl, replyTo: replyTo ?? config().contactEmail ?? undefined };
}

/** A newsletter as a test, for whoever writes it. */
async function letterOf(payload: unknown): Promise<Omit<Message, 'key'>> {
  const { to, letter } = letterPayload.parse(payload);
  return { ...(await composeLetter(letter, null)), to, from: await senderFor(letter.lang) };
}

/** Sends the enquiry to CONTACT_WEBHOOK_URL as JSON; does nothing when the variable was removed meanwhile. */
async function forward(payload: unknown): Promise<void> {
  const url = config().contactWebhookUrl;
  if (!url) return;
  const response = await fetch(url, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(payload), redirect: 'error', signal: AbortSignal.timeout(10_000),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`);
}

/** Does nothing when the row was deleted while it was being sent, with the person it was for. */
export async function finishMessage({ id, attempts }: Pick<OutboxRow, 'id' | 'attempts'>, outcome: MessageOutcome, now: Date, lastError: string | null = null): Promise<void> {
  const client = await db();
  await client.outbox.updateMany({ where: { id }, data: { doneAt: now, outcome, lastError, attempts: attempts + 1 } });
}

/** Of a message that this process did not send; unless another one did meanwhile. */
export async function finishUnsent({ id, attempts }: Pick<OutboxRow, 'id' | 'attempts'>, outcome: MessageOutcome, now: Date, lastError: string | null = null): Promise<void> {
  const client = await db();
  await client.outbox.updateMany({ where: { id, doneAt: null, attempts }, data: { doneAt: now, outcome, lastError } });
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * While the server is away 2 s, 4 s … at most 40 s, so that everything is sent within a minute after it is back (R11). What concerns the one
 * message alone waits longer the older it is, and what was refused for good much longer.
 */
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
  log.warn({ outbox: row.id.toString(), kind: row.kind, attempts, refusal, reason, givesUp }, 'A message was not delivered');
  const nextAt = new Date(now.getTime() + retryDelayMs(refusal, row.attempts, ageMs));
  await client.outbox.updateMany({ where: { id: row.id, doneAt: null }, data: { attempts, lastError: reason, nextAt, ...(givesUp ? { doneAt: now, outcome: 'failed' } : {}) } });
}
