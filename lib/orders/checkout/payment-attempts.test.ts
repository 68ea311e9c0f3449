import { beforeEach, expect, it } from 'vitest';
import { findProduct } from '@/lib/courses/catalogue/catalogue';
import { db, transaction, type Tx } from '@/lib/database/client';
import { priceItems } from '@/lib/orders/pricing';
import type { Actor } from '@/lib/permissions';
import { billing, createWorld, startOrder, startShopOfFile } from '@/tests/support/shop';
import { fillBasket } from './basket';
import { findOrCreateLiveOrder } from './payment-attempts';

const shop = startShopOfFile();
let actor: Actor;

beforeEach(async () => {
  actor = await createWorld(shop);
});

/** Changes the order's status between the moment it is read and the moment it is changed. */
function changeStatusBetween(tx: Tx, orderId: string, status: 'paid' | 'in_review' | 'expired'): Tx {
  const order = new Proxy(tx.order, {
    get: (target, name) =>
      name !== 'findMany'
        ? (Reflect.get(target, name) as unknown)
        : async (query: object) => {
            const found = await tx.order.findMany(query);
            await tx.order.update({ where: { id: orderId }, data: { status } });
            return found;
          },
  });
  return new Proxy(tx, { get: (target, name) => (name === 'order' ? order : (Reflect.get(target, name) as unknown)) });
}

async function askAgain(orderId: string, status: 'paid' | 'in_review' | 'expired') {
  const product = await findProduct('product-a');
  if (!product) throw new Error('no product');
  const basket = await fillBasket({ product, userId: actor.userId, purchaseFor: { kind: 'self' } });
  const other = { ...billing, first_name: 'Somebody', last_name: 'Else' };
  return transaction((tx) =>
    findOrCreateLiveOrder(changeStatusBetween(tx, orderId, status), {
      userId: actor.userId,
      basket,
      coupon: null,
      price: priceItems(basket.items),
      billing: other,
      lang: 'de',
      now: new Date(),
    }),
  );
}

const readAttempt = async (id: string) =>
  (await db()).order.findUniqueOrThrow({ where: { id }, select: { billing: true, lang: true } });

it.each([
  ['paid', 'order-paid'],
  ['in_review', 'payment-in-review'],
] as const)('an order that becomes %s during a second request keeps its billing data [P13]', async (status, key) => {
  const { orderId } = await startOrder(actor);
  const client = await db();
  await expect(askAgain(orderId, status)).rejects.toMatchObject({
    status: 409,
    key: status === 'paid' ? 'course-owned' : key,
  });
  expect(await readAttempt(orderId)).toEqual({ billing, lang: 'ar' });
  expect(await client.order.count()).toBe(1);
});

it('an order that expires during a second request stays unchanged, and a new one is created [P13]', async () => {
  const { orderId } = await startOrder(actor);
  const live = await askAgain(orderId, 'expired');
  expect(live.orderId).not.toBe(orderId);
  expect([await readAttempt(orderId), await readAttempt(live.orderId)]).toMatchObject([
    { billing, lang: 'ar' },
    { billing: { first_name: 'Somebody' }, lang: 'de' },
  ]);
});
