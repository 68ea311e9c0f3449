import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Actor } from '@/lib/actor';
import { findReceipt } from '@/lib/checkout/receipts/find-receipt';
import { listRefundStandings } from '@/lib/checkout/refunds/refund-standing';
import { findOffer } from '@/lib/checkout/purchase/offer';
import { paymentRequestSchema, startCheckout } from '@/lib/checkout/purchase/start-checkout';
import { reconcilePayments } from '@/lib/checkout/settlement/reconcile';
import { forgetConfig } from '@/lib/config/config';
import { db, isDatabaseDown } from '@/lib/database/client';
import { languages, type Language } from '@/lib/language';
import * as orderNotes from '@/lib/checkout/orders/order-notes';
import { Problem } from '@/lib/problem';
import { billing, inMinutes, newBuyer, newWorld, pay, settled, shopOfThisFile, standing } from '@/lib/testing/shop';
import { foldCouponCode, newCouponCode } from './find-coupon';
import * as turns from '@/lib/database/in-turn';

const shop = shopOfThisFile();
let actor: Actor;

beforeEach(async () => {
  actor = await newWorld(shop);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  forgetConfig();
});

interface NewCoupon {
  code: string; percent?: number | null; amountPiastres?: number; startsAt?: Date; endsAt?: Date; maxUses?: number; maxUsesPerLearner?: number;
  withSale?: boolean; refundable?: boolean; courses?: { create: Array<{ courseSlug: string }> };
}

async function newCoupon(coupon: NewCoupon): Promise<string> {
  const client = await db();
  const { id } = await client.coupon.create({ data: { percent: coupon.amountPiastres === undefined ? 10 : null, ...coupon }, select: { id: true } });
  return id;
}

const ask = (more: Partial<Parameters<typeof startCheckout>[0]> = {}) =>
  startCheckout({ actor, productKey: 'product-a', purchaseFor: { kind: 'self' }, billing, coupon: 'TEN', address: '192.0.2.1', lang: 'ar', now: new Date(), ...more });
const refusal = (asking: Promise<unknown>) => asking.then(() => null, (error: unknown) => (error instanceof Problem ? error.key : error));
const orderOf = async (orderId: string) => (await db()).order.findUniqueOrThrow({
  where: { id: orderId },
  select: { amountPiastres: true, discountPiastres: true, atSale: true, refundableOnSale: true, provider: true, status: true, coupon: { select: { code: true } }, lines: { omit: { orderId: true } } },
});

describe('a price with a coupon', () => {
  it('N10 is the same on page, order, line, hosted page, mail and receipt', async () => {
    await newCoupon({ code: 'TEN' });
    const offer = await findOffer({ actor, productKey: 'product-a', purchaseFor: { kind: 'self' }, coupon: ' ten ', address: 'x', now: new Date() });
    expect(offer).toMatchObject({ kind: 'buy', price: { listPiastres: 129_900, discountPiastres: 12_990, totalPiastres: 116_910 }, coupon: { code: 'TEN', refusal: null } });
    const { orderId, url } = await ask();
    expect(await orderOf(orderId)).toMatchObject({
      amountPiastres: 116_910, discountPiastres: 12_990, atSale: true, refundableOnSale: false, coupon: { code: 'TEN' },
      lines: [{ position: 0, productKey: 'product-a', quantity: 1, listPiastres: 129_900, discountPiastres: 12_990, totalPiastres: 116_910 }],
    });
    const [intention] = (await shop.control('intentions')) as unknown as Array<{ intention_detail: { amount: number; items: Array<{ amount: number }> } }>;
    expect(intention!.intention_detail).toMatchObject({ amount: 116_910, items: [{ amount: 116_910 }] });
    await pay(shop, url);
    await settled(orderId);
    expect(await findReceipt(actor, orderId)).toMatchObject({ amountPiastres: 116_910, discountPiastres: 12_990, coupon: { code: 'TEN' }, items: [{ text: { en: 'All of A' } }] });
    const mail = await (await db()).outbox.findFirstOrThrow({ select: { payload: true } });
    expect(mail.payload).toMatchObject({ data: { amountPiastres: '116910', discountPiastres: '12990', coupon: 'TEN' } });
  });

  it('N10 P7 is not refunded unless the coupon says so; then what was paid goes back', async () => {
    await newCoupon({ code: 'TEN' });
    await newCoupon({ code: 'BACK', refundable: true });
    for (const [code, refusedBy] of [['TEN', 'refund-sale'], ['BACK', null]] as const) {
      const buyer = await newBuyer();
      const { orderId, url } = await ask({ actor: buyer, coupon: code });
      await pay(shop, url);
      await settled(orderId);
      expect((await listRefundStandings(buyer, new Date())).get(orderId)).toMatchObject({ refusedBy });
    }
  });

  it('N10 of nothing is settled at once, without Paymob', async () => {
    await newCoupon({ code: 'GIFT', percent: 100, maxUses: 1 });
    for (const name of Object.keys(process.env).filter((each) => each.startsWith('PAYMOB_'))) vi.stubEnv(name, undefined);
    forgetConfig();
    const { orderId } = await ask({ coupon: 'GIFT' });
    expect(await standing(orderId)).toMatchObject({ status: 'paid', enrolments: 1, mails: ['receipt'] });
    expect(await orderOf(orderId)).toMatchObject({ provider: 'free', amountPiastres: 0, discountPiastres: 129_900 });
  });
});

describe('which coupon', () => {
  it.each([['ten20', 'TEN20'], ['  Ten٢٠ ', 'TEN20'], ['T E N۲۰', 'TEN20'], ['رمضان-٣٠', 'رمضان-30']])('N10 %s is read as %s', (typed, code) => {
    expect(foldCouponCode(typed)).toBe(code);
    expect(newCouponCode.parse(typed)).toBe(code);
  });

  it('N10 nothing typed is no coupon', () => {
    expect(paymentRequestSchema.parse({ productKey: 'a', billing_data: billing, coupon: ' ' }).coupon).toBe('');
    expect('coupon' in paymentRequestSchema.parse({ productKey: 'a', billing_data: billing })).toBe(false);
  });

  it.each([
    ['unknown', {}, 'NINE', 'product-a', 'coupon-unknown'],
    ['not begun', { startsAt: inMinutes(1) }, 'TEN', 'product-a', 'coupon-not-yet'],
    ['over', { endsAt: inMinutes(-1) }, 'TEN', 'product-a', 'coupon-expired'],
    ['not for a sale', {}, 'TEN', 'product-sale', 'coupon-not-on-sale'],
    ['for another course', { courses: { create: [{ courseSlug: 'course-b' }] } }, 'TEN', 'product-a', 'coupon-other-course'],
  ] as const)('N10 V5 a code that is %s is refused at its field, in every language, and opens no order', async (_what, coupon, code, productKey, key) => {
    await (await db()).course.create({ data: { slug: 'course-b', text: {} }, select: { slug: true } });
    await newCoupon({ code: 'TEN', ...coupon } as NewCoupon);
    const texts = new Set<string>();
    for (const lang of languages as readonly Language[]) {
      const problem = await ask({ coupon: code, productKey, lang }).catch((error: unknown) => error as Problem);
      expect(problem).toMatchObject({ status: 422, key });
      texts.add((problem as Problem).errors!.coupon![0]!);
    }
    expect(texts.size).toBe(languages.length);
    expect(await findOffer({ actor, productKey, purchaseFor: { kind: 'self' }, coupon: code, address: 'x', now: new Date() })).toMatchObject({ coupon: { typed: code, refusal: key }, price: { discountPiastres: 0 } });
    expect(await (await db()).order.count()).toBe(0);
  });

  it('N10 a coupon for this course and for sales applies to the sale price', async () => {
    await newCoupon({ code: 'TEN', withSale: true, courses: { create: [{ courseSlug: 'course-a' }] } });
    const { orderId } = await ask({ productKey: 'product-sale' });
    expect(await orderOf(orderId)).toMatchObject({ amountPiastres: 89_910, discountPiastres: 9990, lines: [{ listPiastres: 129_900 }] });
  });

  it('N10 guessing is limited by person, and by address for codes that nobody has', async () => {
    vi.stubEnv('LIMIT_SCALE', '0.1');
    forgetConfig();
    await newCoupon({ code: 'TEN' });
    const look = async (coupon: string, who: Actor, address: string) => {
      const offer = await findOffer({ actor: who, productKey: 'product-a', purchaseFor: { kind: 'self' }, coupon, address, now: new Date() });
      return offer.kind === 'buy' ? (offer.coupon?.refusal ?? 'applies') : offer.kind;
    };
    for (const each of ['applies', 'applies', 'applies', 'too-many-requests']) expect(await look('TEN', actor, '192.0.2.1')).toBe(each);
    for (let tries = 0; tries < 10; tries += 1) expect(await look('NINE', await newBuyer(), '192.0.2.2')).toBe('coupon-unknown');
    expect(await look('TEN', await newBuyer(), '192.0.2.2')).toBe('too-many-requests');
    expect(await look('TEN', await newBuyer(), '192.0.2.3')).toBe('applies');
  });
});

/** A machine that is too busy for the database's time limit is asked again. */
async function askUntilAnswered(buyer: Actor): Promise<unknown> {
  for (;;) {
    const result = await refusal(ask({ actor: buyer }));
    if (!isDatabaseDown(result)) return result;
  }
}

describe('uses', () => {
  it('N10 a hundred buyers at once and one use left: one order has it', async () => {
    await newCoupon({ code: 'TEN', maxUses: 1 });
    const buyers = await Promise.all(Array.from({ length: 100 }, newBuyer));
    const results = await Promise.all(buyers.map(askUntilAnswered));
    expect(results.filter((result) => result === null)).toHaveLength(1);
    expect(new Set(results)).toEqual(new Set([null, 'coupon-used-up']));
    expect(await (await db()).order.count({ where: { coupon: { code: 'TEN' } } })).toBe(1);
  });

  it('N10 between processes, which do not wait for each other in memory, the database decides', async () => {
    await newCoupon({ code: 'TEN', maxUses: 1 });
    vi.spyOn(turns, 'inTurn').mockImplementation((_id, work) => work());
    const buyers = await Promise.all(Array.from({ length: 8 }, newBuyer));
    const results = await Promise.all(buyers.map(askUntilAnswered));
    expect(results.filter((result) => result === null)).toHaveLength(1);
  });

  it('N10 an order whose transaction breaks after it took the use has not taken it', async () => {
    await newCoupon({ code: 'TEN', maxUses: 1 });
    vi.spyOn(orderNotes, 'writeNote').mockRejectedValueOnce(new Error('killed'));
    await expect(ask()).rejects.toThrow('killed');
    expect(await refusal(ask({ actor: await newBuyer() }))).toBeNull();
  });

  it('N10 is free again when the order fails or expires, and used for good when it is paid', async () => {
    await newCoupon({ code: 'TEN', maxUses: 1 });
    const first = await ask();
    const other = await newBuyer();
    expect(await refusal(ask({ actor: other }))).toBe('coupon-used-up');
    await pay(shop, first.url, 'declined');
    await settled(first.orderId, 'failed');
    const second = await ask({ actor: other });
    expect(await refusal(ask())).toBe('coupon-used-up');
    await reconcilePayments({ now: inMinutes(61) });
    expect((await orderOf(second.orderId)).status).toBe('expired');
    const third = await ask();
    await pay(shop, third.url);
    await settled(third.orderId);
    await reconcilePayments({ now: inMinutes(200) });
    expect(await refusal(ask({ actor: other }))).toBe('coupon-used-up');
  });

  it('N10 an order that was committed before the process died, and never got a payment page, expires too', async () => {
    await newCoupon({ code: 'TEN', maxUses: 1 });
    const { orderId } = await ask();
    await (await db()).paymentAttempt.deleteMany({ where: { orderId } });
    await reconcilePayments({ now: inMinutes(59) });
    expect((await orderOf(orderId)).status).toBe('pending');
    await reconcilePayments({ now: inMinutes(61) });
    expect((await orderOf(orderId)).status).toBe('expired');
    expect(await refusal(ask({ actor: await newBuyer() }))).toBeNull();
  });

  it('N10 the buyer’s own open order is gone on with, or replaced when its price has changed', async () => {
    await newCoupon({ code: 'TEN', maxUses: 1, maxUsesPerLearner: 1 });
    const first = await ask();
    expect(await ask()).toEqual(first);
    expect((await ask({ coupon: undefined })).orderId).not.toBe(first.orderId);
    expect(await ask()).toEqual(first);
    await (await db()).product.update({ where: { key: 'product-a' }, data: { amountPiastres: 100_000 }, select: { key: true } });
    const replaced = await ask();
    expect(replaced.orderId).not.toBe(first.orderId);
    expect(await orderOf(replaced.orderId)).toMatchObject({ amountPiastres: 90_000 });
    expect(await refusal(ask({ actor: await newBuyer() }))).toBe('coupon-used-up');
  });

  it('N10 per learner: an open order for something else holds it, other learners are free to use it', async () => {
    await newCoupon({ code: 'TEN', maxUsesPerLearner: 1, withSale: true });
    await ask();
    expect(await refusal(ask({ productKey: 'product-sale' }))).toBe('coupon-used-by-you');
    expect(await refusal(ask({ actor: await newBuyer() }))).toBeNull();
  });
});
