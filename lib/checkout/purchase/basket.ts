import 'server-only';
import { itemsOf } from '@/lib/checkout/pricing/items-of';
import type { PricedItem } from '@/lib/checkout/pricing/price-order';
import { courseSlugsOf, type Product } from '@/lib/courses/catalogue/course';
import { listOwnedCourses } from '@/lib/courses/enrolment/enrolment';
import type { Tx } from '@/lib/database/client';

/** What is to be bought of a product, before its price. */
export interface Basket {
  readonly product: Product;
  /** One a course; none when the buyer has everything already. */
  readonly items: readonly PricedItem[];
  /** Courses that the buyer has already, and that are therefore left out. */
  readonly owned: readonly string[];
}

export interface Wanted { readonly product: Product; readonly userId: string }

export async function basketOf({ product, userId }: Wanted, tx?: Tx): Promise<Basket> {
  const owned = await listOwnedCourses({ userId, courseSlugs: courseSlugsOf(product) }, tx);
  return { product, owned, items: itemsOf(product, owned).filter(({ courseSlug }) => !owned.includes(courseSlug)) };
}
