import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { invalidate } from '@/lib/cache/invalidate';
import { resetConfig } from '@/lib/config/config';
import { db, Prisma } from '@/lib/database/client';
import { inEachLanguage } from '@/lib/language';
import { approveRefund } from '@/lib/orders/refunds/refund-requests';
import type { Actor } from '@/lib/permissions';
import { buildActor } from '@/tests/support/actors';
import {
  askForRefund,
  buy,
  createBuyer,
  createWorld,
  pollUntil,
  readOrderState,
  startShopOfFile,
  stockBundle,
} from '@/tests/support/shop';
import { findReceipt } from './find-receipt';
import { buildSheets } from './receipt-sheet';
import { subtractCredited, taxReceiptContentSchema } from './tax-receipt';

const shop = startShopOfFile();
let actor: Actor;

beforeEach(async () => {
  vi.stubEnv('SELLER_TAX_NUMBER', '100200300');
  vi.stubEnv('SELLER_NAME', 'شركة ميدان');
  vi.stubEnv('SELLER_ADDRESS', 'Cairo, Nasr City, Abbas El Akkad, 12');
  vi.stubEnv('TAX_PERCENT', '14');
  resetConfig();
  actor = await createWorld(shop);
  await stockBundle();
});
afterEach(() => {
  vi.unstubAllEnvs();
  resetConfig();
});

const buyBoth = () => buy(shop, actor, { productKey: 'product-z-both' });

async function listDocuments() {
  const rows = await (await db()).taxReceipt.findMany({ orderBy: { position: 'asc' } });
  return rows.map(({ kind, amountPiastres, taxPiastres, content }) => ({
    kind,
    amountPiastres,
    taxPiastres,
    lines: taxReceiptContentSchema.parse(content).lines,
  }));
}

async function giveBack(orderId: string, courseName: string): Promise<void> {
  await askForRefund(actor, orderId, courseName);
  await approveRefund({ actor: buildActor('admin'), orderId, reason: 'by the policy', now: new Date() });
}

describe('credit notes of a bundle', () => {
  it('a refunded course has a credit note for exactly its line [N11, N12]', async () => {
    const orderId = await buyBoth();
    await giveBack(orderId, 'course-b');
    const [receipt, note] = await listDocuments();
    expect(receipt?.lines).toMatchObject([
      { position: 0, totalPiastres: 103_920 },
      { position: 1, totalPiastres: 8000 },
    ]);
    expect(note).toMatchObject({
      kind: 'creditNote',
      amountPiastres: 8000,
      taxPiastres: receipt?.lines[1]?.taxPiastres,
      lines: [receipt?.lines[1]],
    });
    const found = await findReceipt(actor, orderId);
    expect(found?.items.map(({ text }) => text.ar)).toEqual(['A', 'B']);
    expect(found?.creditNotes).toMatchObject([
      { amountPiastres: 8000, items: [{ text: { ar: 'B' }, totalPiastres: 8000 }] },
    ]);
    const sheets = found && (await buildSheets(found, 'ar'));
    const items = sheets?.map(({ rows }) =>
      rows.flatMap(({ value }) => ('right' in value && ['A', 'B'].includes(value.right) ? [value.right] : [])),
    );
    expect(items).toEqual([['A', 'B'], ['B']]);
  });

  it('after a partial refund in Paymob’s dashboard, the credit notes of all courses still add up to the receipt lines [N11, N12]', async () => {
    const orderId = await buyBoth();
    const [charge] = (await shop.control('transactions')) as unknown as Array<{ id: number }>;
    await shop.control(`transactions/${charge?.id}/refund`, { amount_cents: 20_000 });
    await pollUntil(
      () => readOrderState(orderId),
      ({ refunded }) => refunded === 20_000,
    );
    await giveBack(orderId, 'course-b');
    await giveBack(orderId, 'course-a');
    expect(await readOrderState(orderId)).toMatchObject({ status: 'refunded', refunded: 111_920 });
    const [receipt, ...notes] = await listDocuments();
    expect(notes.map(({ amountPiastres }) => amountPiastres)).toEqual([20_000, 8000, 83_920]);
    for (const { lines, amountPiastres } of notes)
      expect(lines.reduce((sum, { totalPiastres }) => sum + totalPiastres, 0)).toBe(amountPiastres);
    for (const left of subtractCredited(
      receipt?.lines ?? [],
      notes.flatMap(({ lines }) => lines),
    )) {
      expect(left).toMatchObject({ listPiastres: 0, discountPiastres: 0, taxPiastres: 0, totalPiastres: 0 });
    }
  });
});

describe('later changes in administration', () => {
  const changeCatalogue = async () => {
    const client = await db();
    await client.product.update({
      where: { key: 'product-z-both' },
      data: {
        description: inEachLanguage((lang) => `${lang}: new`),
        bundled: { deleteMany: { courseSlug: 'course-b' } },
      },
      select: { key: true },
    });
    await client.product.update({
      where: { key: 'product-sale' },
      data: { description: inEachLanguage((lang) => `${lang}: new`) },
      select: { key: true },
    });
    await client.course.update({
      where: { slug: 'course-a' },
      data: { text: { ar: { title: 'New A' } } },
      select: { slug: true },
    });
    await invalidate('courses', 'products');
  };
  const readTexts = async (orderId: string) => (await findReceipt(actor, orderId))?.items.map(({ text }) => text);

  it('leave receipts and credit notes as they were sold, in every language [N12, P6]', async () => {
    const client = await db();
    const sold = { ...inEachLanguage(() => 'Description'), ar: 'وصف' };
    await client.product.update({ where: { key: 'product-sale' }, data: { description: sold }, select: { key: true } });
    await invalidate('products');
    const [single, both] = [
      await buy(shop, actor, { productKey: 'product-sale' }),
      await buy(shop, await createBuyer(), { productKey: 'product-z-both' }),
    ];
    await client.order.update({ where: { id: both }, data: { userId: actor.userId }, select: { id: true } });
    await changeCatalogue();
    expect([await readTexts(single), await readTexts(both)]).toEqual([
      [sold],
      [inEachLanguage(() => 'A'), inEachLanguage(() => 'B')],
    ]);
    const [receipt] = await listDocuments();
    expect(receipt?.lines.map(({ description }) => description)).toEqual([sold.ar]);
  });

  it('an order from before texts were stored uses current texts only if they match the text it stored [N12, P6]', async () => {
    const orderId = await buyBoth();
    await (await db()).orderLine.updateMany({ data: { descriptions: Prisma.DbNull } });
    expect(await readTexts(orderId)).toEqual([inEachLanguage(() => 'A'), inEachLanguage(() => 'B')]);
    await changeCatalogue();
    expect(await readTexts(orderId)).toEqual([inEachLanguage(() => 'A'), inEachLanguage(() => 'B')]);
  });
});
