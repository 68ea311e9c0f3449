import type { OrderPurpose } from '@/generated/prisma/enums';
import { config } from '@/lib/config/config';
import { isEnabled } from '@/lib/content/enabled-features';
import { db, type Prisma } from '@/lib/database/client';

/** The smallest charge other than 0: no product costs less, and no coupon leaves less to pay. */
export const minChargePiastres = 100;

/** Limit of an order's amount, because the database stores it as a 32-bit integer. */
export const maxOrderPiastres = 2_147_483_647;

export interface PricedItem {
  readonly courseSlug: string;
  readonly quantity: number;
  readonly listPiastres: number;
  readonly salePiastres: number | null;
  readonly refundableOnSale: boolean;
}

export interface Reduction {
  readonly percent: number | null;
  readonly amountPiastres: number | null;
  readonly courseSlugs: readonly string[];
  readonly withSale: boolean;
  readonly refundable: boolean;
}

/** total = subtotal − discount; the subtotal is the list price or the sale price. Prices include tax. */
interface Amounts {
  readonly listPiastres: number;
  readonly subtotalPiastres: number;
  readonly discountPiastres: number;
  readonly taxPiastres: number;
  readonly totalPiastres: number;
}

export interface OrderPrice extends Amounts {
  readonly lines: readonly Amounts[];
  readonly isReduced: boolean;
  /** True if the refund policy applies despite the reductions (row P7). */
  readonly isRefundable: boolean;
}

export interface PriceOrderInput {
  readonly items: readonly PricedItem[];
  readonly coupon: Reduction | null;
  readonly taxPercent: number;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The only place where prices are computed (row N10): whole piastres, never below 0 or above the list price. */
export function priceOrder({ items, coupon, taxPercent }: PriceOrderInput): OrderPrice {
  const subtotalsPiastres = items.map(subtotalOf);
  const discountsPiastres = coupon ? discountsOf(items, subtotalsPiastres, coupon) : items.map(() => 0);
  const lines = items.map(({ quantity, listPiastres }, index) => {
    const subtotalPiastres = subtotalsPiastres[index] ?? 0;
    const discountPiastres = discountsPiastres[index] ?? 0;
    const totalPiastres = subtotalPiastres - discountPiastres;
    const taxPiastres = Math.round((totalPiastres * taxPercent) / (100 + taxPercent));
    return { listPiastres: listPiastres * quantity, subtotalPiastres, discountPiastres, taxPiastres, totalPiastres };
  });
  const totalOf = (name: keyof Amounts) => sum(lines.map((line) => line[name]));
  const amounts = {
    listPiastres: totalOf('listPiastres'),
    subtotalPiastres: totalOf('subtotalPiastres'),
    discountPiastres: totalOf('discountPiastres'),
    taxPiastres: totalOf('taxPiastres'),
    totalPiastres: totalOf('totalPiastres'),
  };
  return {
    ...amounts,
    lines,
    isReduced: amounts.totalPiastres < amounts.listPiastres,
    isRefundable:
      items.every((item) => !isOnSale(item) || item.refundableOnSale) &&
      (amounts.discountPiastres === 0 || coupon?.refundable === true),
  };
}

const isOnSale = ({ listPiastres, salePiastres }: Pick<PricedItem, 'listPiastres' | 'salePiastres'>): boolean =>
  salePiastres !== null && salePiastres < listPiastres;

const subtotalOf = (item: PricedItem): number =>
  item.quantity * (isOnSale(item) ? (item.salePiastres ?? 0) : item.listPiastres);

export function couponRefusalOf(
  items: readonly PricedItem[],
  coupon: Reduction,
): 'coupon-other-course' | 'coupon-not-on-sale' | null {
  const eligibleItems = items.filter((item) => isForCourse(item, coupon));
  if (eligibleItems.length === 0) return 'coupon-other-course';
  return eligibleItems.some((item) => appliesTo(item, coupon)) ? null : 'coupon-not-on-sale';
}

const isForCourse = ({ courseSlug }: PricedItem, { courseSlugs }: Reduction) =>
  courseSlugs.length === 0 || courseSlugs.includes(courseSlug);

const appliesTo = (item: PricedItem, coupon: Reduction) =>
  isForCourse(item, coupon) && (coupon.withSale || !isOnSale(item));

function discountsOf(items: readonly PricedItem[], subtotalsPiastres: readonly number[], coupon: Reduction): number[] {
  const basesPiastres = items.map((item, index) => (appliesTo(item, coupon) ? (subtotalsPiastres[index] ?? 0) : 0));
  const basePiastres = sum(basesPiastres);
  const wantedPiastres =
    coupon.percent === null ? (coupon.amountPiastres ?? 0) : Math.round((basePiastres * coupon.percent) / 100);
  return splitProportionally(capDiscount(sum(subtotalsPiastres), basePiastres, wantedPiastres), basesPiastres);
}

function capDiscount(subtotalPiastres: number, basePiastres: number, wantedPiastres: number): number {
  const maxDiscountPiastres = Math.min(wantedPiastres, basePiastres);
  if (subtotalPiastres - maxDiscountPiastres >= minChargePiastres) return maxDiscountPiastres;
  return basePiastres === subtotalPiastres ? basePiastres : Math.max(0, subtotalPiastres - minChargePiastres);
}

/** Splits `whole` in proportion to `parts`. The shares sum exactly to `whole`, or to `whole × sum(parts) / base`. */
export function splitProportionally(whole: number, parts: readonly number[], base = sum(parts)): number[] {
  if (base === 0) return parts.map(() => 0);
  // Use BigInt, because the product of two amounts can exceed a number's exact range.
  const upTo = (partial: number) => Number((BigInt(whole) * BigInt(partial)) / BigInt(base));
  let passed = 0;
  return parts.map((part) => {
    const before = upTo(passed);
    passed += part;
    return upTo(passed) - before;
  });
}

export const priceItems = (items: readonly PricedItem[], coupon: Reduction | null = null): OrderPrice =>
  priceOrder({ items, coupon, taxPercent: config().taxPercent });

export const priceProduct = (product: PricedProduct): OrderPrice => priceItems(buildItems(product));

export const priceSeparately = (products: readonly PricedProduct[]): OrderPrice =>
  priceItems(products.flatMap((product) => buildItems(product)));

/** `listPiastres`: the regular price of the course alone; null when it is not sold alone. */
interface BundlePart {
  readonly courseSlug: string;
  readonly listPiastres: number | null;
}

export type PricedProduct = Omit<PricedItem, 'quantity'> & {
  readonly bundle: readonly BundlePart[];
};

/** Splits a bundle's price in proportion to its courses' own prices (row N11). Less than a pound left is free. */
export function buildItems(product: PricedProduct, owned: readonly string[] = []): PricedItem[] {
  const { bundle, courseSlug, listPiastres, salePiastres, refundableOnSale } = product;
  if (bundle.length === 0) return [{ courseSlug, quantity: 1, listPiastres, salePiastres, refundableOnSale }];
  const list = splitProportionally(listPiastres, computeWeights(bundle));
  const reduction = isOnSale(product) ? splitProportionally(listPiastres - (salePiastres ?? 0), list) : null;
  const items = bundle
    .map((part, index) => {
      const regular = list[index] ?? 0;
      return {
        courseSlug: part.courseSlug,
        quantity: 1,
        listPiastres: regular,
        salePiastres: reduction && regular - (reduction[index] ?? 0),
        refundableOnSale,
      };
    })
    .filter((item) => !owned.includes(item.courseSlug));
  const bundlePiastres = sum(items.map((item) => item.salePiastres ?? item.listPiastres));
  return bundlePiastres < minChargePiastres ? items.map((item) => ({ ...item, salePiastres: 0 })) : items;
}

/** A course that is not sold alone counts like the mean of the others. Without a share it would be free for their owners. */
function computeWeights(bundle: readonly BundlePart[]): number[] {
  const knownPrices = bundle.flatMap((part) => part.listPiastres ?? []);
  const mean = Math.round(sum(knownPrices) / (knownPrices.length || 1)) || 1;
  const weights = bundle.map((part) => part.listPiastres ?? mean);
  return sum(weights) > 0 ? weights : weights.map(() => 1);
}

const featureFlagOf = { gift: 'gifts', seats: 'seats' } as const;

export const isOfferedFor = async (purpose: OrderPurpose): Promise<boolean> =>
  purpose === 'self' || isEnabled(featureFlagOf[purpose]);

/** Matches orders whose purchase can be repeated. Call it outside transactions, like `isEnabled`. */
export async function stillSoldCondition(): Promise<Prisma.OrderWhereInput> {
  const [bundles, gifts, seats] = await Promise.all([isEnabled('bundles'), isEnabled('gifts'), isEnabled('seats')]);
  const purposes: OrderPurpose[] = ['self', ...(gifts ? ['gift' as const] : []), ...(seats ? ['seats' as const] : [])];
  return { purpose: { in: purposes }, product: { active: true, ...(bundles ? {} : { bundled: { none: {} } }) } };
}

export async function isStillSold(orderId: string): Promise<boolean> {
  const client = await db();
  return (await client.order.count({ where: { id: orderId, AND: [await stillSoldCondition()] } })) > 0;
}
