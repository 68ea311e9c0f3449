import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resetConfig } from '@/lib/config/config';
import { db, isDatabaseDown } from '@/lib/database/client';
import * as turns from '@/lib/database/run-serially';
import { type Language, languages } from '@/lib/language';
import { paymentRequestSchema } from '@/lib/orders/checkout/start-checkout';
import { foldCouponCode, newCouponCode } from '@/lib/orders/coupons';
import * as orderNotes from '@/lib/orders/order-notes';
import { findReceipt } from '@/lib/orders/receipts/find-receipt';
import { listRefundEligibility } from '@/lib/orders/refunds/refund-policy';
import { reconcilePayments } from '@/lib/orders/settlement/reconcile';
import type { Actor } from '@/lib/permissions';
import { Problem } from '@/lib/problem';
import { readLastMail } from '@/tests/support/outbox';
import {
  billing,
  checkOut,
  type CheckoutInput,
  createBuyer,
  createWorld,
  findOfferFor,
  inMinutes,
  pay,
  readOrderState,
  startShopOfFile,
  waitForOrder,
} from '@/tests/support/shop';

const shop = startShopOfFile();
let actor: Actor;

beforeEach(async () => {
  actor = await createWorld(shop);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  resetConfig();
});

interface NewCoupon {
  code: string;
  percent?: number | null;
  amountPiastres?: number;
  startsAt?: Date;
  endsAt?: Date;
  maxUses?: number;
  maxUsesPerLearner?: number;
  withSale?: boolean;
  refundable?: boolean;
  courses?: { create: Array<{ courseSlug: string }> };
}

async function createCoupon(coupon: NewCoupon): Promise<string> {
  const client = await db();
  const { id } = await client.coupon.create({
    data: { percent: coupon.amountPiastres === undefined ? 10 : null, ...coupon },
    select: { id: true },
  });
  return id;
}

const ask = (more: Partial<CheckoutInput> = {}) => checkOut(actor, { coupon: 'TEN', ...more });
const findRefusal = (asking: Promise<unknown>) =>
  asking.then(
    () => null,
    (error: unknown) => (error instanceof Problem ? error.key : error),
  );
const readOrder = async (orderId: string) =>
  (await db()).order.findUniqueOrThrow({
    where: { id: orderId },
    select: {
      amountPiastres: true,
      discountPiastres: true,
      atSale: true,
      refundableOnSale: true,
      provider: true,
      status: true,
      coupon: { select: { code: true } },
      lines: { omit: { orderId: true } },
    },
  });

describe('a price with a coupon', () => {
  it('is the same on page, order, line, payment page, mail and receipt [N10]', async () => {
    await createCoupon({ code: 'TEN' });
    const offer = await findOfferFor(actor, { coupon: ' ten ' });
    expect(offer).toMatchObject({
      kind: 'buy',
      price: { listPiastres: 129_900, discountPiastres: 12_990, totalPiastres: 116_910 },
      coupon: { code: 'TEN', refusal: null },
    });
    const { orderId, url } = await ask();
    expect(await readOrder(orderId)).toMatchObject({
      amountPiastres: 116_910,
      discountPiastres: 12_990,
      atSale: true,
      refundableOnSale: false,
      coupon: { code: 'TEN' },
      lines: [
        {
          position: 0,
          productKey: 'product-a',
          quantity: 1,
          listPiastres: 129_900,
          discountPiastres: 12_990,
          totalPiastres: 116_910,
        },
      ],
    });
    const [intention] = (await shop.control('intentions')) as unknown as Array<{
      intention_detail: { amount: number; items: Array<{ amount: number }> };
    }>;
    expect(intention!.intention_detail).toMatchObject({ amount: 116_910, items: [{ amount: 116_910 }] });
    await pay(shop, url);
    await waitForOrder(orderId);
    expect(await findReceipt(actor, orderId)).toMatchObject({
      amountPiastres: 116_910,
      discountPiastres: 12_990,
      coupon: { code: 'TEN' },
      items: [{ text: { en: 'All of A' } }],
    });
    expect(await readLastMail()).toMatchObject({
      data: { amountPiastres: '116910', discountPiastres: '12990', coupon: 'TEN' },
    });
  });

  it('is refundable only if the coupon says so [N10, P7]', async () => {
    await createCoupon({ code: 'TEN' });
    await createCoupon({ code: 'BACK', refundable: true });
    for (const [code, refusedBy] of [
      ['TEN', 'refund-sale'],
      ['BACK', null],
    ] as const) {
      const buyer = await createBuyer();
      const { orderId, url } = await ask({ actor: buyer, coupon: code });
      await pay(shop, url);
      await waitForOrder(orderId);
      expect((await listRefundEligibility(buyer, new Date())).get(orderId)).toMatchObject({ refusedBy });
    }
  });

  it('is settled at once and without Paymob if it is 0 [N10]', async () => {
    await createCoupon({ code: 'GIFT', percent: 100, maxUses: 1 });
    for (const name of Object.keys(process.env).filter((each) => each.startsWith('PAYMOB_')))
      vi.stubEnv(name, undefined);
    resetConfig();
    const { orderId } = await ask({ coupon: 'GIFT' });
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', enrolments: 1, mails: ['receipt'] });
    expect(await readOrder(orderId)).toMatchObject({ provider: 'free', amountPiastres: 0, discountPiastres: 129_900 });
  });
});

describe('coupon codes', () => {
  it.each([
    ['ten20', 'TEN20'],
    ['  Ten٢٠ ', 'TEN20'],
    ['T E N۲۰', 'TEN20'],
    ['رمضان-٣٠', 'رمضان-30'],
    ['eid–25', 'EID-25'],
    ['eid\u201125', 'EID-25'],
  ])('reads %s as %s [N10]', (typed, code) => {
    expect(foldCouponCode(typed)).toBe(code);
    expect(newCouponCode.parse(typed)).toBe(code);
  });

  it('treats an empty field as no coupon [N10]', () => {
    expect(paymentRequestSchema.parse({ productKey: 'a', billing_data: billing, coupon: ' ' }).coupon).toBe('');
    expect('coupon' in paymentRequestSchema.parse({ productKey: 'a', billing_data: billing })).toBe(false);
  });

  it.each([
    ['unknown', {}, 'NINE', 'product-a', 'coupon-unknown'],
    ['not begun', { startsAt: inMinutes(1) }, 'TEN', 'product-a', 'coupon-not-yet'],
    ['over', { endsAt: inMinutes(-1) }, 'TEN', 'product-a', 'coupon-expired'],
    ['not for a sale', {}, 'TEN', 'product-sale', 'coupon-not-on-sale'],
    [
      'for another course',
      { courses: { create: [{ courseSlug: 'course-b' }] } },
      'TEN',
      'product-a',
      'coupon-other-course',
    ],
  ] as const)(
    'a code that is %s is refused at its field, in every language, and creates no order [N10, V5]',
    async (_what, coupon, code, productKey, key) => {
      await (await db()).course.create({ data: { slug: 'course-b', text: {} }, select: { slug: true } });
      await createCoupon({ code: 'TEN', ...coupon } as NewCoupon);
      const texts = new Set<string>();
      for (const lang of languages as readonly Language[]) {
        const problem = await ask({ coupon: code, productKey, lang }).catch((error: unknown) => error as Problem);
        expect(problem).toMatchObject({ status: 422, key });
        texts.add((problem as Problem).errors!.coupon![0]!);
      }
      expect(texts.size).toBe(languages.length);
      expect(await findOfferFor(actor, { productKey, coupon: code })).toMatchObject({
        coupon: { typed: code, refusal: key },
        price: { discountPiastres: 0 },
      });
      expect(await (await db()).order.count()).toBe(0);
    },
  );

  it('a coupon for this course and for sales applies to the sale price [N10]', async () => {
    await createCoupon({ code: 'TEN', withSale: true, courses: { create: [{ courseSlug: 'course-a' }] } });
    const { orderId } = await ask({ productKey: 'product-sale' });
    expect(await readOrder(orderId)).toMatchObject({
      amountPiastres: 89_910,
      discountPiastres: 9990,
      lines: [{ listPiastres: 129_900 }],
    });
  });

  it('limits guesses of each buyer, and guesses of unknown codes from each address [N10]', async () => {
    vi.stubEnv('LIMIT_SCALE', '0.1');
    resetConfig();
    await createCoupon({ code: 'TEN' });
    const findOfferKind = async (coupon: string, who: Actor, ip: string) => {
      const offer = await findOfferFor(who, { coupon, ip });
      return offer.kind === 'buy' ? (offer.coupon?.refusal ?? 'applies') : offer.kind;
    };
    for (const each of ['applies', 'applies', 'applies', 'too-many-requests'])
      expect(await findOfferKind('TEN', actor, '192.0.2.1')).toBe(each);
    for (let tries = 0; tries < 10; tries += 1)
      expect(await findOfferKind('NINE', await createBuyer(), '192.0.2.2')).toBe('coupon-unknown');
    expect(await findOfferKind('TEN', await createBuyer(), '192.0.2.2')).toBe('too-many-requests');
    expect(await findOfferKind('TEN', await createBuyer(), '192.0.2.3')).toBe('applies');
  });
});

/** Retries when a busy machine exceeds the database's time limit. */
async function checkoutUntilAnswered(buyer: Actor): Promise<unknown> {
  for (;;) {
    const result = await findRefusal(ask({ actor: buyer }));
    if (!isDatabaseDown(result)) return result;
  }
}

describe('coupon uses', () => {
  it('a hundred concurrent buyers compete for the last use, and one order gets it [N10]', async () => {
    await createCoupon({ code: 'TEN', maxUses: 1 });
    const buyers = await Promise.all(Array.from({ length: 100 }, createBuyer));
    const results = await Promise.all(buyers.map(checkoutUntilAnswered));
    expect(results.filter((result) => result === null)).toHaveLength(1);
    expect(new Set(results)).toEqual(new Set([null, 'coupon-used-up']));
    expect(await (await db()).order.count({ where: { coupon: { code: 'TEN' } } })).toBe(1);
  });

  it('the database prevents double use between processes that share no memory [N10]', async () => {
    await createCoupon({ code: 'TEN', maxUses: 1 });
    vi.spyOn(turns, 'runSerially').mockImplementation((_id, work) => work());
    const buyers = await Promise.all(Array.from({ length: 8 }, createBuyer));
    const results = await Promise.all(buyers.map(checkoutUntilAnswered));
    expect(results.filter((result) => result === null)).toHaveLength(1);
  });

  it('an order whose transaction fails after taking the use does not keep it [N10]', async () => {
    await createCoupon({ code: 'TEN', maxUses: 1 });
    vi.spyOn(orderNotes, 'writeNote').mockRejectedValueOnce(new Error('killed'));
    await expect(ask()).rejects.toThrow('killed');
    expect(await findRefusal(ask({ actor: await createBuyer() }))).toBeNull();
  });

  it('is released when the order fails or expires, and permanent when it is paid [N10]', async () => {
    await createCoupon({ code: 'TEN', maxUses: 1 });
    const first = await ask();
    const other = await createBuyer();
    expect(await findRefusal(ask({ actor: other }))).toBe('coupon-used-up');
    await pay(shop, first.url, 'declined');
    await waitForOrder(first.orderId, 'failed');
    const second = await ask({ actor: other });
    expect(await findRefusal(ask())).toBe('coupon-used-up');
    await reconcilePayments({ now: inMinutes(61) });
    expect((await readOrder(second.orderId)).status).toBe('expired');
    const third = await ask();
    await pay(shop, third.url);
    await waitForOrder(third.orderId);
    await reconcilePayments({ now: inMinutes(200) });
    expect(await findRefusal(ask({ actor: other }))).toBe('coupon-used-up');
  });

  it('an order saved before the process died, without a payment page, expires too [N10]', async () => {
    await createCoupon({ code: 'TEN', maxUses: 1 });
    const { orderId } = await ask();
    await (await db()).paymentAttempt.deleteMany({ where: { orderId } });
    await reconcilePayments({ now: inMinutes(59) });
    expect((await readOrder(orderId)).status).toBe('pending');
    await reconcilePayments({ now: inMinutes(61) });
    expect((await readOrder(orderId)).status).toBe('expired');
    expect(await findRefusal(ask({ actor: await createBuyer() }))).toBeNull();
  });

  it('continues the buyer’s own open order, or replaces it if its price has changed [N10]', async () => {
    await createCoupon({ code: 'TEN', maxUses: 1, maxUsesPerLearner: 1 });
    const first = await ask();
    expect(await ask()).toEqual(first);
    expect((await ask({ coupon: undefined })).orderId).not.toBe(first.orderId);
    expect(await ask()).toEqual(first);
    await (
      await db()
    ).product.update({ where: { key: 'product-a' }, data: { amountPiastres: 100_000 }, select: { key: true } });
    const replaced = await ask();
    expect(replaced.orderId).not.toBe(first.orderId);
    expect(await readOrder(replaced.orderId)).toMatchObject({ amountPiastres: 90_000 });
    expect(await findRefusal(ask({ actor: await createBuyer() }))).toBe('coupon-used-up');
  });

  it('a limit per learner counts an open order for another product, and does not affect other learners [N10]', async () => {
    await createCoupon({ code: 'TEN', maxUsesPerLearner: 1, withSale: true });
    await ask();
    expect(await findRefusal(ask({ productKey: 'product-sale' }))).toBe('coupon-used-by-you');
    expect(await findRefusal(ask({ actor: await createBuyer() }))).toBeNull();
  });
});
