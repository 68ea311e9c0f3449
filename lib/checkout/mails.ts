import 'server-only';
import { defaultLanguage, isLanguage, type Language } from '@/lib/language';
import { enqueueMail } from '@/lib/mail/outbox';
import type { Tx } from '@/lib/database/client';
import type { SettledOrder } from './settled-order';
import { keptBilling } from './kept-billing';

const languageOf = (order: SettledOrder): Language => (isLanguage(order.lang) ? order.lang : defaultLanguage);

/** Mails go to the address typed for this purchase; a deleted buyer has none any more. */
function addressOf(order: SettledOrder): { to: string; name: string } | null {
  const billing = keptBilling(order.billing);
  return billing ? { to: billing.email, name: `${billing.first_name} ${billing.last_name}` } : null;
}

type Template = 'receipt' | 'refunded' | 'double-charge' | 'refund-requested' | 'refund-refused';

async function mail(tx: Tx, order: SettledOrder, template: Template, key: string, extra: Record<string, string>): Promise<void> {
  const address = addressOf(order);
  if (!address) return;
  const data = {
    name: address.name, orderId: order.id, orderNumber: String(order.number), description: order.description,
    amountPiastres: String(order.amountPiastres), currency: order.currency, courseSlug: order.courseSlug, ...extra,
  };
  await enqueueMail(tx, { key, to: address.to, lang: languageOf(order), template, data });
}

/** The outbox key makes sure that a receipt is written once, however often the payment is told. */
export const mailReceipt = (tx: Tx, order: SettledOrder, paidAt: Date): Promise<void> =>
  mail(tx, order, 'receipt', `receipt:${order.id}`, { paidAt: paidAt.toISOString(), method: order.method ?? 'card' });

export const mailRefunded = (
  tx: Tx,
  order: SettledOrder,
  refund: { creditNoteNumber: number; amountPiastres: number; transactionId: number },
): Promise<void> =>
  mail(tx, order, 'refunded', `refunded:${refund.transactionId}`, {
    creditNoteNumber: String(refund.creditNoteNumber), amountPiastres: String(refund.amountPiastres),
  });

export const mailDoubleCharge = (tx: Tx, order: SettledOrder, transactionId: number): Promise<void> =>
  mail(tx, order, 'double-charge', `double-charge:${transactionId}`, {});

export const mailRefundRequested = (tx: Tx, order: SettledOrder, requestId: string, dueAt: Date): Promise<void> =>
  mail(tx, order, 'refund-requested', `refund-requested:${requestId}`, { dueAt: dueAt.toISOString() });

export const mailRefundRefused = (tx: Tx, order: SettledOrder, requestId: string, reason: string): Promise<void> =>
  mail(tx, order, 'refund-refused', `refund-refused:${requestId}`, { reason });
