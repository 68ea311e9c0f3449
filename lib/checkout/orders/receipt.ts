import 'server-only';
import { assertLearner, type Actor } from '@/lib/actor';
import type { PaymentMethod } from '@/generated/prisma/enums';
import { findProduct } from '@/lib/courses/catalogue/catalogue';
import { db } from '@/lib/database/client';
import { inEachLanguage, type Localised } from '@/lib/language';
import { readBilling } from './billing';

export interface CreditNote { number: number; amountPiastres: number; at: Date }

/** A paid order as a document. */
export interface Receipt {
  orderId: string;
  number: number;
  buyer: { name: string; email: string } | null;
  item: Localised;
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
      id: true, number: true, billing: true, productKey: true, description: true, amountPiastres: true, currency: true, method: true,
      paidChargeId: true, paidAt: true,
      refundRequests: {
        where: { creditNoteNumber: { not: null } }, orderBy: { creditNoteNumber: 'asc' },
        select: { creditNoteNumber: true, amountPiastres: true, doneAt: true },
      },
    },
  });
  if (!order?.paidAt) return null;
  const { id, paidAt, billing, productKey, description, paidChargeId, refundRequests, ...rest } = order;
  const buyer = readBilling(billing);
  const product = await findProduct(productKey);
  return {
    ...rest, orderId: id, paidAt,
    buyer: buyer && { name: `${buyer.first_name} ${buyer.last_name}`, email: buyer.email },
    item: product?.description ?? inEachLanguage(() => description),
    chargeId: paidChargeId,
    creditNotes: refundRequests.flatMap(({ creditNoteNumber, amountPiastres, doneAt }) =>
      creditNoteNumber !== null && doneAt ? [{ number: creditNoteNumber, amountPiastres, at: doneAt }] : []),
  };
}
