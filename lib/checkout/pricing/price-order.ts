/** Less than a pound is not charged: no product costs less, and what a coupon would leave of it is taken off too. */
export const leastChargePiastres = 100;

/** The largest amount that an order can have: a 32-bit integer in the database. */
export const mostPiastres = 2_147_483_647;

export interface PricedItem {
  readonly courseSlug: string;
  readonly quantity: number;
  /** The regular price of one. */
  readonly listPiastres: number;
  /** The price of one in a sale; null without a sale. */
  readonly salePiastres: number | null;
  /** Whether what is bought at the sale price may be refunded (row P7). */
  readonly refundableOnSale: boolean;
}

/** What a coupon takes off: a percentage, or an amount of the whole order. */
export interface Reduction {
  readonly percent: number | null;
  readonly amountPiastres: number | null;
  /** Courses it is for; none means all. */
  readonly courseSlugs: readonly string[];
  /** Whether it also applies to what is on sale. */
  readonly withSale: boolean;
  readonly refundable: boolean;
}

/** total = subtotal − discount; subtotal is the list price, or the sale price. Prices include tax. */
interface Amounts {
  readonly listPiastres: number;
  readonly subtotalPiastres: number;
  readonly discountPiastres: number;
  /** The part of the total that is tax. */
  readonly taxPiastres: number;
  readonly totalPiastres: number;
}

export interface OrderPrice extends Amounts {
  /** One for each item, in the same order; they add up to the order's amounts. */
  readonly lines: readonly Amounts[];
  /** By sale or coupon. */
  readonly isReduced: boolean;
  /** Whether the refund policy applies in spite of the reductions (row P7). */
  readonly isRefundable: boolean;
}

export interface ToPrice {
  readonly items: readonly PricedItem[];
  readonly coupon: Reduction | null;
  /** 0: none. It is included in every price. */
  readonly taxPercent: number;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The one place where prices are computed (row N10): whole piastres, never below 0, never above the list price. */
export function priceOrder({ items, coupon, taxPercent }: ToPrice): OrderPrice {
  const subtotalsPiastres = items.map(subtotalOf);
  const discountsPiastres = coupon ? discountsOf(items, subtotalsPiastres, coupon) : items.map(() => 0);
  const lines = items.map(({ quantity, listPiastres }, at) => {
    const subtotalPiastres = subtotalsPiastres[at] ?? 0;
    const discountPiastres = discountsPiastres[at] ?? 0;
    const totalPiastres = subtotalPiastres - discountPiastres;
    const taxPiastres = Math.round((totalPiastres * taxPercent) / (100 + taxPercent));
    return { listPiastres: listPiastres * quantity, subtotalPiastres, discountPiastres, taxPiastres, totalPiastres };
  });
  const of = (name: keyof Amounts) => sum(lines.map((line) => line[name]));
  const amounts = {
    listPiastres: of('listPiastres'), subtotalPiastres: of('subtotalPiastres'), discountPiastres: of('discountPiastres'),
    taxPiastres: of('taxPiastres'), totalPiastres: of('totalPiastres'),
  };
  return {
    ...amounts, lines,
    isReduced: amounts.totalPiastres < amounts.listPiastres,
    isRefundable: items.every((item) => !isOnSale(item) || item.refundableOnSale) && (amounts.discountPiastres === 0 || coupon?.refundable === true),
  };
}

export const isOnSale = ({ listPiastres, salePiastres }: Pick<PricedItem, 'listPiastres' | 'salePiastres'>): boolean =>
  salePiastres !== null && salePiastres < listPiastres;

const subtotalOf = (item: PricedItem): number => item.quantity * (isOnSale(item) ? (item.salePiastres ?? 0) : item.listPiastres);

/** Why a coupon takes nothing off these items; null when it does. */
export function refusalOf(items: readonly PricedItem[], coupon: Reduction): 'coupon-other-course' | 'coupon-not-on-sale' | null {
  const ofCourses = items.filter((item) => isForCourse(item, coupon));
  if (ofCourses.length === 0) return 'coupon-other-course';
  return ofCourses.some((item) => appliesTo(item, coupon)) ? null : 'coupon-not-on-sale';
}

const isForCourse = ({ courseSlug }: PricedItem, { courseSlugs }: Reduction) => courseSlugs.length === 0 || courseSlugs.includes(courseSlug);

const appliesTo = (item: PricedItem, coupon: Reduction) => isForCourse(item, coupon) && (coupon.withSale || !isOnSale(item));

function discountsOf(items: readonly PricedItem[], subtotalsPiastres: readonly number[], coupon: Reduction): number[] {
  const basesPiastres = items.map((item, at) => (appliesTo(item, coupon) ? (subtotalsPiastres[at] ?? 0) : 0));
  const basePiastres = sum(basesPiastres);
  const wantedPiastres = coupon.percent === null ? (coupon.amountPiastres ?? 0) : Math.round((basePiastres * coupon.percent) / 100);
  return shareOut(discountOf(sum(subtotalsPiastres), basePiastres, wantedPiastres), basesPiastres);
}

/** @param basePiastres the part of the subtotal that the coupon applies to */
function discountOf(subtotalPiastres: number, basePiastres: number, wantedPiastres: number): number {
  const mostPiastres = Math.min(wantedPiastres, basePiastres);
  if (subtotalPiastres - mostPiastres >= leastChargePiastres) return mostPiastres;
  return basePiastres === subtotalPiastres ? basePiastres : Math.max(0, subtotalPiastres - leastChargePiastres);
}

/** Shares of `whole` in proportion to `parts`; they sum to `whole` exactly, and none exceeds its part where `whole` does not exceed their sum. */
export function shareOut(whole: number, parts: readonly number[]): number[] {
  const base = sum(parts);
  if (base === 0) return parts.map(() => 0);
  // A product of two amounts exceeds what a number holds exactly.
  const upTo = (partial: number) => Number((BigInt(whole) * BigInt(partial)) / BigInt(base));
  let passed = 0;
  return parts.map((part) => {
    const before = upTo(passed);
    passed += part;
    return upTo(passed) - before;
  });
}
