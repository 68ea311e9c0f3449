import 'server-only';
import { assertLearner, type Actor } from '@/lib/actor';
import type { PaymentMethod } from '@/generated/prisma/enums';
import { findProduct } from '@/lib/courses/catalogue/catalogue';
import { lineText } from '@/lib/courses/catalogue/course';
import { db } from '@/lib/database/client';
import { inEachLanguage, type Localised } from '@/lib/language';
import { readBilling } from './billing';

export interface CreditNote { number: number; amountPiastres: number; at: Date }

/** A paid order as a document. */
export interface Receipt {
  orderId: string;
  number: number;
  buyer: { name: string; email: string } | null;
  items: Localised[];
  /** null: no coupon was used */
  coupon: { code: string } | null;
  discountPiastres: number;
  taxPiastres: number;
  amountPiastres: number;
  currency: string;
  method: PaymentMethod | null;
  chargeId: string | null;
  paidAt: Date;
  creditNotes: CreditNote[];
}

/** The actor's own; an administrator's any. Null for an order that was never paid, or was free. @throws Problem 401, 403 */
export async function findReceipt(actor: Actor, orderId: string): Promise<Receipt | null> {
  assertLearner(actor);
  const client = await db();
  const seesAll = actor.role === 'admin' && actor.totpEnrolled;
  const order = await client.order.findFirst({
    where: { id: orderId, paidAt: { not: null }, amountPiastres: { gt: 0 }, ...(seesAll ? {} : { userId: actor.userId }) },
    select: {
      id: true, number: true, billing: true, amountPiastres: true, discountPiastres: true, taxPiastres: true, currency: true, method: true,
      paidChargeId: true, paidAt: true, coupon: { select: { code: true } },
      lines: { orderBy: { position: 'asc' }, select: { productKey: true, courseSlug: true, description: true } },
      refundRequests: {
        where: { creditNoteNumber: { not: null } }, orderBy: { creditNoteNumber: 'asc' },
        select: { creditNoteNumber: true, amountPiastres: true, doneAt: true },
      },
    },
  });
  if (!order?.paidAt) return null;
  const { id, paidAt, billing, lines, paidChargeId, refundRequests, ...rest } = order;
  const buyer = readBilling(billing);
  return {
    ...rest, orderId: id, paidAt,
    buyer: buyer && { name: `${buyer.first_name} ${buyer.last_name}`, email: buyer.email },
    items: await Promise.all(lines.map(itemOf)),
    chargeId: paidChargeId,
    creditNotes: refundRequests.flatMap(({ creditNoteNumber, amountPiastres, doneAt }) =>
      creditNoteNumber !== null && doneAt ? [{ number: creditNoteNumber, amountPiastres, at: doneAt }] : []),
  };
}

interface Line { productKey: string; courseSlug: string; description: string }

/** The text as it is now; of a product that is gone, the text at the time. */
async function itemOf({ productKey, courseSlug, description }: Line): Promise<Localised> {
  const product = await findProduct(productKey);
  return product ? lineText(product, courseSlug).description : inEachLanguage(() => description);
}
