import fc from 'fast-check';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { resetConfig } from '@/lib/config/config';
import { grantEnrolment } from '@/lib/courses/enrolment/enrolment';
import { db, transaction } from '@/lib/database/client';
import { piastresFromPounds } from '@/lib/money';
import type { PurchaseFor } from '@/lib/orders/checkout/basket';
import { findOffer } from '@/lib/orders/checkout/offer';
import { startCheckout } from '@/lib/orders/checkout/start-checkout';
import { findReceipt } from '@/lib/orders/receipts/find-receipt';
import { buildSheets } from '@/lib/orders/receipts/receipt-sheet';
import { eReceiptOf, taxReceiptContentSchema } from '@/lib/orders/receipts/tax-receipt';
import {
  billing,
  createBuyer,
  createWorld,
  pay,
  startShopOfFile,
  stockBundle,
  waitForOrder,
} from '@/tests/support/shop';

const shop = startShopOfFile();

beforeAll(async () => {
  await createWorld(shop);
  await stockBundle();
});
afterEach(() => {
  vi.unstubAllEnvs();
  resetConfig();
});

const price = fc.integer({ min: 100, max: 5_000_000 });
const purchases = fc.oneof(
  fc.record({ kind: fc.constant('self' as const) }),
  fc.record({ kind: fc.constant('seats' as const), count: fc.integer({ min: 2, max: 7 }) }),
  fc.record({
    kind: fc.constant('gift' as const),
    gift: fc.constant({ recipientEmail: 'hala@example.com', recipientName: 'هالة', card: '', sendAt: null }),
  }),
);
const cases = fc.record({
  isBundle: fc.boolean(),
  listPiastres: price,
  salePiastres: fc.option(price),
  ownsFirst: fc.boolean(),
  purchaseFor: purchases as fc.Arbitrary<PurchaseFor>,
  coupon: fc.option(
    fc.oneof(
      fc.record({ percent: fc.integer({ min: 1, max: 99 }) }),
      fc.record({ amountPiastres: fc.integer({ min: 1, max: 1_000_000 }) }),
    ),
  ),
  withSale: fc.boolean(),
  taxPercent: fc.constantFrom('0', '5', '14'),
});

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

it('generated purchases cost the same on page, order, provider, receipt, tax receipt and e-receipt [N10, N12]', async () => {
  let paid = 0;
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      const client = await db();
      vi.stubEnv('TAX_PERCENT', one.taxPercent);
      vi.stubEnv('SELLER_TAX_NUMBER', '100200300');
      vi.stubEnv('SELLER_NAME', 'Midan');
      vi.stubEnv('SELLER_ADDRESS', 'Cairo, Nasr City, Abbas El Akkad, 12');
      resetConfig();
      const productKey = one.isBundle && one.purchaseFor.kind !== 'seats' ? 'product-z-both' : 'product-a';
      await client.product.update({
        where: { key: productKey },
        data: { amountPiastres: one.listPiastres, saleAmountPiastres: one.salePiastres },
        select: { key: true },
      });
      const code = `C${(await client.coupon.count()) + 1}`;
      if (one.coupon)
        await client.coupon.create({
          data: { code, withSale: one.withSale, forTeams: true, ...one.coupon },
          select: { id: true },
        });
      const actor = await createBuyer();
      if (one.ownsFirst && productKey === 'product-z-both') {
        await transaction((tx) =>
          grantEnrolment(tx, {
            userId: actor.userId,
            courseSlug: 'course-a',
            orderId: null,
            source: 'admin',
            now: new Date(),
          }),
        );
      }
      const { purchaseFor } = one;
      const asked = { actor, productKey, purchaseFor, ip: 'x', now: new Date() };
      const offer = await findOffer({ ...asked, coupon: one.coupon ? code : '' });
      if (offer.kind !== 'buy' || offer.price.totalPiastres === 0) return;
      const coupon = offer.coupon?.refusal === null ? code : undefined;
      const { orderId, url } = await startCheckout({ ...asked, coupon, billing, lang: 'ar' });
      await pay(shop, url);
      await waitForOrder(orderId);
      paid += 1;

      const { totalPiastres, discountPiastres, taxPiastres } = offer.price;
      const amounts = { amountPiastres: totalPiastres, discountPiastres, taxPiastres };
      expect(await client.order.findUniqueOrThrow({ where: { id: orderId } })).toMatchObject(amounts);
      const intention = (
        (await shop.control('intentions')) as unknown as Array<{
          intention_detail: { amount: number; items: Array<{ amount: number; quantity?: number }> };
        }>
      ).at(-1)!.intention_detail;
      expect([intention.amount, sum(intention.items.map(({ amount }) => amount))]).toEqual([
        totalPiastres,
        totalPiastres,
      ]);
      const receipt = (await findReceipt(actor, orderId))!;
      expect(receipt).toMatchObject(amounts);
      expect(sum(receipt.items.map((item) => item.totalPiastres))).toBe(totalPiastres);
      expect((await buildSheets(receipt, 'en'))[0]!.rows.length).toBeGreaterThan(3);
      const row = await client.taxReceipt.findFirstOrThrow({ where: { orderId } });
      expect(row).toMatchObject({ amountPiastres: totalPiastres, taxPiastres });
      const document = eReceiptOf({
        ...row,
        content: taxReceiptContentSchema.parse(row.content),
      }) as unknown as EReceipt;
      expect(piastresFromPounds(document.totalAmount)).toBe(totalPiastres);
      expect(sum(document.itemData.map(({ total }) => piastresFromPounds(total)))).toBe(totalPiastres);
      expect(sum(document.itemData.map(({ netSale }) => piastresFromPounds(netSale)))).toBe(
        piastresFromPounds(document.netAmount),
      );
      expect(piastresFromPounds(document.totalSales) - piastresFromPounds(document.totalCommercialDiscount)).toBe(
        piastresFromPounds(document.netAmount),
      );
      expect(sum(document.taxTotals.map(({ amount }) => piastresFromPounds(amount)))).toBe(taxPiastres);
    }),
    { numRuns: 20, endOnFailure: true },
  );
  expect(paid).toBeGreaterThan(5);
}, 120_000);

interface EReceipt {
  totalAmount: number;
  netAmount: number;
  totalSales: number;
  totalCommercialDiscount: number;
  itemData: Array<{ total: number; netSale: number }>;
  taxTotals: Array<{ amount: number }>;
}
