import 'server-only';
import { itemsOf } from '@/lib/checkout/pricing/price-product';
import type { OrderPrice, PricedItem } from '@/lib/checkout/pricing/price-order';
import { courseSlugsOf, type Product } from '@/lib/courses/catalogue/course';
import { listOwnedCourses } from '@/lib/courses/enrolment/enrolment';
import type { Tx } from '@/lib/database/client';
import type { OfferFor, PurchaseFor } from './purchase-for';

/** What is to be bought of a product, before its price. */
export interface Basket<For extends OfferFor = PurchaseFor> {
  readonly product: Product;
  readonly purchaseFor: For;
  /** One a course, or one a seat; none when the buyer has everything already. */
  readonly items: readonly PricedItem[];
  /** Courses that the buyer has already, and that are therefore left out of what they buy for themselves. */
  readonly owned: readonly string[];
}

export interface Wanted<For extends OfferFor = PurchaseFor> { readonly product: Product; readonly userId: string; readonly purchaseFor: For }

/** Seats are of one course. */
export const isSoldFor = ({ bundle }: Product, { kind }: OfferFor): boolean => kind !== 'seats' || bundle.length === 0;

/**
 * Mails to others are not to be had for nothing. Of seats a coupon may take all of the price: it is made in administration, for a team.
 * @returns why this is not sold; null when it is
 */
export function freeForOthers({ kind }: OfferFor, { subtotalPiastres, totalPiastres }: OrderPrice): 'gift-free' | 'seats-free' | null {
  if (kind === 'gift' && totalPiastres === 0) return 'gift-free';
  return kind === 'seats' && subtotalPiastres === 0 ? 'seats-free' : null;
}

export async function basketOf<For extends OfferFor>({ product, userId, purchaseFor }: Wanted<For>, tx?: Tx): Promise<Basket<For>> {
  if (purchaseFor.kind === 'gift') return { product, purchaseFor, owned: [], items: itemsOf(product) };
  if (purchaseFor.kind === 'seats') {
    const items = Array.from({ length: purchaseFor.count }, () => itemsOf(product)).flat();
    return { product, purchaseFor, owned: [], items };
  }
  const owned = await listOwnedCourses({ userId, courseSlugs: courseSlugsOf(product) }, tx);
  return { product, purchaseFor, owned, items: itemsOf(product, owned).filter(({ courseSlug }) => !owned.includes(courseSlug)) };
}
