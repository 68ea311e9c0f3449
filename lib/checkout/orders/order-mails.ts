import 'server-only';
import { config } from '@/lib/config/config';
import { titlesOf } from '@/lib/courses/catalogue/course';
import { enqueueMail } from '@/lib/mail/outbox';
import type { Tx } from '@/lib/database/client';
import { defaultLanguage } from '@/lib/language';
import type { Charge } from '@/lib/payments/provider';
import { readBilling } from './billing';
import { mayMailUnpaid } from './foreign-mailbox';
import { orderLanguage, type OrderRow } from './order-row';
import { buyAgainAddress } from './payment-address';
import { labelOf } from './receipt-label';

/** Mails go to the address typed for this purchase; a deleted buyer has none any more. */
function addressOf(order: OrderRow): { to: string; name: string } | null {
  const billing = readBilling(order.billing);
  return billing ? { to: billing.email, name: `${billing.first_name} ${billing.last_name}` } : null;
}

type Template =
  | 'receipt' | 'free-order' | 'gift-receipt' | 'seats-receipt' | 'refunded' | 'double-charge' | 'double-purchase' | 'double-order' | 'coupon-over'
  | 'payment-in-review'
  | 'seat-left' | 'seat-declined'
  | `${'' | 'gift-' | 'seats-'}refund-${'requested' | 'refused'}`;

/** What becomes of a refund is said for what it is of. */
const refundOf = { self: '', gift: 'gift-', seats: 'seats-' } as const;

async function mail(tx: Tx, order: OrderRow, template: Template, key: string, extra: Record<string, string>): Promise<void> {
  const address = addressOf(order);
  if (!address) return;
  const data = {
    name: address.name, orderId: order.id, orderNumber: String(order.number), description: order.description,
    amountPiastres: String(order.amountPiastres), currency: order.currency, courseSlug: order.courseSlug,
    ...(order.coupon ? { coupon: order.coupon.code, discountPiastres: String(order.discountPiastres) } : {}), ...extra,
  };
  await enqueueMail(tx, { key, to: address.to, lang: orderLanguage(order), template, data });
}

/** The outbox key makes sure that a receipt is written once, however often the payment is reported. */
export async function mailReceipt(tx: Tx, order: OrderRow, paidAt: Date): Promise<void> {
  const address = addressOf(order);
  if (order.amountPiastres === 0 && address && !(await mayMailUnpaid(tx, { userId: order.userId, email: address.to }, paidAt))) return;
  const myCourses: Record<string, string> = order.lines.length > 1 ? { url: `${config().siteUrl}/${orderLanguage(order)}/profile/myCourses` } : {};
  await mail(tx, order, order.amountPiastres === 0 ? 'free-order' : 'receipt', `receipt:${order.id}`, {
    paidAt: paidAt.toISOString(), ...myCourses,
  });
}

/** Names the gift; the link leads to where the giver sees what became of it. */
export const mailGiftReceipt = (tx: Tx, order: OrderRow, paidAt: Date): Promise<void> =>
  mail(tx, order, 'gift-receipt', `receipt:${order.id}`, { paidAt: paidAt.toISOString(), recipient: order.gift?.recipientName ?? '' });

/** The link leads to where the buyer invites people. */
export const mailSeatsReceipt = (tx: Tx, order: OrderRow, paidAt: Date): Promise<void> =>
  mail(tx, order, 'seats-receipt', `receipt:${order.id}`, { paidAt: paidAt.toISOString(), url: `${config().siteUrl}/${orderLanguage(order)}/profile/team` });

interface GivenUp {
  readonly template: 'seat-left' | 'seat-declined';
  readonly seatId: string;
  /** Empty when nobody was signed in. */
  readonly holderId: string;
  /** Their name, or where the invitation was sent. */
  readonly who: string;
  /** `text` of the course. */
  readonly course: unknown;
  readonly now: Date;
}

/** The link leads to where the buyer invites somebody else. The key names both people, so that the mail goes with either account. */
export const mailSeatGivenUp = (tx: Tx, order: OrderRow, { template, seatId, holderId, who, course, now }: GivenUp): Promise<void> =>
  mail(tx, order, template, `${template}:${seatId}:${holderId}:${order.userId ?? ''}:${now.getTime()}`, {
    who, course: titlesOf(course)[orderLanguage(order)], url: `${config().siteUrl}/${orderLanguage(order)}/profile/team`,
  });

export const mailRefunded = (
  tx: Tx,
  order: OrderRow,
  refund: { creditNoteNumber: number | null; amountPiastres: number; currency: string; requestId: string; isByHand: boolean },
): Promise<void> =>
  mail(tx, order, 'refunded', `refunded:${refund.requestId}`, {
    ...goingBack(refund),
    ...(refund.creditNoteNumber === null ? {} : { creditNoteNumber: labelOf('creditNote', refund.creditNoteNumber) }),
  });

type ReceivedMoney = Pick<Charge, 'amountPiastres' | 'currency'>;

const receivedOf = ({ amountPiastres, currency }: ReceivedMoney) => ({ receivedPiastres: String(amountPiastres), receivedCurrency: currency });

/** A payment of another amount or currency arrived (row P10). */
export const mailPaymentInReview = (tx: Tx, order: OrderRow, received: ReceivedMoney): Promise<void> =>
  mail(tx, order, 'payment-in-review', `payment-in-review:${order.id}`, receivedOf(received));

/** To the address of the contact form, else to every administrator. */
export async function mailReviewToAdministration(tx: Tx, order: OrderRow, received: ReceivedMoney): Promise<void> {
  const { contactEmail, siteUrl } = config();
  const administrators = contactEmail
    ? [{ email: contactEmail, lang: defaultLanguage }]
    : await tx.user.findMany({ where: { role: 'admin', email: { not: null }, emailConfirmedAt: { not: null } }, select: { email: true, lang: true } });
  for (const [at, { email, lang: stored }] of administrators.entries()) {
    const lang = orderLanguage({ lang: stored });
    await enqueueMail(tx, {
      key: `review:${order.id}:${at}`, to: email ?? '', lang, template: 'payment-to-decide',
      data: {
        orderId: order.id, orderNumber: String(order.number), description: order.description, amountPiastres: String(order.amountPiastres), currency: order.currency,
        ...receivedOf(received), url: `${siteUrl}/${lang}/admin/orders/${order.id}`,
      },
    });
  }
}

interface GoingBack { readonly amountPiastres: number; readonly currency: string; /** Not every provider can send back every payment. */ readonly isByHand: boolean }

const goingBack = ({ amountPiastres, currency, isByHand }: GoingBack) => ({ amountPiastres: String(amountPiastres), currency, how: isByHand ? 'hand' : 'provider' });

export const mailDoubleCharge = (tx: Tx, order: OrderRow, chargeId: string, money: GoingBack): Promise<void> =>
  mail(tx, order, 'double-charge', `double-charge:${chargeId}`, goingBack(money));

/** Paid after its time was over, when the coupon's last use was gone. */
export const mailCouponOver = (tx: Tx, order: OrderRow, money: GoingBack): Promise<void> =>
  mail(tx, order, 'coupon-over', `coupon-over:${order.id}`, {
    ...goingBack(money), url: `${config().siteUrl}${buyAgainAddress(orderLanguage(order), { ...order, coupon: null })}`,
  });

/** The buyer had got a part of the order, or all of it, by another order meanwhile. */
export const mailDoublePurchase = (tx: Tx, order: OrderRow, isWhole: boolean, money: GoingBack): Promise<void> =>
  mail(tx, order, isWhole ? 'double-order' : 'double-purchase', `double-purchase:${order.id}`, goingBack(money));

export const mailRefundRequested = (tx: Tx, order: OrderRow, requestId: string, dueAt: Date): Promise<void> =>
  mail(tx, order, `${refundOf[order.purpose]}refund-requested`, `refund-requested:${requestId}`, { dueAt: dueAt.toISOString() });

export const mailRefundRefused = (tx: Tx, order: OrderRow, requestId: string, reason: string): Promise<void> =>
  mail(tx, order, `${refundOf[order.purpose]}refund-refused`, `refund-refused:${requestId}`, { reason });
