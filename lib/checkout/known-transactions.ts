import 'server-only';
import { db } from '@/lib/database/client';
import type { PaymobClient } from '@/lib/paymob/client';
import { PaymobApiError } from '@/lib/paymob/errors';
import type { Transaction } from '@/lib/paymob/transaction';

const mostLookups = 10;

/**
 * Everything Paymob knows of one of its orders, oldest first. An inquiry gives only the latest transaction, and a late
 * decline would hide an earlier success: so the order's own list is read too, and every transaction we have heard of.
 */
export async function knownTransactions(client: PaymobClient, paymobOrderId: number): Promise<Transaction[]> {
  const latest = await client.inquireByOrder(paymobOrderId);
  const listed = latest ? await listed404AsNone(client, paymobOrderId) : [];
  const known = new Map([...listed, ...(latest ? [latest] : [])].map((transaction) => [transaction.id, transaction]));
  for (const id of await heardOf(paymobOrderId)) {
    if (known.has(id)) continue;
    const transaction = await client.getTransaction(id);
    if (transaction) known.set(id, transaction);
  }
  return [...known.values()]
    .filter((transaction) => transaction.orderId === paymobOrderId)
    .sort((one, other) => one.id - other.id);
}

/** Not every account may read its orders; the inquiry alone must do there. */
async function listed404AsNone(client: PaymobClient, paymobOrderId: number): Promise<Transaction[]> {
  try {
    return await client.listOrderTransactions(paymobOrderId);
  } catch (error) {
    if (error instanceof PaymobApiError && !error.isTemporary) return [];
    throw error;
  }
}

async function heardOf(paymobOrderId: number): Promise<number[]> {
  const client = await db();
  const events = await client.paymentEvent.findMany({
    where: { paymobOrderId: BigInt(paymobOrderId), parentTransactionId: null, transactionId: { not: null } },
    distinct: ['transactionId'],
    orderBy: { id: 'desc' },
    take: mostLookups,
    select: { transactionId: true },
  });
  return events.map((event) => Number(event.transactionId));
}
