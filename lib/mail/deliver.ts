import 'server-only';
import { z } from 'zod';
import { config } from '@/lib/config/config';
import { db, type Prisma } from '@/lib/database/client';
import { languages } from '@/lib/language';
import { log } from '@/lib/log';
import { composeMail } from './compose';
import { composeLetter } from './compose-letter';
import { sendMessage, senderFor } from './transport';

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

/** Newsletters have a job of their own (lib/newsletter): what waits there delays nothing here. */
const isDue = (now: Date) => ({ doneAt: null, nextAt: { lte: now }, newsletterId: null });

export async function hasDueMessages(now: Date): Promise<boolean> {
  const client = await db();
  return (await client.outbox.findFirst({ where: isDue(now), select: { id: true } })) !== null;
}

/**
 * Sends what is due; failures are retried with a growing delay (R11). Mails that are sent at most once come last and one by one, so that a
 * process that dies leaves one of them in doubt and no more (N13).
 * @returns how many were sent
 */
export async function deliverOutbox(now: Date, stopping?: AbortSignal): Promise<number> {
  const retried = await deliverEach(await readDue(now, { kind: { not: 'mail-once' } }, batch), concurrency, now, stopping);
  return retried + (await deliverEach(await readDue(now, { kind: 'mail-once' }, onceBatch), 1, now, stopping));
}

async function readDue(now: Date, kind: Prisma.OutboxWhereInput, take: number): Promise<Row[]> {
  const client = await db();
  return client.outbox.findMany({
    where: { ...isDue(now), ...kind }, orderBy: { nextAt: 'asc' }, take,
    select: { id: true, key: true, kind: true, payload: true, attempts: true, createdAt: true, expiresAt: true, lastError: true },
  });
}

async function deliverEach(rows: readonly Row[], atOnce: number, now: Date, stopping?: AbortSignal): Promise<number> {
  let sent = 0;
  for (let at = 0; at < rows.length && !stopping?.aborted; at += atOnce) {
    const results = await Promise.all(rows.slice(at, at + atOnce).map((row) => deliver(row, now)));
    sent += results.filter(Boolean).length;
  }
  return sent;
}

async function deliver(row: Row, now: Date): Promise<boolean> {
  if (row.expiresAt && row.expiresAt <= now) {
    await finishMessage(row.id, 'expired', now, 'expired before it could be sent');
    return false;
  }
  if (row.kind === 'mail-once' && !(await claimMessage(row, now))) return false;
  try {
    await send(row);
    await finishMessage(row.id, 'sent', now);
    return true;
  } catch (error) {
    await postponeMessage(row, now, error instanceof Error ? error.message : String(error));
    return false;
  }
}

/**
 * Of mails that are sent at most once: false when it was withdrawn, or when an earlier try has begun and no outcome of it is known,
 * because the process ended.
 */
export async function claimMessage({ id, attempts, lastError }: OutboxRow, now: Date): Promise<boolean> {
  if (attempts > 0 && lastError === null) {
    await finishUnsent({ id, attempts }, 'inDoubt', now, 'the process ended while it was being sent');
    return false;
  }
  const client = await db();
  const claimed = await client.outbox.updateMany({ where: { id, doneAt: null, attempts }, data: { attempts: { increment: 1 }, lastError: null } });
  return claimed.count === 1;
}

async function send({ key, kind, payload }: Row): Promise<void> {
  if (kind === 'contact-webhook') return forward(payload);
  if (kind === 'letter') return sendLetter(key, payload);
  const { to, lang, template, data, replyTo, unsubscribeUrl } = mailPayload.parse(payload);
  await sendMessage({ ...(await composeMail(template, lang, data)), key, to, from: await senderFor(lang), unsubscribeUrl, replyTo: replyTo ?? config().contactEmail ?? undefined });
}

/** A newsletter as a test, for whoever writes it. */
async function sendLetter(key: string, payload: unknown): Promise<void> {
  const { to, letter } = letterPayload.parse(payload);
  await sendMessage({ ...(await composeLetter(letter, null)), key, to, from: await senderFor(letter.lang) });
}

/** Sends the enquiry to CONTACT_WEBHOOK_URL as JSON; does nothing when the variable was removed meanwhile. */
async function forward(payload: unknown): Promise<void> {
  const url = config().contactWebhookUrl;
  if (!url) return;
  const response = await fetch(url, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(payload), redirect: 'error', signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`);
}

export async function finishMessage(id: bigint, outcome: MessageOutcome, now: Date, lastError: string | null = null): Promise<void> {
  const client = await db();
  await client.outbox.update({ where: { id }, data: { doneAt: now, outcome, lastError, attempts: { increment: 1 } }, select: { id: true } });
}

/** Of a message that this process did not send; unless another one did meanwhile. */
export async function finishUnsent({ id, attempts }: Pick<OutboxRow, 'id' | 'attempts'>, outcome: MessageOutcome, now: Date, lastError: string | null = null): Promise<void> {
  const client = await db();
  await client.outbox.updateMany({ where: { id, doneAt: null, attempts }, data: { doneAt: now, outcome, lastError } });
}

/** 2 s, 4 s … at most 40 s, so that everything is sent within a minute after the mail server is back. */
export const retryDelayMs = (attempts: number): number => Math.min(40_000, 2000 * 2 ** Math.min(attempts, 10));

export async function postponeMessage(row: OutboxRow, now: Date, reason: string): Promise<void> {
  const client = await db();
  const givesUp = now.getTime() - row.createdAt.getTime() > giveUpAfterMs;
  log.warn({ outbox: row.id.toString(), kind: row.kind, attempts: row.attempts + 1, reason, givesUp }, 'A message was not delivered');
  const next = new Date(now.getTime() + retryDelayMs(row.attempts));
  await client.outbox.update({
    where: { id: row.id }, data: { attempts: { increment: 1 }, lastError: reason.slice(0, 500), nextAt: next, ...(givesUp ? { doneAt: now, outcome: 'failed' } : {}) }, select: { id: true },
  });
}
