import { createHmac } from 'node:crypto';
import PostalMime, { type Email, type Header } from 'postal-mime';
import { z } from 'zod';
import { config } from '@/lib/config/config';
import { deriveKey, safeEqual } from '@/lib/config/secrets';
import { db, transaction, type Tx } from '@/lib/database/client';
import { classifyReply } from '@/lib/mail/classify-failure';
import { typedCode } from '@/lib/schemas';
import { truncate } from '@/lib/text';
import { copyPayload, pauseIfRefused } from './copies';

export const bounceSchema = z.object({
  email: typedCode('email_required').toLowerCase().min(1, 'email_required').max(254, 'email_invalid'),
  /** True for a permanent failure or a complaint, false for a full mailbox. */
  permanent: z.boolean('required').default(true),
  reason: z.string().trim().max(500, 'too_long').default(''),
});

const maxReasonLength = 500;

export async function endBouncedSubscription(tx: Tx, subscriberId: string, reason: string, now: Date): Promise<void> {
  await tx.subscriber.updateMany({
    where: { id: subscriberId, bouncedAt: null },
    data: { bouncedAt: now, bounceReason: truncate(reason, maxReasonLength) },
  });
}

const complaint = /complain|abuse|feedback|beschwerde|شكوى/i;

/** Attributes the bounce to the newsletter that the address received last. */
export async function reportBounce(
  { email, permanent, reason }: z.output<typeof bounceSchema>,
  now: Date,
): Promise<void> {
  if (!permanent) return;
  // Providers also report blocked senders and full mailboxes as permanent, which must not end the subscription.
  const endsSubscription = complaint.test(reason) || classifyReply(reason) !== 'other';
  await transaction(async (tx) => {
    const subscriber = await tx.subscriber.findUnique({ where: { email }, select: { id: true } });
    if (!subscriber) return;
    if (endsSubscription) await endBouncedSubscription(tx, subscriber.id, reason, now);
    const last = await tx.outbox.findFirst({
      where: {
        newsletterId: { not: null },
        key: { endsWith: `:${subscriber.id}` },
        outcome: { in: ['sent', 'inDoubt'] },
      },
      orderBy: { id: 'desc' },
      select: { id: true, newsletterId: true },
    });
    if (!last?.newsletterId) return;
    await tx.outbox.update({
      where: { id: last.id },
      data: { outcome: endsSubscription ? 'bounced' : 'failed', lastError: truncate(reason, maxReasonLength) },
      select: { id: true },
    });
    await pauseIfRefused(tx, last.newsletterId, reason, now);
  });
}

/** Accepts only bounce addresses that we signed for one email, so that a forged bounce cannot end a subscription. */
export async function reportBounceMail(source: string, now: Date): Promise<string> {
  const mail = await parseMail(source);
  const id = mail && copyIdOfBounceAddress(recipientHeadersOf(mail));
  if (!mail || id === null) return 'Not sent to an address of a newsletter: nothing done.';
  const report = await readDeliveryReport(mail);
  if (!report) return 'Not a delivery report: nothing done.';
  const bounce = classifyBounce(report);
  if (bounce === 'later') return 'Still being tried: nothing done.';
  const reason = truncate(`${report.status} ${report.diagnostic}`.trim(), maxReasonLength);
  return transaction(async (tx) => {
    const copy = await tx.outbox.findUnique({ where: { id }, select: { payload: true, newsletterId: true } });
    if (!copy?.newsletterId) return 'The newsletter is too old: nothing done.';
    const { subscriberId } = copyPayload.parse(copy.payload);
    // Store the reason only while the subscription exists: it contains the reader's address (decision 166).
    const isKnown = (await tx.subscriber.count({ where: { id: subscriberId } })) > 0;
    await tx.outbox.update({
      where: { id },
      data: { outcome: bounce === 'no-mailbox' ? 'bounced' : 'failed', lastError: isKnown ? reason : null },
      select: { id: true },
    });
    if (bounce === 'no-mailbox') await endBouncedSubscription(tx, subscriberId, reason, now);
    await pauseIfRefused(tx, copy.newsletterId, reason, now);
    return bounce === 'no-mailbox'
      ? 'No such mailbox: the subscription is ended.'
      : 'Refused for another reason: counted as failed.';
  });
}

export interface BouncedReader {
  email: string;
  bouncedAt: Date;
  reason: string;
}

export async function listBouncedReaders(limit: number): Promise<BouncedReader[]> {
  const rows = await (
    await db()
  ).subscriber.findMany({
    where: { bouncedAt: { not: null } },
    orderBy: { bouncedAt: 'desc' },
    take: limit,
    select: { email: true, bouncedAt: true, bounceReason: true },
  });
  return rows.flatMap(({ email, bouncedAt, bounceReason }) =>
    bouncedAt ? [{ email, bouncedAt, reason: bounceReason ?? '' }] : [],
  );
}

/** Hexadecimal (64 bits), because mail servers may change the case of addresses. */
const signatureOf = (copyId: string): string =>
  createHmac('sha256', deriveKey('newsletter-bounce')).update(copyId).digest('hex').slice(0, 16);

/** The `Return-Path` of a copy: a bounce to it identifies the copy, even if the mail server names no recipient. */
export function bounceAddress(copyId: bigint): string | undefined {
  const address = config().newsletterBounceAddress;
  return address?.replace('@', `+${copyId}.${signatureOf(String(copyId))}@`);
}

export function copyIdOfBounceAddress(text: string): bigint | null {
  for (const [, copyId = '', signature = ''] of text.toLowerCase().matchAll(/\+(\d{1,18})\.([0-9a-f]{16})@/g)) {
    if (safeEqual(signature, signatureOf(copyId))) return BigInt(copyId);
  }
  return null;
}

interface DeliveryReport {
  action: string;
  /** Such as `5.1.1`; empty if the mail server gives none. */
  status: string;
  diagnostic: string;
}

/** @returns null for messages with far more headers or nesting than mail servers write */
export const parseMail = (source: string): Promise<Email | null> =>
  PostalMime.parse(source, { attachmentEncoding: 'utf8' }).catch(() => null);

const recipientHeadersOf = ({ headers }: Email): string =>
  ['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-failed-recipients']
    .map((name) => headerValue(headers, name))
    .join('\n');

/** Anyone can send a bounce. These limits keep a large one from blocking the service. */
const maxReportGroups = 20;
const maxDiagnosticLength = 2000;
const maxTextLength = 20_000;
const maxLineLength = 500;

export async function readDeliveryReport(mail: Email): Promise<DeliveryReport | null> {
  const status = mail.attachments.find(({ mimeType }) =>
    /^message\/(?:global-)?delivery-status$/i.test(mimeType),
  )?.content;
  if (typeof status !== 'string') return readTextReport(mail);
  // The first group of fields describes the message, the second its only recipient.
  for (const group of status.trim().split(/\r?\n[ \t]*\r?\n/, maxReportGroups)) {
    const { headers } = await PostalMime.parse(group);
    const action = headerValue(headers, 'action').toLowerCase();
    if (action === '') continue;
    const code = /[245]\.\d{1,3}\.\d{1,3}/.exec(headerValue(headers, 'status'))?.[0] ?? '';
    return {
      action,
      status: code,
      diagnostic: truncate(headerValue(headers, 'diagnostic-code'), maxDiagnosticLength)
        .replace(/^smtp;\s*/i, '')
        .replaceAll(/\s+/g, ' '),
    };
  }
  return null;
}

const headerValue = (headers: readonly Header[], name: string): string =>
  headers
    .filter(({ key }) => key === name)
    .map(({ value }) => value.trim())
    .join('\n');

/** Senders of bounces without a machine-readable part: qmail, older Exim and Exchange, and some providers. */
const mailPrograms = /mailer-daemon|postmaster|mail delivery (?:sub)?system|mail-daemon/i;
/** Start of the quoted newsletter, which may contain anything. */
const quotedMail =
  /^[ \t>]*(?:[-=_*]{2}.*(?:copy|original|below|forwarded|returned|unsent|message follows|kopie|ursprünglich|الأصلية).*|(?:return-path|received|message-id|mime-version|content-type|dkim-signature):.*|.*\b(?:copy of (?:the|your) message|original (?:message|mail|headers?)|message headers|ursprüngliche (?:nachricht|mail)|kopie (?:der|ihrer) (?:nachricht|mail))\b.*|.*(?:الرسالة الأصلية|نسخة من الرسالة).*)$/im;
const subjectLine = /^[ \t>]*(?:subject|betreff|الموضوع):.*$/gim;
const stillTrying =
  /\b(?:will (?:continue|keep|be retried)|still (?:being )?tr(?:y|ied)|(?:delivery|message) (?:is |has been |was )?delayed|delay(?:ed)? (?:delivery|warning)|no action is required|retry(?:ing)? (?:for|until)|not yet (?:been )?delivered)\b|\bverzögert\b|weiter(?:hin)? versucht|\bنحاول\b|متأخر|تأخر/i;
/** Marks a paragraph as the mail server's reply, not the bounce program's text. */
const serverReplyStart = /(?<![\d.])5\d\d[ -]|(?<![\d.])5\.\d{1,3}\.\d{1,3}(?!\d|\.\d)/;

function readTextReport(mail: Email): DeliveryReport | null {
  const from = `${mail.from?.name ?? ''} ${mail.from && 'address' in mail.from ? (mail.from.address ?? '') : ''}`;
  if (!mailPrograms.test(from) && headerValue(mail.headers, 'x-failed-recipients') === '') return null;
  const all = truncate(mail.text ?? textOfHtml(mail.html ?? ''), maxTextLength)
    .split('\n')
    .map((line) => truncate(line, maxLineLength))
    .join('\n');
  const words = all.slice(0, quotedMail.exec(all)?.index).replace(subjectLine, '');
  if (words.trim() === '') return null;
  if (stillTrying.test(`${mail.subject ?? ''}\n${words}`)) return { action: 'delayed', status: '', diagnostic: '' };
  const paragraphs = words
    .split(/\n[ \t]*\n/)
    .map((each) => each.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean);
  const quoted = paragraphs.filter((each) => serverReplyStart.test(each));
  const telling = quoted.length > 0 ? quoted : paragraphs.filter((each) => classifyReply(each) !== 'unclear');
  return { action: 'failed', status: '', diagnostic: telling.join(' ') || (paragraphs.at(-1) ?? '') };
}

const textOfHtml = (html: string): string =>
  html.replace(/<(?:br|\/p|\/div|\/tr|\/h\d)[^<>]*>/gi, '\n').replace(/<[^<>]+>/g, ' ');

export type Bounce = 'no-mailbox' | 'refused' | 'later';

/** Only `no-mailbox` ends a subscription, as at delivery; a full mailbox or a blocked sender does not. */
export function classifyBounce({
  action,
  status,
  diagnostic,
}: Pick<DeliveryReport, 'action' | 'status' | 'diagnostic'>): Bounce {
  if (action !== 'failed') return 'later';
  return classifyReply(`${status} ${diagnostic}`) === 'no-mailbox' ? 'no-mailbox' : 'refused';
}
