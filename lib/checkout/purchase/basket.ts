import 'server-only';
import { itemsOf } from '@/lib/checkout/pricing/items-of';
import type { PricedItem } from '@/lib/checkout/pricing/price-order';
import { courseSlugsOf, type Product } from '@/lib/courses/catalogue/course';
import { listOwnedCourses } from '@/lib/courses/enrolment/enrolment';
import type { Tx } from '@/lib/database/client';
import type { PurchaseFor } from './purchase-for';

/** What is to be bought of a product, before its price. */
export interface Basket {
  readonly product: Product;
  readonly purchaseFor: PurchaseFor;
  /** One a course, or one a seat; none when the buyer has everything already. */
  readonly items: readonly PricedItem[];
  /** Courses that the buyer has already, and that are therefore left out of what they buy for themselves. */
  readonly owned: readonly string[];
}

export interface Wanted { readonly product: Product; readonly userId: string; readonly purchaseFor: PurchaseFor }

/** Seats are of one course. */
export const isSoldFor = ({ bundle }: Product, { kind }: PurchaseFor): boolean => kind !== 'seats' || bundle.length === 0;

export async function basketOf({ product, userId, purchaseFor }: Wanted, tx?: Tx): Promise<Basket> {
  if (purchaseFor.kind === 'gift') return { product, purchaseFor, owned: [], items: itemsOf(product) };
  if (purchaseFor.kind === 'seats') {
    const items = Array.from({ length: purchaseFor.count }, () => itemsOf(product)).flat();
    return { product, purchaseFor, owned: [], items };
  }
  const owned = await listOwnedCourses({ userId, courseSlugs: courseSlugsOf(product) }, tx);
  return { product, purchaseFor, owned, items: itemsOf(product, owned).filter(({ courseSlug }) => !owned.includes(courseSlug)) };
}
