import 'server-only';
import type { PaymentEventResult, PaymentEventSource } from '@/generated/prisma/enums';
import type { Prisma, Tx } from '@/lib/database/client';
import type { Transaction } from '@/lib/paymob/transaction';
/** What Paymob said, after its signature or as the answer to our own question. */
export interface PaymobEvent { readonly source: PaymentEventSource; readonly transaction: Transaction; readonly now: Date }

interface Entry { orderId: string | null; fingerprint: string; result: PaymentEventResult; reason: string | null }

/** A wallet's `pan` is somebody's phone number: four digits are enough to recognise a payment by. */
function keptBody(transaction: Transaction): Prisma.InputJsonObject {
  return { ...transaction, source: { ...transaction.source, pan: transaction.source.pan.slice(-4) } };
}

/** The log only grows; a message that is in it already leaves no second line. */
export async function appendEvent(tx: Tx, event: PaymobEvent, entry: Entry): Promise<void> {
  const { transaction } = event;
  await tx.paymentEvent.createMany({
    data: {
      ...entry,
      source: event.source,
      type: transaction.isRefund ? 'REFUND' : transaction.isVoid ? 'VOID' : 'TRANSACTION',
      transactionId: BigInt(transaction.id),
      parentTransactionId: transaction.parentId === null ? null : BigInt(transaction.parentId),
      paymobOrderId: BigInt(transaction.orderId),
      body: keptBody(transaction),
      receivedAt: event.now,
    },
    skipDuplicates: true,
  });
}
