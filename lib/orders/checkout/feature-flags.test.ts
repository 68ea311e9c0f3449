import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resetConfig } from '@/lib/config/config';
import { listBundles } from '@/lib/courses/catalogue/course-offer';
import { db } from '@/lib/database/client';
import { hasGiftsToSend, sendGifts } from '@/lib/orders/gifts';
import { listMyPaymentCards } from '@/lib/orders/list-payments';
import { approveRefund } from '@/lib/orders/refunds/refund-requests';
import { runRefunds } from '@/lib/orders/refunds/run-refunds';
import { hasRemindersDue, sendReminders } from '@/lib/orders/reminders';
import { acceptSeat } from '@/lib/orders/seats/invitations';
import type { Actor } from '@/lib/permissions';
import { buildActor } from '@/tests/support/actors';
import { disableFeatures, enableAllFeatures } from '@/tests/support/feature-flags';
import { buyGift, openGiftAs, readGiftToken } from '@/tests/support/gifts';
import { buySeats, invite, readInvitedToken } from '@/tests/support/seats';
import {
  askForRefund,
  buy,
  checkOut,
  createBuyer,
  createWorld,
  findOfferFor,
  inMinutes,
  openCourses,
  pay,
  readOrderState,
  startShopOfFile,
  stockBundle,
  waitForOrder,
} from '@/tests/support/shop';
import type { PurchaseFor } from './basket';
import { listProductViews } from './products';

const shop = startShopOfFile();
let actor: Actor;

beforeEach(async () => {
  actor = await createWorld(shop);
});
afterEach(() => {
  enableAllFeatures();
  vi.unstubAllEnvs();
  resetConfig();
});

interface CheckoutOptions {
  productKey?: string;
  purchaseFor?: PurchaseFor;
  coupon?: string;
}
const ask = ({ productKey = 'product-a', purchaseFor = { kind: 'self' }, coupon }: CheckoutOptions = {}) =>
  checkOut(actor, { productKey, purchaseFor, coupon });
const offer = ({ productKey = 'product-a', purchaseFor = { kind: 'self' }, coupon = '' }: CheckoutOptions = {}) =>
  findOfferFor(actor, { productKey, purchaseFor, coupon });
const gift = {
  kind: 'gift',
  gift: { recipientEmail: 'hala@example.com', recipientName: 'هالة', card: '', sendAt: null },
} as const;

describe('features that are switched off', () => {
  it('apply no coupon to new orders, and keep the coupon of an existing order [N10]', async () => {
    await (await db()).coupon.create({ data: { code: 'TEN', percent: 10, withSale: true }, select: { id: true } });
    const { orderId, url } = await ask({ coupon: 'TEN' });
    disableFeatures('coupons');
    expect(await offer({ coupon: 'TEN' })).toMatchObject({
      kind: 'buy',
      price: { discountPiastres: 0, totalPiastres: 129_900 },
      coupon: { refusal: 'coupon-unknown' },
    });
    await expect(ask({ coupon: 'TEN' })).rejects.toMatchObject({ status: 422, key: 'coupon-unknown' });
    await pay(shop, url);
    await waitForOrder(orderId);
    expect(
      await (
        await db()
      ).order.findUniqueOrThrow({
        where: { id: orderId },
        select: { discountPiastres: true, coupon: { select: { code: true } } },
      }),
    ).toEqual({ discountPiastres: 12_990, coupon: { code: 'TEN' } });
  });

  it('send no reminders for them or links to them, but still remind of kiosk references [N13, D10]', async () => {
    await stockBundle();
    await (await db()).coupon.create({ data: { code: 'TEN', percent: 10, withSale: true }, select: { id: true } });
    const begun = [
      await ask({ purchaseFor: gift }),
      await ask({ purchaseFor: { kind: 'seats', count: 3 } }),
      await ask({ productKey: 'product-z-both' }),
      await ask({ productKey: 'product-b', coupon: 'TEN' }),
    ];
    const kiosk = await ask();
    await (
      await db()
    ).order.update({
      where: { id: kiosk.orderId },
      data: { billReference: '123', expiresAt: inMinutes(60 * 10) },
      select: { id: true },
    });
    const remindAfter = async (minutes: number) => [
      await hasRemindersDue(inMinutes(minutes)),
      await sendReminders(inMinutes(minutes)),
    ];
    disableFeatures('gifts', 'seats', 'bundles', 'coupons');
    expect([await remindAfter(61), await remindAfter(62)]).toEqual([
      [true, 1],
      [false, 0],
    ]);
    await (
      await db()
    ).order.updateMany({ where: { id: { in: begun.map(({ orderId }) => orderId) } }, data: { status: 'expired' } });
    const listRetryable = async () =>
      (await listMyPaymentCards(actor))
        .filter(({ canRetry }) => canRetry)
        .map(({ orderId }) => orderId)
        .sort();
    expect(await listRetryable()).toEqual([begun[3]!.orderId]);
    enableAllFeatures();
    expect(await listRetryable()).toEqual(begun.map(({ orderId }) => orderId).sort());
    expect(await remindAfter(63)).toEqual([true, 3]);
  });

  it('sell no gifts, but still send, open and refund those already sold [N11]', async () => {
    await stockBundle();
    const [first, second] = [await buyGift(shop, actor), await buyGift(shop, actor, { productKey: 'product-b' })];
    disableFeatures('gifts');
    expect((await offer({ purchaseFor: gift })).kind).toBe('unknown');
    await expect(ask({ purchaseFor: gift })).rejects.toMatchObject({ status: 404, key: 'not-found' });
    if (await hasGiftsToSend(new Date())) await sendGifts(new Date(), new AbortController().signal);
    const recipient = await createBuyer();
    await openGiftAs(recipient, await readGiftToken());
    expect(await openCourses(recipient.userId)).toEqual(['course-b']);
    await askForRefund(actor, first.orderId);
    await approveRefund({
      actor: buildActor('admin', { userId: (await createBuyer()).userId }),
      orderId: first.orderId,
      reason: 'by the policy',
      now: new Date(),
    });
    await runRefunds({ now: inMinutes(1) });
    expect([(await readOrderState(first.orderId)).status, (await readOrderState(second.orderId)).status]).toEqual([
      'refunded',
      'paid',
    ]);
  });

  it('sell no seats, but still let the buyer assign those already sold [N11]', async () => {
    const orderId = await buySeats(shop, actor, 2);
    disableFeatures('seats');
    const purchaseFor = { kind: 'seats', count: 2 } as const;
    expect((await offer({ purchaseFor })).kind).toBe('unknown');
    await expect(ask({ purchaseFor })).rejects.toMatchObject({ status: 404, key: 'not-found' });
    await invite(actor, orderId, 'hala@nile.example');
    const member = await createBuyer();
    await acceptSeat({ actor: member, token: await readInvitedToken('hala@nile.example'), now: new Date() });
    expect(await openCourses(member.userId)).toEqual(['course-a']);
  });

  it('do not list or sell bundles; buyers keep their courses [N11]', async () => {
    await stockBundle();
    await buy(shop, actor, { productKey: 'product-z-both' });
    disableFeatures('bundles');
    expect([await listBundles('ar'), (await listProductViews('ar')).map(({ key }) => key)]).toEqual([
      [],
      ['product-a', 'product-b', 'product-sale'],
    ]);
    const buyer = await createBuyer();
    await expect(checkOut(buyer, { productKey: 'product-z-both' })).rejects.toMatchObject({
      status: 404,
      key: 'unknown-product',
    });
    expect(await openCourses(actor.userId)).toEqual(['course-a', 'course-b']);
  });

  it('issue no tax receipts for new orders, but credit notes for earlier ones, with consecutive numbers [N12]', async () => {
    for (const [name, value] of Object.entries({
      SELLER_TAX_NUMBER: '100200300',
      SELLER_NAME: 'Midan',
      SELLER_ADDRESS: 'Cairo, Nasr City, Abbas El Akkad, 12',
    }))
      vi.stubEnv(name, value);
    resetConfig();
    const listDocuments = async () =>
      (
        await (await db()).taxReceipt.findMany({ orderBy: { position: 'asc' }, select: { kind: true, number: true } })
      ).map(({ kind, number }) => `${kind} ${number}`);
    const first = await buy(shop, actor);
    disableFeatures('taxReceipts');
    await buy(shop, await createBuyer());
    await askForRefund(actor, first);
    await approveRefund({
      actor: buildActor('admin', { userId: (await createBuyer()).userId }),
      orderId: first,
      reason: 'by the policy',
      now: new Date(),
    });
    expect(await listDocuments()).toEqual(['receipt 1', 'creditNote 1']);
    enableAllFeatures();
    await buy(shop, await createBuyer());
    expect(await listDocuments()).toEqual(['receipt 1', 'creditNote 1', 'receipt 2']);
  });
});
