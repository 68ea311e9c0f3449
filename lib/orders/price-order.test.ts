import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildItems,
  couponRefusalOf,
  minChargePiastres,
  type PricedItem,
  type PricedProduct,
  priceOrder,
  type Reduction,
} from '@/lib/orders/pricing';

const noTax = { taxPercent: 0 };
const buildItem = (more: Partial<PricedItem> = {}): PricedItem => ({
  courseSlug: 'a',
  quantity: 1,
  listPiastres: 180_000,
  salePiastres: null,
  refundableOnSale: false,
  ...more,
});
const buildCoupon = (more: Partial<Reduction> = {}): Reduction => ({
  percent: 10,
  amountPiastres: null,
  courseSlugs: [],
  withSale: false,
  refundable: false,
  ...more,
});
const computeTotal = (items: PricedItem[], reduction: Reduction | null) =>
  priceOrder({ items, coupon: reduction, ...noTax }).totalPiastres;

describe('examples', () => {
  it.each([
    ['the list price', buildItem(), null, 180_000],
    ['the sale price', buildItem({ salePiastres: 150_000 }), null, 150_000],
    ['a sale above the list price is none', buildItem({ salePiastres: 190_000 }), null, 180_000],
    ['three of them', buildItem({ quantity: 3 }), null, 540_000],
    ['10 % off', buildItem(), buildCoupon(), 162_000],
    ['half a piastre is rounded to the buyer’s advantage', buildItem({ listPiastres: 10_005 }), buildCoupon(), 9004],
    ['an amount off', buildItem(), buildCoupon({ percent: null, amountPiastres: 30_000 }), 150_000],
    ['more off than it costs', buildItem(), buildCoupon({ percent: null, amountPiastres: 300_000 }), 0],
    ['everything off', buildItem(), buildCoupon({ percent: 100 }), 0],
    ['what is left under a pound is not charged', buildItem({ listPiastres: 5000 }), buildCoupon({ percent: 99 }), 0],
    ['a coupon with the sale', buildItem({ salePiastres: 150_000 }), buildCoupon({ withSale: true }), 135_000],
    ['a coupon not for the sale', buildItem({ salePiastres: 150_000 }), buildCoupon(), 150_000],
    ['a coupon of another course', buildItem(), buildCoupon({ courseSlugs: ['b'] }), 180_000],
  ])('%s [N10]', (_what, priced, reduction, total) => {
    expect(computeTotal([priced], reduction)).toBe(total);
  });

  it('splits an amount over the lines it applies to, exact to the piastre [N10]', () => {
    const items = [
      buildItem({ listPiastres: 10_000 }),
      buildItem({ listPiastres: 10_000, courseSlug: 'b' }),
      buildItem({ listPiastres: 10_000 }),
    ];
    const price = priceOrder({
      items,
      coupon: buildCoupon({ percent: null, amountPiastres: 1001, courseSlugs: ['a'] }),
      ...noTax,
    });
    expect(price.lines.map(({ discountPiastres }) => discountPiastres)).toEqual([500, 0, 501]);
  });

  it('includes tax in the price rather than adding it [N10]', () => {
    expect(priceOrder({ items: [buildItem({ listPiastres: 114_000 })], coupon: null, taxPercent: 14 })).toMatchObject({
      totalPiastres: 114_000,
      taxPiastres: 14_000,
    });
  });

  it.each([
    ['at the list price', buildItem(), null, true],
    ['on sale', buildItem({ salePiastres: 1000 }), null, false],
    ['on a sale that says so', buildItem({ salePiastres: 1000, refundableOnSale: true }), null, true],
    ['with a coupon', buildItem(), buildCoupon(), false],
    ['with a coupon that says so', buildItem(), buildCoupon({ refundable: true }), true],
    [
      'on a refundable sale with a coupon that is not',
      buildItem({ salePiastres: 1000, refundableOnSale: true }),
      buildCoupon({ withSale: true }),
      false,
    ],
    ['with a coupon that takes nothing off', buildItem(), buildCoupon({ courseSlugs: ['b'] }), true],
  ])('applies the refund policy to an order %s [N10, P7]', (_what, priced, reduction, isRefundable) => {
    expect(priceOrder({ items: [priced], coupon: reduction, ...noTax }).isRefundable).toBe(isRefundable);
  });

  it('gives the reason why a coupon takes nothing off [N10]', () => {
    expect(couponRefusalOf([buildItem()], buildCoupon({ courseSlugs: ['b'] }))).toBe('coupon-other-course');
    expect(couponRefusalOf([buildItem({ salePiastres: 1000 })], buildCoupon())).toBe('coupon-not-on-sale');
    expect(couponRefusalOf([buildItem({ salePiastres: 1000 }), buildItem()], buildCoupon())).toBeNull();
  });
});

const piastres = fc.oneof(fc.constant(0), fc.integer({ min: minChargePiastres, max: 100_000_000 }));
const slugs = ['a', 'b', 'c'] as const;
const anyItem: fc.Arbitrary<PricedItem> = fc.record({
  courseSlug: fc.constantFrom(...slugs),
  quantity: fc.integer({ min: 1, max: 500 }),
  listPiastres: piastres,
  salePiastres: fc.option(piastres),
  refundableOnSale: fc.boolean(),
});
const kinds = fc.oneof(
  fc.record({ percent: fc.integer({ min: 1, max: 100 }), amountPiastres: fc.constant(null) }),
  fc.record({ percent: fc.constant(null), amountPiastres: fc.integer({ min: 1, max: 100_000_000 }) }),
);
const anyCoupon: fc.Arbitrary<Reduction> = fc
  .tuple(kinds, fc.record({ courseSlugs: fc.subarray([...slugs]), withSale: fc.boolean(), refundable: fc.boolean() }))
  .map(([kind, rest]) => ({ ...kind, ...rest }));
const anyOrder = fc.record({
  items: fc.array(anyItem, { minLength: 1, maxLength: 8 }),
  coupon: fc.option(anyCoupon),
  taxPercent: fc.constantFrom(0, 5, 8.1, 14, 100),
});

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

describe('generated orders', () => {
  it('are whole piastres, between 0 and the list price, and add up exactly [N10]', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const price = priceOrder(order);
        for (const name of [
          'listPiastres',
          'subtotalPiastres',
          'discountPiastres',
          'taxPiastres',
          'totalPiastres',
        ] as const) {
          expect(sum(price.lines.map((line) => line[name]))).toBe(price[name]);
        }
        for (const each of [price, ...price.lines]) {
          for (const value of [
            each.listPiastres,
            each.subtotalPiastres,
            each.discountPiastres,
            each.taxPiastres,
            each.totalPiastres,
          ])
            expect(Number.isSafeInteger(value)).toBe(true);
          expect(each.totalPiastres).toBe(each.subtotalPiastres - each.discountPiastres);
          expect(each.discountPiastres).toBeGreaterThanOrEqual(0);
          expect(each.totalPiastres).toBeGreaterThanOrEqual(0);
          expect(each.subtotalPiastres).toBeLessThanOrEqual(each.listPiastres);
          expect(each.taxPiastres).toBeGreaterThanOrEqual(0);
          expect(each.taxPiastres).toBeLessThanOrEqual(each.totalPiastres);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('cost nothing or at least a pound, and never more with a coupon than without [N10]', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const { totalPiastres, discountPiastres } = priceOrder(order);
        expect(totalPiastres === 0 || totalPiastres >= minChargePiastres).toBe(true);
        expect(totalPiastres + discountPiastres).toBe(priceOrder({ ...order, coupon: null }).totalPiastres);
      }),
      { numRuns: 1000 },
    );
  });

  it('a coupon takes off its stated value, up to the amount it applies to [N10]', () => {
    fc.assert(
      fc.property(anyOrder, anyCoupon, (order, reduction) => {
        const price = priceOrder({ ...order, coupon: reduction });
        const plain = priceOrder({ ...order, coupon: null });
        if (couponRefusalOf(order.items, reduction)) expect(price.discountPiastres).toBe(0);
        const base = sum(
          order.items.map((each, index) =>
            couponRefusalOf([each], reduction) ? 0 : plain.lines[index]!.totalPiastres,
          ),
        );
        const said =
          reduction.percent === null ? Math.min(reduction.amountPiastres!, base) : (base * reduction.percent) / 100;
        const over = price.discountPiastres - said;
        expect(over).toBeGreaterThanOrEqual(-0.5);
        expect(over).toBeLessThan(minChargePiastres);
      }),
      { numRuns: 1000 },
    );
  });

  it('are refundable if nothing reduced their price [N10, P7]', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const price = priceOrder(order);
        if (!price.isReduced) expect(price.isRefundable).toBe(true);
      }),
    );
  });
});

const buildCourse = (courseSlug: string, listPiastres: number | null) => ({ courseSlug, listPiastres });
const buildBundle = (more: Partial<PricedProduct> = {}): PricedProduct => ({
  courseSlug: 'a',
  listPiastres: 24_000,
  salePiastres: null,
  refundableOnSale: false,
  bundle: [buildCourse('a', 18_000), buildCourse('b', 12_000)],
  ...more,
});

describe('a bundle', () => {
  it('costs its own price, split in proportion to the separate prices of its courses [N11]', () => {
    expect(buildItems(buildBundle()).map(({ courseSlug, listPiastres }) => [courseSlug, listPiastres])).toEqual([
      ['a', 14_400],
      ['b', 9600],
    ]);
    expect(priceOrder({ items: buildItems(buildBundle()), coupon: null, ...noTax })).toMatchObject({
      totalPiastres: 24_000,
      isReduced: false,
      isRefundable: true,
    });
  });

  it('leaves out owned courses and their share of the price [N11]', () => {
    expect(computeTotal(buildItems(buildBundle(), ['a']), null)).toBe(9600);
    expect(computeTotal(buildItems(buildBundle({ salePiastres: 12_000 }), ['a']), null)).toBe(4800);
    expect(buildItems(buildBundle(), ['a', 'b'])).toEqual([]);
  });

  it.each([
    ['none of its courses is sold separately', [null, null, null], [8000, 8000, 8000]],
    ['all its courses are free', [0, 0, 0], [8000, 8000, 8000]],
    ['the separate one is free', [0, null, null], [0, 12_000, 12_000]],
    ['one course is not sold separately', [9000, 3000, null], [12_000, 4000, 8000]],
    ['one course is free', [9000, 0, 3000], [18_000, 0, 6000]],
  ])('gives every course but a free one a share if %s [N11]', (_name, [a, b, c], shares) => {
    const product = buildBundle({ bundle: [buildCourse('a', a!), buildCourse('b', b!), buildCourse('c', c!)] });
    expect(buildItems(product).map(({ listPiastres }) => listPiastres)).toEqual(shares);
  });

  it('a coupon for one of its courses reduces only that course [N10, N11]', () => {
    const price = priceOrder({
      items: buildItems(buildBundle()),
      coupon: buildCoupon({ courseSlugs: ['b'] }),
      ...noTax,
    });
    expect(price.lines.map(({ discountPiastres }) => discountPiastres)).toEqual([0, 960]);
  });
});

const anyBundle: fc.Arbitrary<PricedProduct> = fc.record({
  courseSlug: fc.constant('a'),
  listPiastres: piastres,
  salePiastres: fc.option(piastres),
  refundableOnSale: fc.boolean(),
  bundle: fc.tuple(...slugs.map((slug) => fc.option(piastres).map((each) => buildCourse(slug, each)))),
});

describe('generated bundles', () => {
  it('cost exactly their price, whatever their courses cost separately [N11]', () => {
    fc.assert(
      fc.property(anyBundle, (product) => {
        const whole = priceOrder({ items: buildItems({ ...product, bundle: [] }), coupon: null, ...noTax });
        const parts = priceOrder({ items: buildItems(product), coupon: null, ...noTax });
        expect(parts).toMatchObject({
          listPiastres: whole.listPiastres,
          totalPiastres: whole.totalPiastres,
          isReduced: whole.isReduced,
        });
      }),
      { numRuns: 2000 },
    );
  });

  it('never cost more for an owner of some courses, and cost nothing or at least a pound [N11]', () => {
    fc.assert(
      fc.property(anyBundle, fc.subarray([...slugs]), fc.option(anyCoupon), (product, owned, reduction) => {
        const { totalPiastres, lines } = priceOrder({ items: buildItems(product, owned), coupon: reduction, ...noTax });
        expect(lines).toHaveLength(slugs.length - owned.length);
        expect(totalPiastres).toBeLessThanOrEqual(computeTotal(buildItems(product), null));
        expect(totalPiastres === 0 || totalPiastres >= minChargePiastres).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
