import 'server-only';
import { translatorOf } from '@/lib/i18n/translator';
import { internationalLanguage, languageOfHeader, languages } from '@/lib/language';
import { log } from '@/lib/log';
import { paidProvider, requirePaidProvider } from '@/lib/payments/providers';
import type { SentNotification } from '@/lib/payments/provider';
import { Problem, unavailable } from '@/lib/problem';
import { registerRequestCheck } from '@/lib/process/request-check';
import { inquireOrder } from './inquire';
import { settlePayment, type Settled } from './settle';

const refusals = {
  unsigned: { status: 401, key: 'bad-signature', headers: { 'www-authenticate': 'Bearer' } },
  malformed: { status: 400, key: 'not-a-callback', headers: {} },
} as const;

/**
 * Forged notifications are refused by what was sent alone, without a request's worth of work each (R25). What passes is read
 * again by `receiveNotification`, which decides.
 */
export async function registerNotificationCheck(): Promise<void> {
  const titles = new Map<string, string>();
  for (const lang of languages) {
    const t = await translatorOf(lang);
    for (const { key } of Object.values(refusals)) titles.set(`${lang} ${key}`, t(`problems.${key.replaceAll('-', '_')}`));
  }
  registerRequestCheck('/api/payment/callback', ({ query, body, header }) => {
    const reading = paidProvider()?.readNotification({ body: body.toString('utf8'), query, header });
    if (reading?.kind !== 'unsigned' && reading?.kind !== 'malformed') return null;
    const lang = languageOfHeader(header('accept-language')) ?? internationalLanguage;
    const refusal = refusals[reading.kind];
    return { ...refusal, title: titles.get(`${lang} ${refusal.key}`) ?? refusal.key, lang };
  });
}

export interface Delivery extends SentNotification { readonly now: Date }

/** `confirmed` ends when the provider was asked about what the notification alone does not prove; nobody has to wait for it. */
export interface Received { readonly confirmed: Promise<void> | null }

/**
 * Returns once the notification is stored, and for everything that need not be sent again: duplicates, unknown orders, kinds
 * we do not act on.
 * @throws Problem 401 wrong signature · 400 not a notification · 503 could not be stored, or payment is off
 */
export async function receiveNotification({ now, ...sent }: Delivery): Promise<Received> {
  const reading = requirePaidProvider().readNotification(sent);
  if (reading.kind === 'unsigned' || reading.kind === 'malformed') {
    const { status, key, headers } = refusals[reading.kind];
    throw new Problem(status, key, { headers });
  }
  if (reading.kind === 'unhandled') {
    log.info({ type: reading.type }, 'notification of a kind we do not act on');
    return { confirmed: null };
  }
  const settled = await stored(settlePayment({ source: 'callback', charge: reading.charge, now }));
  return { confirmed: settled.needsInquiry && settled.orderId ? confirmLater(settled.orderId, now) : null };
}

/** The provider gets its answer at once; should this fail, the reconcile job asks. */
async function confirmLater(orderId: string, now: Date): Promise<void> {
  try {
    await inquireOrder(orderId, { source: 'inquiry', now });
  } catch (error) {
    log.error({ orderId, err: error }, 'confirming a notification failed');
  }
}

async function stored(settling: Promise<Settled>): Promise<Settled> {
  try {
    return await settling;
  } catch (error) {
    log.error({ err: error }, 'notification could not be stored');
    throw unavailable('not-stored');
  }
}
