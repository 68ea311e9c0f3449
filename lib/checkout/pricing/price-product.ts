import 'server-only';
import { config } from '@/lib/config/config';
import { priceOrder, type OrderPrice, type PricedItem, type Reduction, isOnSale, leastChargePiastres, shareOut } from './price-order';

/** What these cost now, on every page and in the order. */
export const priceItems = (items: readonly PricedItem[], coupon: Reduction | null = null): OrderPrice =>
  priceOrder({ items, coupon, taxPercent: config().taxPercent });

/** What one of a product costs now, for somebody who has nothing of it. */
export const priceProduct = (product: PricedProduct): OrderPrice => priceItems(itemsOf(product));

/** What the products cost now, each bought alone. */
export const priceSeparately = (products: readonly PricedProduct[]): OrderPrice => priceItems(products.flatMap((product) => itemsOf(product)));

/** A course of a bundle, with what it costs regularly when it is bought alone; 0 when it is not sold alone. */
export interface BundlePart { readonly courseSlug: string; readonly listPiastres: number }

/** What a product's price is made from. */
export type PricedProduct = Omit<PricedItem, 'quantity'> & {
  /** The courses of a bundle; none for a product of one course. */
  readonly bundle: readonly BundlePart[];
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * One item a course (row N11). A bundle's price is shared out by what its courses cost alone; what would be left under a pound
 * is not charged.
 * @param owned courses of a bundle that the buyer has already: they are left out, and so is their part of the price
 */
export function itemsOf(product: PricedProduct, owned: readonly string[] = []): PricedItem[] {
  const { bundle, courseSlug, listPiastres, salePiastres, refundableOnSale } = product;
  if (bundle.length === 0) return [{ courseSlug, quantity: 1, listPiastres, salePiastres, refundableOnSale }];
  const alone = bundle.map((part) => part.listPiastres);
  const list = shareOut(listPiastres, sum(alone) > 0 ? alone : alone.map(() => 1));
  const reduction = isOnSale(product) ? shareOut(listPiastres - (salePiastres ?? 0), list) : null;
  const items = bundle.map((part, at) => {
    const regular = list[at] ?? 0;
    return { courseSlug: part.courseSlug, quantity: 1, listPiastres: regular, salePiastres: reduction && regular - (reduction[at] ?? 0), refundableOnSale };
  }).filter((item) => !owned.includes(item.courseSlug));
  const left = sum(items.map((item) => item.salePiastres ?? item.listPiastres));
  return left < leastChargePiastres ? items.map((item) => ({ ...item, salePiastres: 0 })) : items;
}
