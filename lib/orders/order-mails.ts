import { config } from '@/lib/config/config';
import { hmacOf } from '@/lib/config/secrets';
import { titlesOf } from '@/lib/courses/catalogue/course';
import type { Tx } from '@/lib/database/client';
import { tryConsumeLimit } from '@/lib/database/rate-limit';
import { defaultLanguage } from '@/lib/language';
import { enqueueMail } from '@/lib/mail/outbox';
import { labelOf } from '@/lib/orders/receipts/tax-receipt';
import type { Charge } from '@/lib/payments/provider';
import { readBilling } from './billing';
import { orderLanguage, type OrderRow } from './order-row';
import { buyAgainUrl } from './payment-url';

/** Mails go to the address typed for this purchase, which is erased with the buyer's account. */
function recipientOf(order: OrderRow): { to: string; name: string } | null {
  const billing = readBilling(order.billing);
  return billing ? { to: billing.email, name: `${billing.first_name} ${billing.last_name}` } : null;
}

type Template =
  | 'receipt'
  | 'free-order'
  | 'gift-receipt'
  | 'seats-receipt'
  | 'refunded'
  | 'double-charge'
  | 'double-purchase'
  | 'double-order'
  | 'coupon-over'
  | 'payment-in-review'
  | 'seat-left'
  | 'seat-declined'
  | `${'' | 'gift-' | 'seats-'}refund-${'requested' | 'refused'}`;

const refundTemplatePrefix = { self: '', gift: 'gift-', seats: 'seats-' } as const;

async function enqueueOrderMail(
  tx: Tx,
  order: OrderRow,
  template: Template,
  key: string,
  extra: Record<string, string>,
): Promise<void> {
  const recipient = recipientOf(order);
  if (!recipient) return;
  const data = {
    name: recipient.name,
    orderId: order.id,
    orderNumber: String(order.number),
    description: order.description,
    amountPiastres: String(order.amountPiastres),
    currency: order.currency,
    courseSlug: order.courseSlug,
    ...(order.coupon ? { coupon: order.coupon.code, discountPiastres: String(order.discountPiastres) } : {}),
    ...extra,
  };
  await enqueueMail(tx, { key, to: recipient.to, lang: orderLanguage(order), template, data });
}

/** Sends one receipt, however often the payment is reported, because the outbox key is unique. */
export async function mailReceipt(tx: Tx, order: OrderRow, paidAt: Date): Promise<void> {
  const recipient = recipientOf(order);
  if (
    order.amountPiastres === 0 &&
    recipient &&
    !(await canMailAboutUnpaidOrder(tx, { userId: order.userId, email: recipient.to }, paidAt))
  )
    return;
  const myCourses: Record<string, string> =
    order.lines.length > 1 ? { url: `${config().siteUrl}/${orderLanguage(order)}/profile/myCourses` } : {};
  await enqueueOrderMail(tx, order, order.amountPiastres === 0 ? 'free-order' : 'receipt', `receipt:${order.id}`, {
    paidAt: paidAt.toISOString(),
    ...myCourses,
  });
}

export const mailGiftReceipt = (tx: Tx, order: OrderRow, paidAt: Date): Promise<void> =>
  enqueueOrderMail(tx, order, 'gift-receipt', `receipt:${order.id}`, {
    paidAt: paidAt.toISOString(),
    recipient: order.gift?.recipientName ?? '',
  });

export const mailSeatsReceipt = (tx: Tx, order: OrderRow, paidAt: Date): Promise<void> =>
  enqueueOrderMail(tx, order, 'seats-receipt', `receipt:${order.id}`, {
    paidAt: paidAt.toISOString(),
    url: `${config().siteUrl}/${orderLanguage(order)}/profile/team`,
  });

interface SeatGivenUpMail {
  readonly template: 'seat-left' | 'seat-declined';
  readonly seatId: string;
  readonly holderId: string;
  readonly who: string;
  readonly course: unknown;
  readonly now: Date;
}

/** The key names both users, so that deleting either account deletes the mail. */
export const mailSeatGivenUp = (
  tx: Tx,
  order: OrderRow,
  { template, seatId, holderId, who, course, now }: SeatGivenUpMail,
): Promise<void> =>
  enqueueOrderMail(tx, order, template, `${template}:${seatId}:${holderId}:${order.userId ?? ''}:${now.getTime()}`, {
    who,
    course: titlesOf(course)[orderLanguage(order)],
    url: `${config().siteUrl}/${orderLanguage(order)}/profile/team`,
  });

export const mailRefunded = (
  tx: Tx,
  order: OrderRow,
  refund: {
    creditNoteNumber: number | null;
    amountPiastres: number;
    currency: string;
    requestId: string;
    isByHand: boolean;
  },
): Promise<void> =>
  enqueueOrderMail(tx, order, 'refunded', `refunded:${refund.requestId}`, {
    ...refundMoneyData(refund),
    ...(refund.creditNoteNumber === null ? {} : { creditNoteNumber: labelOf('creditNote', refund.creditNoteNumber) }),
  });

type ReceivedMoney = Pick<Charge, 'amountPiastres' | 'currency'>;

const receivedMoneyData = ({ amountPiastres, currency }: ReceivedMoney) => ({
  receivedPiastres: String(amountPiastres),
  receivedCurrency: currency,
});

export const mailPaymentInReview = (tx: Tx, order: OrderRow, received: ReceivedMoney): Promise<void> =>
  enqueueOrderMail(tx, order, 'payment-in-review', `payment-in-review:${order.id}`, receivedMoneyData(received));

export async function mailReviewToAdministration(tx: Tx, order: OrderRow, received: ReceivedMoney): Promise<void> {
  const { contactEmail, siteUrl } = config();
  const administrators = contactEmail
    ? [{ email: contactEmail, lang: defaultLanguage }]
    : await tx.user.findMany({
        where: { role: 'admin', email: { not: null }, emailConfirmedAt: { not: null } },
        select: { email: true, lang: true },
      });
  for (const [at, { email, lang: stored }] of administrators.entries()) {
    const lang = orderLanguage({ lang: stored });
    await enqueueMail(tx, {
      key: `review:${order.id}:${at}`,
      to: email ?? '',
      lang,
      template: 'payment-to-decide',
      data: {
        orderId: order.id,
        orderNumber: String(order.number),
        description: order.description,
        amountPiastres: String(order.amountPiastres),
        currency: order.currency,
        ...receivedMoneyData(received),
        url: `${siteUrl}/${lang}/admin/orders/${order.id}`,
      },
    });
  }
}

interface RefundMoney {
  readonly amountPiastres: number;
  readonly currency: string;
  readonly isByHand: boolean;
}

const refundMoneyData = ({ amountPiastres, currency, isByHand }: RefundMoney) => ({
  amountPiastres: String(amountPiastres),
  currency,
  how: isByHand ? 'hand' : 'provider',
});

export const mailDoubleCharge = (tx: Tx, order: OrderRow, chargeId: string, money: RefundMoney): Promise<void> =>
  enqueueOrderMail(tx, order, 'double-charge', `double-charge:${chargeId}`, refundMoneyData(money));

/** Tells the buyer of an order paid after it expired that the coupon was used up. */
export const mailCouponOver = (tx: Tx, order: OrderRow, money: RefundMoney): Promise<void> =>
  enqueueOrderMail(tx, order, 'coupon-over', `coupon-over:${order.id}`, {
    ...refundMoneyData(money),
    url: `${config().siteUrl}${buyAgainUrl(orderLanguage(order), { ...order, coupon: null })}`,
  });

export const mailDoublePurchase = (tx: Tx, order: OrderRow, isWhole: boolean, money: RefundMoney): Promise<void> =>
  enqueueOrderMail(
    tx,
    order,
    isWhole ? 'double-order' : 'double-purchase',
    `double-purchase:${order.id}`,
    refundMoneyData(money),
  );

export const mailRefundRequested = (tx: Tx, order: OrderRow, requestId: string, dueAt: Date): Promise<void> =>
  enqueueOrderMail(
    tx,
    order,
    `${refundTemplatePrefix[order.purpose]}refund-requested`,
    `refund-requested:${requestId}`,
    {
      dueAt: dueAt.toISOString(),
    },
  );

export const mailRefundRefused = (tx: Tx, order: OrderRow, requestId: string, reason: string): Promise<void> =>
  enqueueOrderMail(tx, order, `${refundTemplatePrefix[order.purpose]}refund-refused`, `refund-refused:${requestId}`, {
    reason,
  });

/** Limits an unconfirmed address to one email a month until its buyer has paid: anyone could mail strangers. */
export async function canMailAboutUnpaidOrder(
  tx: Tx,
  { userId, email }: { userId: string | null; email: string },
  now: Date,
): Promise<boolean> {
  if (userId !== null) {
    if ((await tx.user.count({ where: { id: userId, email, emailConfirmedAt: { not: null } } })) > 0) return true;
    if ((await tx.order.count({ where: { userId, paidAt: { not: null }, amountPiastres: { gt: 0 } } })) > 0)
      return true;
  }
  return tryConsumeLimit(tx, 'foreign-mailbox', hmacOf('foreign-mailbox', email), now);
}
