import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteAccount } from '@/lib/accounts/delete-account';
import { cairoDayOf, cairoMonth } from '@/lib/clock';
import { resetConfig } from '@/lib/config/config';
import { db, transaction } from '@/lib/database/client';
import { exportCsv, exportEReceipts, readMonthSums } from '@/lib/orders/admin/tax-receipt-export';
import { billingSchema } from '@/lib/orders/billing';
import { purchaseForOf } from '@/lib/orders/checkout/basket';
import { paymentRequestSchema } from '@/lib/orders/checkout/start-checkout';
import { runRefunds } from '@/lib/orders/refunds/run-refunds';
import { inquireOrder } from '@/lib/orders/settlement/inquire';
import type { Actor } from '@/lib/permissions';
import { buildActor } from '@/tests/support/actors';
import {
  billing,
  buy,
  checkOut,
  createBuyer,
  createWorld,
  inMinutes,
  pay,
  pollUntil,
  readOrderState,
  startShopOfFile,
  waitForOrder,
} from '@/tests/support/shop';
import { findReceipt } from './find-receipt';
import { issueCreditNote, issueReceipt } from './issue-receipt';
import {
  computeUuid,
  eReceiptOf,
  serialiseForUuid,
  subtractCredited,
  takeShareOfLines,
  taxReceiptContentSchema,
  type TaxReceiptLine,
} from './tax-receipt';

const shop = startShopOfFile();
let actor: Actor;
const buildAdmin = () => buildActor('admin');
const month = cairoDayOf(new Date()).slice(0, 7);

beforeEach(async () => {
  vi.stubEnv('SELLER_TAX_NUMBER', '100200300');
  vi.stubEnv('SELLER_NAME', 'شركة ميدان');
  vi.stubEnv('SELLER_ADDRESS', 'Cairo, Nasr City, Abbas El Akkad, 12');
  vi.stubEnv('TAX_PERCENT', '14');
  resetConfig();
  actor = await createWorld(shop);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  resetConfig();
});

const listDocuments = async () => (await db()).taxReceipt.findMany({ orderBy: { position: 'asc' } });
const listNumbers = async (kind: 'receipt' | 'creditNote') =>
  (await listDocuments()).filter((one) => one.kind === kind).map(({ number }) => number);
const countUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const fetchLatestCharge = async () =>
  ((await shop.control('transactions')) as unknown as Array<{ id: number; amount_cents: number }>).at(-1)!;
const refundAtPaymob = (id: number, piastres?: number) =>
  shop.control(`transactions/${id}/refund`, piastres === undefined ? {} : { amount_cents: piastres });
const readText = async (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

async function buyAsNewBuyers(count: number): Promise<string[]> {
  const orders: string[] = [];
  for (let at = 0; at < count; at += 1) orders.push(await buy(shop, await createBuyer()));
  return orders;
}

describe('tax receipts', () => {
  it('a paid order gets a receipt with its lines, tax, seller and buyer, and the next receipt refers to it [N12]', async () => {
    const tax_number = billingSchema.shape.tax_number.parse('١٢٣-٤٥٦-٧٨٩');
    const { url, orderId } = await checkOut(actor, { productKey: 'product-sale', billing: { ...billing, tax_number } });
    await pay(shop, url);
    await waitForOrder(orderId);
    await buyAsNewBuyers(1);
    const [first, second] = await listDocuments();
    expect(first).toMatchObject({
      kind: 'receipt',
      number: 1,
      orderId,
      amountPiastres: 99900,
      taxPiastres: 12268,
      taxPercent: 14,
      previousUuid: '',
    });
    expect(taxReceiptContentSchema.parse(first?.content)).toMatchObject({
      seller: { taxNumber: '100200300', name: 'شركة ميدان', address: { city: 'Nasr City', building: '12' } },
      buyer: { taxNumber: '123456789', name: 'منى عادل' },
      lines: [{ productKey: 'product-sale', listPiastres: 129900, totalPiastres: 99900 }],
    });
    expect(second).toMatchObject({ number: 2, previousUuid: first?.uuid });
    expect(await findReceipt(actor, orderId)).toMatchObject({
      label: 'T-000001',
      tax: { buyer: { taxNumber: '123456789' } },
    });
  });

  it.each(['', ' ', '\u00a0'])(
    'accepts an empty optional tax number, as a form without JavaScript sends it: %j [N12]',
    async (typed) => {
      const sent = paymentRequestSchema.parse({
        productKey: 'product-a',
        billing_data: { ...billing, tax_number: typed },
        coupon: typed,
        seats: typed,
      });
      const { url, orderId } = await checkOut(actor, {
        productKey: sent.productKey,
        purchaseFor: purchaseForOf(sent, new Date()),
        billing: sent.billing_data,
        coupon: sent.coupon,
      });
      await pay(shop, url);
      await waitForOrder(orderId);
      expect(await listDocuments()).toMatchObject([{ orderId, content: { buyer: null } }]);
    },
  );

  it('states the tax rate at the time of pricing; after a rate change, a second checkout creates another order [N10, N12]', async () => {
    const ask = () => checkOut(actor, { productKey: 'product-sale' });
    const { url, orderId } = await ask();
    vi.stubEnv('TAX_PERCENT', '10');
    resetConfig();
    expect((await ask()).orderId).not.toBe(orderId);
    await pay(shop, url);
    await waitForOrder(orderId);
    const [receipt] = await listDocuments();
    expect(receipt).toMatchObject({ amountPiastres: 99900, taxPiastres: 12268, taxPercent: 14 });
    const { itemData } = eReceiptOf({ ...receipt!, content: taxReceiptContentSchema.parse(receipt!.content) }) as {
      itemData: Array<{ taxableItems: object[] }>;
    };
    expect(itemData[0]?.taxableItems).toEqual([{ taxType: 'T1', amount: 122.68, subType: 'V009', rate: 14 }]);
  });

  it('a tax number is empty or has nine digits [N12]', () => {
    const parse = (text: string) => billingSchema.shape.tax_number.safeParse(text);
    expect(['', ' 123 456 789 ', '12345678', 'abcdefghi'].map((text) => parse(text).success)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('without a seller there is no tax receipt, and the plain receipt has the order’s number [N12]', async () => {
    vi.stubEnv('SELLER_TAX_NUMBER', '');
    vi.stubEnv('SELLER_NAME', '');
    vi.stubEnv('SELLER_ADDRESS', '');
    resetConfig();
    const orderId = await buy(shop, actor);
    expect(await listDocuments()).toEqual([]);
    expect(await findReceipt(actor, orderId)).toMatchObject({ label: 'R-000001', tax: null });
  });

  it('numbers have no gap when many orders are paid at once and some transactions fail after taking a number [N12]', async () => {
    const orders = await buyAsNewBuyers(1);
    const client = await db();
    const order = await client.order.findUniqueOrThrow({
      where: { id: orders[0]! },
      select: { productKey: true, courseSlug: true, description: true },
    });
    const ids = await Promise.all(
      countUpTo(24).map(async () => {
        const { id } = await client.order.create({
          data: { ...order, amountPiastres: 1000, status: 'pending', expiresAt: inMinutes(60) },
          select: { id: true },
        });
        return id;
      }),
    );
    await Promise.allSettled(
      ids.map((orderId, index) =>
        transaction(
          async (tx) => {
            await issueReceipt(tx, { orderId, chargeId: `c${index}`, now: new Date() });
            if (index % 3 === 0) throw new Error('killed');
          },
          { timeoutMs: 20_000 },
        ),
      ),
    );
    const issued = await listDocuments();
    expect(issued).toHaveLength(17);
    expect(await listNumbers('receipt')).toEqual(countUpTo(17));
    expect(issued.map(({ position }) => position)).toEqual(countUpTo(17));
    expect(issued.slice(1).every((one, index) => one.previousUuid === issued[index]?.uuid)).toBe(true);
    const again = issued.filter(({ orderId }) => ids.includes(orderId)).map(({ orderId }) => orderId);
    await Promise.allSettled(
      again.map((orderId, index) =>
        transaction(
          async (tx) => {
            await issueCreditNote(tx, {
              orderId,
              chargeId: 'c',
              amountPiastres: 400,
              positions: [],
              isCarried: false,
              now: new Date(),
            });
            if (index % 4 === 0) throw new Error('killed');
          },
          { timeoutMs: 20_000 },
        ),
      ),
    );
    expect(await listNumbers('creditNote')).toEqual(countUpTo(12));
  });

  it('a repeated report issues no second document [N12]', async () => {
    const orderId = await buy(shop, actor);
    const charge = await fetchLatestCharge();
    expect(charge.amount_cents).toBe(129900);
    await inquireOrder(orderId, { source: 'inquiry', now: inMinutes(1) });
    expect(await listNumbers('receipt')).toEqual([1]);
  });
});

describe('credit notes', () => {
  it('each refund has a note that names its receipt, and the notes of all refunds add up to the receipt [N12]', async () => {
    const orderId = await buy(shop, actor);
    const { id } = await fetchLatestCharge();
    await refundAtPaymob(id, 33333);
    await pollUntil(
      () => readOrderState(orderId),
      ({ refunded }) => refunded === 33333,
    );
    await refundAtPaymob(id, 129900 - 33333);
    await waitForOrder(orderId, 'refunded');
    const [receipt, first, second] = await listDocuments();
    expect([first, second]).toMatchObject([
      { kind: 'creditNote', number: 1, amountPiastres: 33333 },
      { kind: 'creditNote', number: 2, amountPiastres: 96567 },
    ]);
    expect((first?.taxPiastres ?? 0) + (second?.taxPiastres ?? 0)).toBe(receipt?.taxPiastres);
    for (const note of [first, second])
      expect(taxReceiptContentSchema.parse(note?.content).referenceUuid).toBe(receipt?.uuid);
    expect((await findReceipt(actor, orderId))?.creditNotes).toMatchObject([
      { label: 'CN-000001', amountPiastres: 33333 },
      { label: 'CN-000002', amountPiastres: 96567 },
    ]);
  });

  it('a second charge is not a sale: it is refunded without receipt and credit note [N12]', async () => {
    const orderId = await buy(shop, actor, { scenario: 'double-charge' });
    await pollUntil(
      () => readOrderState(orderId),
      ({ needsReview }) => needsReview === 'double-charge',
    );
    await runRefunds({ now: inMinutes(1) });
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid' });
    expect([await listNumbers('receipt'), await listNumbers('creditNote')]).toEqual([[1], []]);
  });

  it('the credit notes of several refunds add up to the receipt lines, to the piastre [N12]', () => {
    const buildLine = (position: number, totalPiastres: number, taxPiastres: number): TaxReceiptLine => ({
      position,
      productKey: 'x',
      description: 'x',
      quantity: 1,
      listPiastres: totalPiastres + 7,
      discountPiastres: 7,
      taxPiastres,
      totalPiastres,
    });
    const lines = [buildLine(0, 3333, 409), buildLine(1, 1, 0), buildLine(2, 99_999_999, 12_280_701)];
    const refunds = [1, 49, 777_727, 3333 + 1 + 99_999_999 - 777_777];
    const parts: TaxReceiptLine[][] = [];
    for (const refund of refunds) parts.push(takeShareOfLines(subtractCredited(lines, parts.flat()), refund));
    expect(parts.map((part) => part.reduce((sum, one) => sum + one.totalPiastres, 0))).toEqual(refunds);
    expect(subtractCredited(lines, parts.flat())).toEqual(
      lines.map((one) => ({ ...one, listPiastres: 0, discountPiastres: 0, taxPiastres: 0, totalPiastres: 0 })),
    );
  });
});

describe('the accountant’s export', () => {
  it('adds up to Paymob’s charges less its refunds [N12]', async () => {
    await buyAsNewBuyers(3);
    const orderId = await buy(shop, actor);
    await refundAtPaymob((await fetchLatestCharge()).id, 20000);
    await pollUntil(
      () => readOrderState(orderId),
      ({ refunded }) => refunded === 20000,
    );
    const books = (await shop.control('transactions')) as unknown as Array<{
      amount_cents: number;
      success: boolean;
      is_refund: boolean;
    }>;
    const net = books
      .filter(({ success }) => success)
      .reduce((sum, one) => sum + (one.is_refund ? -one.amount_cents : one.amount_cents), 0);
    const sums = await readMonthSums(buildAdmin(), month);
    expect(sums).toMatchObject([{ count: 4 }, { count: 1, amountPiastres: 20000 }]);
    expect(sums[0]!.amountPiastres - sums[1]!.amountPiastres).toBe(net);

    const csv = await readText(await exportCsv({ actor: buildAdmin(), month }));
    const rows = csv
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(','));
    expect(rows).toHaveLength(5);
    expect(rows.reduce((sum, cells) => sum + Math.round(Number(cells[7]) * 100), 0)).toBe(net);
    expect(rows.at(-1)).toEqual(expect.arrayContaining(['CN-000001', 'credit note', '-200.00']));

    const { receipts } = JSON.parse(await readText(await exportEReceipts({ actor: buildAdmin(), month }))) as {
      receipts: Array<{ header: { uuid: string }; documentType: { receiptType: string }; totalAmount: number }>;
    };
    expect(
      receipts.reduce(
        (sum, one) => sum + Math.round(one.totalAmount * 100) * (one.documentType.receiptType === 'S' ? 1 : -1),
        0,
      ),
    ).toBe(net);
    expect(receipts.map(({ header }) => header.uuid)).toEqual((await listDocuments()).map(({ uuid }) => uuid));
    await expect(exportCsv({ actor, month })).rejects.toMatchObject({ status: 403 });
  });

  it('reads a month in pages, and each document once [N12]', async () => {
    const orderId = await buy(shop, actor);
    const [one] = await listDocuments();
    const client = await db();
    const { from, until: end } = cairoMonth('2026-04');
    await client.taxReceipt.createMany({
      data: countUpTo(1203).map((at) => ({
        ...one!,
        content: one!.content as object,
        position: at + 10,
        number: at + 10,
        uuid: `u${at}`,
        orderId,
        issuedAt: at === 1 ? new Date(end.getTime()) : new Date(from.getTime() + Math.floor(at / 7) * 1000),
      })),
    });
    const find = vi.spyOn(client.taxReceipt, 'findMany');
    const { receipts } = JSON.parse(
      await readText(await exportEReceipts({ actor: buildAdmin(), month: '2026-04' })),
    ) as {
      receipts: Array<{ header: { uuid: string } }>;
    };
    expect(new Set(receipts.map(({ header }) => header.uuid)).size).toBe(1202);
    for (const [query] of find.mock.calls) expect(query?.take).toBe(500);
  });

  it('a month begins and ends in Cairo time, with and without summer time [N12]', () => {
    expect(cairoMonth('2026-01').from.toISOString()).toBe('2025-12-31T22:00:00.000Z');
    expect(cairoMonth('2026-07')).toEqual({
      from: new Date('2026-06-30T21:00:00Z'),
      until: new Date('2026-07-31T21:00:00Z'),
    });
    expect(cairoMonth('2026-12').until.toISOString()).toBe('2026-12-31T22:00:00.000Z');
  });

  it('the UUID is the SHA-256 of the document in the tax authority’s serialisation [N12]', async () => {
    expect(
      serialiseForUuid({ header: { uuid: '', amount: 1.5 }, itemData: [{ code: 'a' }, { code: 'b' }], none: [] }),
    ).toBe('"HEADER""UUID""""AMOUNT""1.5""ITEMDATA""ITEMDATA""CODE""a""ITEMDATA""CODE""b""NONE"');
    await buy(shop, actor);
    const [row] = await listDocuments();
    const receipt = { ...row!, content: taxReceiptContentSchema.parse(row!.content) };
    expect(row!.uuid).toMatch(/^[0-9a-f]{64}$/);
    expect(computeUuid(receipt)).toBe(row!.uuid);
    expect(computeUuid({ ...receipt, amountPiastres: receipt.amountPiastres + 1 })).not.toBe(row!.uuid);
    expect(eReceiptOf(receipt)).toMatchObject({
      header: { receiptNumber: 'T-000001', uuid: row!.uuid },
      documentType: { receiptType: 'S', typeVersion: '1.2' },
      buyer: { type: 'P' },
      netAmount: 1139.47,
      totalAmount: 1299,
      taxTotals: [{ taxType: 'T1', amount: 159.53 }],
    });
  });
});

describe('after the account is deleted', () => {
  it('receipts are kept, as the law requires, but do not name a buyer who gave no tax number [N12]', async () => {
    const client = await db();
    const { id: sessionId } = await client.session.create({
      data: { userId: actor.userId, expiresAt: inMinutes(60) },
      select: { id: true },
    });
    const orderId = await buy(shop, actor);
    const before = await listDocuments();
    await deleteAccount({
      actor: { ...actor, sessionId },
      userId: actor.userId,
      email: '',
      device: { userAgent: '', ip: '' },
      now: new Date(),
    });
    expect(await listDocuments()).toEqual(before);
    expect(JSON.stringify(await listDocuments())).not.toMatch(/منى|mona/);
    expect(await findReceipt(buildAdmin(), orderId)).toMatchObject({ label: 'T-000001', buyer: null });
  });
});
