import 'server-only';
import type { Database, Prisma, Tx } from '@/lib/database/client';
import type { Basket } from './basket';
import type { OfferFor, PurchaseFor } from './purchase-for';

/**
 * The buyer's order of the same things whose payment of another amount waits for a decision (row P10): until then the same is not sold
 * to them a second time. A gift is the same only to the same person.
 */
export async function findInReview(client: Database | Tx, userId: string, basket: Basket<PurchaseFor | OfferFor>): Promise<string | null> {
  const same = sameAs(basket);
  const order = same && (await client.order.findFirst({ where: { userId, status: 'in_review', ...same }, orderBy: { createdAt: 'desc' }, select: { id: true } }));
  return order ? order.id : null;
}

function sameAs({ product, purchaseFor, items }: Basket<PurchaseFor | OfferFor>): Prisma.OrderWhereInput | null {
  if (purchaseFor.kind === 'self') return { purpose: 'self', lines: { some: { courseSlug: { in: items.map(({ courseSlug }) => courseSlug) } } } };
  if (purchaseFor.kind === 'seats') return { purpose: 'seats', productKey: product.key };
  return 'gift' in purchaseFor ? { purpose: 'gift', productKey: product.key, gift: { recipientEmail: purchaseFor.gift.recipientEmail } } : null;
}
