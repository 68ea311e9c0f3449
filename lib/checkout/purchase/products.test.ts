import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '@/lib/actor';
import { actorFor } from '@/lib/testing/actors';
import { buy, newBuyer, newWorld, shopOfThisFile } from '@/lib/testing/shop';
import { listRefundStandings } from '@/lib/checkout/refunds/refund-standing';
import { listMyPaymentCards } from '@/lib/checkout/orders/my-payments';
import { findOrder } from '@/lib/checkout/orders/find-order';
import { listMyPayments, listPayments } from '@/lib/checkout/orders/list-payments';
import { findOffer } from './offer';
import { ownsProduct, setProducts, setProductsSchema, viewProduct, viewProducts } from './products';
import { findReceipt } from '@/lib/checkout/receipts/find-receipt';

const shop = shopOfThisFile();
let actor: Actor;

beforeEach(async () => {
  actor = await newWorld(shop);
});

const asked = () => ({ lang: 'de' as const, now: new Date() });
const fresh = { key: 'product-b', name: 'ب', description: 'كل ب', amount: 12.5, courseName: 'course-a' };

describe('products', () => {
  it('S6 P4 are listed with what is charged now, in piastres', async () => {
    expect(await viewProducts('en')).toEqual([
      { key: 'product-a', name: 'Course A', description: 'All of A', amount: 129900, currency: 'EGP', courseName: 'course-a' },
      { key: 'product-sale', name: 'Course A', description: 'All of A', amount: 99900, currency: 'EGP', courseName: 'course-a' },
    ]);
    await expect(viewProduct('nothing', 'en')).rejects.toMatchObject({ status: 404 });
  });

  it('S6 P4 are set by an administrator in pounds, one pound being a hundred piastres', async () => {
    await setProducts(actorFor('admin'), [fresh, { ...fresh, key: 'product-a', amount: 1 }], asked());
    expect(await viewProduct('product-b', 'ar')).toMatchObject({ name: 'ب', amount: 1250 });
    expect(await viewProduct('product-a', 'ar')).toMatchObject({ amount: 100 });
    await expect(setProducts(actor, [fresh], asked())).rejects.toMatchObject({ status: 403 });
  });

  it('S6 P4 are set all or none', async () => {
    const call = setProducts(actorFor('admin'), [fresh, { ...fresh, key: 'product-c', courseName: 'no-course' }], asked());
    await expect(call).rejects.toMatchObject({ status: 422, errors: { '1.courseName': ['Diesen Kurs gibt es nicht.'] } });
    await expect(viewProduct('product-b', 'ar')).rejects.toMatchObject({ status: 404 });
  });

  it.each([
    ['a negative price', [{ ...fresh, amount: -1 }]],
    ['a price as text', [{ ...fresh, amount: '12' }]],
    ['half a piastre', [{ ...fresh, amount: 1.005 }]],
    ['a key given twice', [fresh, fresh]],
    ['nothing', []],
  ])('P4 %s is refused', (_name, products) => {
    expect(setProductsSchema.safeParse(products).success).toBe(false);
  });
});

const owns = (product: Parameters<typeof ownsProduct>[0]['product']) => ownsProduct({ actor, userId: actor.userId, product });

describe('what is owned', () => {
  it('S6 C6 is answered by product key and by course, only to oneself, and a foreign name is a 404', async () => {
    expect(await owns({ productKey: 'product-a' })).toBe(false);
    await buy(shop, actor);
    expect(await owns({ productKey: 'product-sale' })).toBe(true);
    expect(await owns({ filename: 'course-a' })).toBe(true);
    await expect(owns({ filename: 'nothing' })).rejects.toMatchObject({ status: 404 });
    await expect(ownsProduct({ actor: await newBuyer(), userId: actor.userId, product: { filename: 'course-a' } })).rejects.toMatchObject({ status: 403 });
  });

  it('P1 the payment page offers, knows what is owned, and has nothing for a foreign key', async () => {
    expect(await findOffer({ actor, productKey: 'product-a', purchaseFor: { kind: 'self' }, coupon: '', address: 'x', now: new Date() })).toMatchObject({ kind: 'buy', lessons: 7, billing: { first_name: 'منى' } });
    await buy(shop, actor);
    expect(await findOffer({ actor, productKey: 'product-a', purchaseFor: { kind: 'self' }, coupon: '', address: 'x', now: new Date() })).toMatchObject({ kind: 'owned' });
    expect(await findOffer({ actor, productKey: 'nothing', purchaseFor: { kind: 'self' }, coupon: '', address: 'x', now: new Date() })).toEqual({ kind: 'unknown' });
  });
});

describe('my payments', () => {
  it('S8 P6 D10 list every order with its state, and only to its buyer', async () => {
    const orderId = await buy(shop, actor);
    const mine = await listMyPayments({ actor, userId: actor.userId });
    expect(mine).toEqual([
      { orderId, paymentAmount: 129900, currency: 'EGP', status: 'paid', paidAt: expect.any(Date), paymentItems: [{ description: 'All of A' }] },
    ]);
    const stranger = await newBuyer();
    await expect(listMyPayments({ actor: stranger, userId: actor.userId })).rejects.toMatchObject({ status: 403 });
    await expect(findOrder({ actor: stranger, userId: actor.userId, orderId })).rejects.toMatchObject({ status: 403 });
    expect(await findOrder({ actor: stranger, userId: stranger.userId, orderId })).toBeNull();
    expect(await findReceipt(stranger, orderId)).toBeNull();
    expect(await listMyPaymentCards(actor)).toMatchObject([{ orderId, request: null }]);
    expect([...await listRefundStandings(actor, new Date())]).toEqual([[orderId, expect.objectContaining({ refusedBy: null, lessonsUsed: 0, lessonsAllowed: 3, daysLeft: 30 })]]);
  });

  it('S6 everybody sees their own, an administrator all of them with whose they are', async () => {
    await buy(shop, actor);
    expect((await listPayments({ actor: await newBuyer(), page: 1 })).lines).toEqual([]);
    expect((await listPayments({ actor, page: 1 })).lines[0]).not.toHaveProperty('userId');
    const all = await listPayments({ actor: actorFor('admin'), page: 1 });
    expect(all).toMatchObject({ total: 1, lines: [{ userId: actor.userId }] });
    expect((await listPayments({ actor, page: 2 })).lines).toEqual([]);
  });

  it('P6 the receipt names number, buyer, amount and charge', async () => {
    const orderId = await buy(shop, actor);
    expect(await findReceipt(actor, orderId)).toMatchObject({
      label: expect.stringMatching(/^R-\d{6}$/), buyer: { name: 'منى عادل', email: 'mona@example.com' }, amountPiastres: 129900, method: 'card',
      chargeId: expect.stringMatching(/^\d+$/), creditNotes: [],
    });
  });
});
