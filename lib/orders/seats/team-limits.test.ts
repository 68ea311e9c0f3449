import { beforeEach, expect, it } from 'vitest';
import { db } from '@/lib/database/client';
import type { Actor } from '@/lib/permissions';
import { checkOut, createWorld, startShopOfFile } from '@/tests/support/shop';

const shop = startShopOfFile();
let actor: Actor;

beforeEach(async () => {
  actor = await createWorld(shop);
});

const ask = (count: number, coupon?: string) =>
  checkOut(actor, { purchaseFor: { kind: 'seats', count }, coupon, lang: 'en' });

it('refuses more seats than an order may cost, with the possible maximum at the field [P14]', async () => {
  await (
    await db()
  ).product.update({ where: { key: 'product-a' }, data: { amountPiastres: 100_000_000 }, select: { key: true } });
  await expect(ask(50)).rejects.toMatchObject({
    error: { issues: [{ path: ['seats'], message: 'seats_too_expensive', params: { most: '21' } }] },
  });
  expect(await ask(21)).toMatchObject({ orderId: expect.any(String) as string });
});

it('accepts a coupon for seats only if the coupon allows teams [P14]', async () => {
  const client = await db();
  await client.coupon.create({ data: { code: 'ALL', percent: 100 }, select: { id: true } });
  await expect(ask(50, 'ALL')).rejects.toMatchObject({ status: 422, key: 'coupon-not-for-teams' });
  await client.coupon.update({ where: { code: 'ALL' }, data: { forTeams: true }, select: { id: true } });
  expect(await ask(2, 'ALL')).toMatchObject({ orderId: expect.any(String) as string });
});
