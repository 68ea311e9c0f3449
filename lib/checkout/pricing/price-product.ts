import 'server-only';
import { config } from '@/lib/config/config';
import { priceOrder, type OrderPrice, type PricedItem, type Reduction } from './price-order';

/** What one of a product costs now, on every page and in the order. */
export const priceProduct = (product: Omit<PricedItem, 'quantity'>, coupon: Reduction | null = null): OrderPrice =>
  priceOrder({ items: [{ ...product, quantity: 1 }], coupon, taxPercent: config().taxPercent });
