import type { OrderStatus } from '@/generated/prisma/enums';
import { courseSlugsOf, type Product } from '@/lib/courses/catalogue/course';
import { listOwnedCourses } from '@/lib/courses/enrolment/enrolment';
import type { Database, Prisma, Tx } from '@/lib/database/client';
import { type GiftDetails, giftDetailsOf, type GiftForm } from '@/lib/orders/gift-details';
import { buildItems, type OrderPrice, type PricedItem } from '@/lib/orders/pricing';
import { Problem } from '@/lib/problem';

export interface Basket<For extends OfferFor = PurchaseFor> {
  readonly product: Product;
  readonly purchaseFor: For;
  /** One per course or per seat; empty if the buyer already owns everything. */
  readonly items: readonly PricedItem[];
  readonly owned: readonly string[];
}

export interface BasketInput<For extends OfferFor = PurchaseFor> {
  readonly product: Product;
  readonly userId: string;
  readonly purchaseFor: For;
}

export const isSoldFor = ({ bundle }: Product, { kind }: OfferFor): boolean => kind !== 'seats' || bundle.length === 0;

/** Refuses free gifts and seats, which would let anyone email strangers. Team coupons are fine: an admin made them. */
export function freePurchaseRefusal(
  { kind }: OfferFor,
  { subtotalPiastres, totalPiastres }: OrderPrice,
): 'gift-free' | 'seats-free' | null {
  if (kind === 'gift' && totalPiastres === 0) return 'gift-free';
  return kind === 'seats' && subtotalPiastres === 0 ? 'seats-free' : null;
}

export async function fillBasket<For extends OfferFor>(
  { product, userId, purchaseFor }: BasketInput<For>,
  tx?: Tx,
): Promise<Basket<For>> {
  if (purchaseFor.kind === 'gift') return { product, purchaseFor, owned: [], items: buildItems(product) };
  if (purchaseFor.kind === 'seats') {
    const items = Array.from({ length: purchaseFor.count }, () => buildItems(product)).flat();
    return { product, purchaseFor, owned: [], items };
  }
  const owned = await listOwnedCourses({ userId, courseSlugs: courseSlugsOf(product) }, tx);
  return {
    product,
    purchaseFor,
    owned,
    items: buildItems(product, owned).filter(({ courseSlug }) => !owned.includes(courseSlug)),
  };
}

export type PurchaseFor =
  | { readonly kind: 'self' }
  | { readonly kind: 'gift'; readonly gift: GiftDetails }
  | { readonly kind: 'seats'; readonly count: number };

/** Enough to compute the price: a gift may still lack its details. */
export type OfferFor = Exclude<PurchaseFor, { readonly kind: 'gift' }> | { readonly kind: 'gift' };

interface PurchaseForm {
  readonly gift?: GiftForm | undefined;
  readonly seats?: number | undefined;
}

export function purchaseForOf({ gift, seats }: PurchaseForm, now: Date): PurchaseFor {
  if (gift) return { kind: 'gift', gift: giftDetailsOf(gift, now) };
  return seats === undefined ? { kind: 'self' } : { kind: 'seats', count: seats };
}

/** Finds an order that blocks the same purchase until an admin decides (row P10). Compares gifts by recipient. */
export async function findOrderInReview(
  client: Database | Tx,
  userId: string,
  basket: Basket<PurchaseFor | OfferFor>,
): Promise<string | null> {
  const samePurchase = samePurchaseCondition(basket);
  const order =
    samePurchase &&
    (await client.order.findFirst({
      where: { userId, status: 'in_review', ...samePurchase },
      orderBy: { createdAt: 'desc' },
      select: { id: true },
    }));
  return order ? order.id : null;
}

function samePurchaseCondition({
  product,
  purchaseFor,
  items,
}: Basket<PurchaseFor | OfferFor>): Prisma.OrderWhereInput | null {
  if (purchaseFor.kind === 'self')
    return { purpose: 'self', lines: { some: { courseSlug: { in: items.map(({ courseSlug }) => courseSlug) } } } };
  if (purchaseFor.kind === 'seats') return { purpose: 'seats', productKey: product.key };
  return 'gift' in purchaseFor
    ? { purpose: 'gift', productKey: product.key, gift: { recipientEmail: purchaseFor.gift.recipientEmail } }
    : null;
}

/** @throws Problem 409 `course-owned`, `order-paid`, `payment-in-review` if the order was paid in the meantime */
export function assertNotSettled(status: OrderStatus, { purchaseFor }: Basket): void {
  if (status === 'in_review') throw new Problem(409, 'payment-in-review');
  if (status !== 'pending' && status !== 'failed' && status !== 'expired')
    throw new Problem(409, purchaseFor.kind === 'self' ? 'course-owned' : 'order-paid');
}
