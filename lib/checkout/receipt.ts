import 'server-only';
import { assertLearner, type Actor } from '@/lib/actor';
import type { PaymentMethod } from '@/generated/prisma/enums';
import { findProduct } from '@/lib/courses/catalogue';
import { db } from '@/lib/database/client';
import { inEachLanguage, type Localised } from '@/lib/language';
import { keptBilling } from './kept-billing';

export interface CreditNote { number: number; amountPiastres: number; at: Date }

/** A paid order as a document; written in Arabic and another language at once. */
export interface Receipt {
  orderId: string;
  number: number;
  buyer: { name: string; email: string } | null;
  item: Localised;
  amountPiastres: number;
  currency: string;
  method: PaymentMethod | null;
  transactionId: string | null;
  paidAt: Date;
  creditNotes: CreditNote[];
}

/** The actor's own; an administrator's any. Null for an order that was never paid. @throws Problem 401, 403 */
export async function findReceipt(actor: Actor, orderId: string): Promise<Receipt | null> {
  assertLearner(actor);
  const client = await db();
  const seesAll = actor.role === 'admin' && actor.totpEnrolled;
  const order = await client.order.findFirst({
    where: { id: orderId, paidAt: { not: null }, ...(seesAll ? {} : { userId: actor.userId }) },
    select: {
      id: true, number: true, billing: true, productKey: true, description: true, amountPiastres: true, currency: true, method: true,
      paidTransactionId: true, paidAt: true,
      refundRequests: {
        where: { creditNoteNumber: { not: null } }, orderBy: { creditNoteNumber: 'asc' },
        select: { creditNoteNumber: true, amountPiastres: true, doneAt: true },
      },
    },
  });
  if (!order?.paidAt) return null;
  const { id, paidAt, billing, productKey, description, paidTransactionId, refundRequests, ...rest } = order;
  const kept = keptBilling(billing);
  const product = await findProduct(productKey);
  return {
    ...rest, orderId: id, paidAt,
    buyer: kept && { name: `${kept.first_name} ${kept.last_name}`, email: kept.email },
    item: product?.description ?? inEachLanguage(() => description),
    transactionId: paidTransactionId?.toString() ?? null,
    creditNotes: refundRequests.flatMap(({ creditNoteNumber, amountPiastres, doneAt }) =>
      creditNoteNumber !== null && doneAt ? [{ number: creditNoteNumber, amountPiastres, at: doneAt }] : []),
  };
}
