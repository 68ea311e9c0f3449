import 'server-only';
import { config } from '@/lib/config/config';
import { itemsOf, type PricedProduct } from './items-of';
import { priceOrder, type OrderPrice, type PricedItem, type Reduction } from './price-order';

/** What these cost now, on every page and in the order. */
export const priceItems = (items: readonly PricedItem[], coupon: Reduction | null = null): OrderPrice =>
  priceOrder({ items, coupon, taxPercent: config().taxPercent });

/** What one of a product costs now, for somebody who has nothing of it. */
export const priceProduct = (product: PricedProduct): OrderPrice => priceItems(itemsOf(product));

/** What the products cost now, each bought alone. */
export const priceSeparately = (products: readonly PricedProduct[]): OrderPrice => priceItems(products.flatMap((product) => itemsOf(product)));
