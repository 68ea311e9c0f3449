import 'server-only';
import { config } from '@/lib/config/config';
import { titlesOf } from '@/lib/courses/catalogue/course';
import { enqueueMail } from '@/lib/mail/outbox';
import type { Tx } from '@/lib/database/client';
import { readBilling } from './billing';
import { mayMailUnpaid } from './foreign-mailbox';
import { orderLanguage, type OrderRow } from './order-row';
import { buyAgainAddress } from './payment-address';

/** Mails go to the address typed for this purchase; a deleted buyer has none any more. */
function addressOf(order: OrderRow): { to: string; name: string } | null {
  const billing = readBilling(order.billing);
  return billing ? { to: billing.email, name: `${billing.first_name} ${billing.last_name}` } : null;
}

type Template =
  | 'receipt' | 'free-order' | 'gift-receipt' | 'seats-receipt' | 'refunded' | 'double-charge' | 'double-purchase' | 'coupon-over'
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
  refund: { creditNoteNumber: number | null; amountPiastres: number; requestId: string },
): Promise<void> =>
  mail(tx, order, 'refunded', `refunded:${refund.requestId}`, {
    amountPiastres: String(refund.amountPiastres), ...(refund.creditNoteNumber === null ? {} : { creditNoteNumber: String(refund.creditNoteNumber) }),
  });

export const mailDoubleCharge = (tx: Tx, order: OrderRow, chargeId: string): Promise<void> =>
  mail(tx, order, 'double-charge', `double-charge:${chargeId}`, {});

/** Paid after its time was over, when the coupon's last use was gone. */
export const mailCouponOver = (tx: Tx, order: OrderRow): Promise<void> =>
  mail(tx, order, 'coupon-over', `coupon-over:${order.id}`, { url: `${config().siteUrl}${buyAgainAddress(orderLanguage(order), { ...order, coupon: null })}` });

/** A part of the order bought what the buyer had got meanwhile. */
export const mailDoublePurchase = (tx: Tx, order: OrderRow, amountPiastres: number): Promise<void> =>
  mail(tx, order, 'double-purchase', `double-purchase:${order.id}`, { amountPiastres: String(amountPiastres) });

export const mailRefundRequested = (tx: Tx, order: OrderRow, requestId: string, dueAt: Date): Promise<void> =>
  mail(tx, order, `${refundOf[order.purpose]}refund-requested`, `refund-requested:${requestId}`, { dueAt: dueAt.toISOString() });

export const mailRefundRefused = (tx: Tx, order: OrderRow, requestId: string, reason: string): Promise<void> =>
  mail(tx, order, `${refundOf[order.purpose]}refund-refused`, `refund-refused:${requestId}`, { reason });
