import { beforeEach, describe, expect, it } from 'vitest';
import { findOrder } from '@/lib/orders/find-order';
import { listMyPaymentCards, listMyPayments, listPayments } from '@/lib/orders/list-payments';
import { findReceipt } from '@/lib/orders/receipts/find-receipt';
import { listRefundEligibility } from '@/lib/orders/refunds/refund-policy';
import type { Actor } from '@/lib/permissions';
import { buildActor } from '@/tests/support/actors';
import { buy, createBuyer, createWorld, findOfferFor, startShopOfFile } from '@/tests/support/shop';
import { listProductViews, ownsProduct, readProductView, setProducts, setProductsSchema } from './products';

const shop = startShopOfFile();
let actor: Actor;

beforeEach(async () => {
  actor = await createWorld(shop);
});

const buildQuery = () => ({ lang: 'de' as const, now: new Date() });
const fresh = { key: 'product-b', name: 'ب', description: 'كل ب', amount: 12.5, courseName: 'course-a' };

describe('products', () => {
  it('are listed with their current price, in piastres [S6, P4]', async () => {
    expect(await listProductViews('en')).toEqual([
      {
        key: 'product-a',
        name: 'Course A',
        description: 'All of A',
        amount: 129900,
        currency: 'EGP',
        courseName: 'course-a',
      },
      {
        key: 'product-sale',
        name: 'Course A',
        description: 'All of A',
        amount: 99900,
        currency: 'EGP',
        courseName: 'course-a',
      },
    ]);
    await expect(readProductView('nothing', 'en')).rejects.toMatchObject({ status: 404 });
  });

  it('are set by an admin in pounds of a hundred piastres [S6, P4]', async () => {
    await setProducts(buildActor('admin'), [fresh, { ...fresh, key: 'product-a', amount: 1 }], buildQuery());
    expect(await readProductView('product-b', 'ar')).toMatchObject({ name: 'ب', amount: 1250 });
    expect(await readProductView('product-a', 'ar')).toMatchObject({ amount: 100 });
    await expect(setProducts(actor, [fresh], buildQuery())).rejects.toMatchObject({ status: 403 });
  });

  it('are saved together or not at all [S6, P4]', async () => {
    const call = setProducts(
      buildActor('admin'),
      [fresh, { ...fresh, key: 'product-c', courseName: 'no-course' }],
      buildQuery(),
    );
    await expect(call).rejects.toMatchObject({
      status: 422,
      errors: { '1.courseName': ['Diesen Kurs gibt es nicht.'] },
    });
    await expect(readProductView('product-b', 'ar')).rejects.toMatchObject({ status: 404 });
  });

  it.each([
    ['a negative price', [{ ...fresh, amount: -1 }]],
    ['a price as text', [{ ...fresh, amount: '12' }]],
    ['half a piastre', [{ ...fresh, amount: 1.005 }]],
    ['a key given twice', [fresh, fresh]],
    ['nothing', []],
  ])('refuses %s [P4]', (_name, products) => {
    expect(setProductsSchema.safeParse(products).success).toBe(false);
  });
});

const isOwned = (product: Parameters<typeof ownsProduct>[0]['product']) =>
  ownsProduct({ actor, userId: actor.userId, product });

describe('owned products', () => {
  it('are checked by product key and by course, only for the caller; an unknown name answers 404 [S6, C6]', async () => {
    expect(await isOwned({ productKey: 'product-a' })).toBe(false);
    await buy(shop, actor);
    expect(await isOwned({ productKey: 'product-sale' })).toBe(true);
    expect(await isOwned({ filename: 'course-a' })).toBe(true);
    await expect(isOwned({ filename: 'nothing' })).rejects.toMatchObject({ status: 404 });
    await expect(
      ownsProduct({ actor: await createBuyer(), userId: actor.userId, product: { filename: 'course-a' } }),
    ).rejects.toMatchObject({ status: 403 });
  });

  it('the payment page offers a product, recognises an owned one, and has no offer for an unknown key [P1]', async () => {
    expect(await findOfferFor(actor)).toMatchObject({ kind: 'buy', lessons: 7, billing: { first_name: 'منى' } });
    await buy(shop, actor);
    expect(await findOfferFor(actor)).toMatchObject({ kind: 'owned' });
    expect(await findOfferFor(actor, { productKey: 'nothing' })).toEqual({ kind: 'unknown' });
  });
});

describe('payments of a buyer', () => {
  it('lists an order with its status, only for its buyer [S8, P6, D10]', async () => {
    const orderId = await buy(shop, actor);
    const mine = await listMyPayments({ actor, userId: actor.userId });
    expect(mine).toEqual([
      {
        orderId,
        paymentAmount: 129900,
        currency: 'EGP',
        status: 'paid',
        paidAt: expect.any(Date),
        paymentItems: [{ description: 'All of A' }],
      },
    ]);
    const stranger = await createBuyer();
    await expect(listMyPayments({ actor: stranger, userId: actor.userId })).rejects.toMatchObject({ status: 403 });
    await expect(findOrder({ actor: stranger, userId: actor.userId, orderId })).rejects.toMatchObject({ status: 403 });
    expect(await findOrder({ actor: stranger, userId: stranger.userId, orderId })).toBeNull();
    expect(await findReceipt(stranger, orderId)).toBeNull();
    expect(await listMyPaymentCards(actor)).toMatchObject([{ orderId, request: null }]);
    expect([...(await listRefundEligibility(actor, new Date()))]).toEqual([
      [orderId, expect.objectContaining({ refusedBy: null, lessonsUsed: 0, lessonsAllowed: 3, daysLeft: 30 })],
    ]);
  });

  it('lists a buyer’s own payments, and for an admin those of all buyers with their ids [S6]', async () => {
    await buy(shop, actor);
    expect((await listPayments({ actor: await createBuyer(), page: 1 })).lines).toEqual([]);
    expect((await listPayments({ actor, page: 1 })).lines[0]).not.toHaveProperty('userId');
    const all = await listPayments({ actor: buildActor('admin'), page: 1 });
    expect(all).toMatchObject({ total: 1, lines: [{ userId: actor.userId }] });
    expect((await listPayments({ actor, page: 2 })).lines).toEqual([]);
  });

  it('the receipt states number, buyer, amount and charge [P6]', async () => {
    const orderId = await buy(shop, actor);
    expect(await findReceipt(actor, orderId)).toMatchObject({
      label: expect.stringMatching(/^R-\d{6}$/),
      buyer: { name: 'منى عادل', email: 'mona@example.com' },
      amountPiastres: 129900,
      method: 'card',
      chargeId: expect.stringMatching(/^\d+$/),
      creditNotes: [],
    });
  });
});
