import { db } from '@/lib/database/client';
import { consumeLimit } from '@/lib/database/rate-limit';
import { loadTranslator, problemText } from '@/lib/i18n/messages';
import {
  defaultLanguage,
  internationalLanguage,
  isLanguage,
  type Language,
  languageOfHeader,
  languages,
} from '@/lib/language';
import { log } from '@/lib/log';
import type { NotificationRequest } from '@/lib/payments/provider';
import { paymentOff, readNotification, readReturn } from '@/lib/payments/providers';
import { Problem, unavailable } from '@/lib/problem';
import { registerRequestCheck } from '@/lib/process/shared-state';
import { inquireOrder } from './inquire';
import { settlePayment, type SettleResult } from './settle';

const refusals = {
  unsigned: { status: 401, key: 'bad-signature', headers: { 'www-authenticate': 'Bearer' } },
  malformed: { status: 400, key: 'not-a-callback', headers: {} },
} as const;

/** Refuses forged notifications before they cost a full request (R25). `receiveNotification` handles all others. */
export async function registerNotificationCheck(): Promise<void> {
  const titles = new Map<string, string>();
  for (const lang of languages) {
    const t = await loadTranslator(lang);
    for (const { key } of Object.values(refusals)) titles.set(`${lang} ${key}`, problemText(t, key));
  }
  registerRequestCheck('/api/payment/callback', ({ query, body, header }) => {
    const reading = readNotification({ body: body.toString('utf8'), query, header });
    if (reading?.kind !== 'unsigned' && reading?.kind !== 'malformed') return null;
    const lang = languageOfHeader(header('accept-language')) ?? internationalLanguage;
    const refusal = refusals[reading.kind];
    return { ...refusal, title: titles.get(`${lang} ${refusal.key}`) ?? refusal.key, lang };
  });
}

export interface NotificationInput extends NotificationRequest {
  readonly now: Date;
}

/** `confirmed` resolves once the provider was asked about an unproven report. Respond without waiting for it. */
export interface NotificationResult {
  readonly confirmed: Promise<void> | null;
}

/** Duplicates, unknown orders and other kinds succeed. @throws Problem 401 forged · 400 malformed · 503 not stored */
export async function receiveNotification({ now, ...request }: NotificationInput): Promise<NotificationResult> {
  const reading = readNotification(request);
  if (!reading) throw paymentOff();
  if (reading.kind === 'unsigned' || reading.kind === 'malformed') {
    const { status, key, headers } = refusals[reading.kind];
    throw new Problem(status, key, { headers });
  }
  if (reading.kind === 'unhandled') {
    log.info({ type: reading.type }, 'Ignored a payment notification of an unknown kind');
    return { confirmed: null };
  }
  const settled = await assertStored(settlePayment({ source: 'callback', charge: reading.charge, now }));
  return { confirmed: settled.needsInquiry && settled.orderId ? confirmInBackground(settled.orderId, now) : null };
}

/** Runs after the provider got its response. If the inquiry fails, the reconcile job asks again. */
async function confirmInBackground(orderId: string, now: Date): Promise<void> {
  try {
    await inquireOrder(orderId, { source: 'inquiry', now });
  } catch (error) {
    log.error(
      { orderId, err: error },
      'A payment notification could not be confirmed; the reconcile job asks the provider again',
    );
  }
}

async function assertStored(settling: Promise<SettleResult>): Promise<SettleResult> {
  try {
    return await settling;
  } catch (error) {
    log.error(
      { err: error },
      'A payment notification could not be stored; answering 503, so that the provider sends it again',
    );
    throw unavailable('not-stored');
  }
}

interface PaymentReturn {
  readonly orderId: string;
  readonly lang: Language;
}

/** The signed query only says which order to ask about; its claim of success is ignored (row P5). */
export async function receiveReturn({
  query,
  now,
}: {
  query: URLSearchParams;
  now: Date;
}): Promise<PaymentReturn | null> {
  const paymentId = readReturn(query);
  if (!paymentId) return null;
  const client = await db();
  const attempt = await client.paymentAttempt.findUnique({
    where: { paymentId },
    select: { order: { select: { id: true, lang: true, paidChargeId: true } } },
  });
  if (!attempt) return null;
  const { id: orderId, lang, paidChargeId } = attempt.order;
  if (!(await isSettledBy(paymentId, paidChargeId)) && (await mayInquire(orderId, now)))
    await inquireOrder(orderId, { source: 'return', withClosed: true, now });
  return { orderId, lang: isLanguage(lang) ? lang : defaultLanguage };
}

async function isSettledBy(paymentId: string, paidChargeId: string | null): Promise<boolean> {
  if (paidChargeId === null) return false;
  const client = await db();
  return (await client.paymentEvent.count({ where: { paymentId, chargeId: paidChargeId } })) > 0;
}

/** The return address works repeatedly and without a session, so inquiries from it are limited. */
async function mayInquire(orderId: string, now: Date): Promise<boolean> {
  try {
    await consumeLimit('return-order', orderId, now);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.status === 429) return false;
    throw error;
  }
}
