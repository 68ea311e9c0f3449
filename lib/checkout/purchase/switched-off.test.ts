import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Actor } from '@/lib/actor';
import { hasGiftsToSend, sendGifts } from '@/lib/checkout/gifts/send-gift';
import { listMyPaymentCards } from '@/lib/checkout/orders/my-payments';
import { approveRefund } from '@/lib/checkout/refunds/decide-refund';
import { runRefunds } from '@/lib/checkout/refunds/run-refunds';
import { hasRemindersDue, sendReminders } from '@/lib/checkout/reminders/send-reminders';
import { forgetConfig } from '@/lib/config/config';
import { listBundles } from '@/lib/courses/catalogue/bundles';
import { db } from '@/lib/database/client';
import { switchOff, switchOn } from '@/lib/testing/capabilities';
import { buyGift, giftToken, open, wantBack } from '@/lib/testing/gifts';
import { acceptSeat } from '@/lib/checkout/seats/accept-seat';
import { buySeats, invite, invitedToken } from '@/lib/testing/seats';
import { actorFor } from '@/lib/testing/actors';
import { billing, buy, inMinutes, newBuyer, newWorld, openCourses, pay, settled, shopOfThisFile, standing, stockBundle } from '@/lib/testing/shop';
import { findOffer } from './offer';
import { viewProducts } from './products';
import type { PurchaseFor } from './purchase-for';
import { startCheckout } from './start-checkout';

const shop = shopOfThisFile();
let actor: Actor;

beforeEach(async () => {
  actor = await newWorld(shop);
});
afterEach(() => {
  switchOn();
  vi.unstubAllEnvs();
  forgetConfig();
});

interface Wanted { productKey?: string; purchaseFor?: PurchaseFor; coupon?: string }
const ask = ({ productKey = 'product-a', purchaseFor = { kind: 'self' }, coupon }: Wanted = {}) =>
  startCheckout({ actor, productKey, purchaseFor, billing, coupon, address: 'x', lang: 'ar', now: new Date() });
const offer = ({ productKey = 'product-a', purchaseFor = { kind: 'self' }, coupon = '' }: Wanted = {}) =>
  findOffer({ actor, productKey, purchaseFor, coupon, address: 'x', now: new Date() });
const gift = { kind: 'gift', gift: { recipientEmail: 'hala@example.com', recipientName: 'هالة', card: '', sendAt: null } } as const;

describe('what is switched off is not sold, and what was sold stays', () => {
  it('N10 no code counts, the price is the one without it, and an order keeps the code it has', async () => {
    await (await db()).coupon.create({ data: { code: 'TEN', percent: 10, withSale: true }, select: { id: true } });
    const { orderId, url } = await ask({ coupon: 'TEN' });
    switchOff('coupons');
    expect(await offer({ coupon: 'TEN' })).toMatchObject({ kind: 'buy', price: { discountPiastres: 0, totalPiastres: 129_900 }, coupon: { refusal: 'coupon-unknown' } });
    await expect(ask({ coupon: 'TEN' })).rejects.toMatchObject({ status: 422, key: 'coupon-unknown' });
    await pay(shop, url);
    await settled(orderId);
    expect(await (await db()).order.findUniqueOrThrow({ where: { id: orderId }, select: { discountPiastres: true, coupon: { select: { code: true } } } })).toEqual({ discountPiastres: 12_990, coupon: { code: 'TEN' } });
  });

  it('N13 D10 nobody is reminded of what is switched off, or led back to it; a kiosk reference is', async () => {
    await stockBundle();
    await (await db()).coupon.create({ data: { code: 'TEN', percent: 10, withSale: true }, select: { id: true } });
    const begun = [await ask({ purchaseFor: gift }), await ask({ purchaseFor: { kind: 'seats', count: 3 } }), await ask({ productKey: 'product-z-both' }), await ask({ productKey: 'product-b', coupon: 'TEN' })];
    const kiosk = await ask();
    await (await db()).order.update({ where: { id: kiosk.orderId }, data: { billReference: '123', expiresAt: inMinutes(60 * 10) }, select: { id: true } });
    const reminded = async (minutes: number) => [await hasRemindersDue(inMinutes(minutes)), await sendReminders(inMinutes(minutes))];
    switchOff('gifts', 'seats', 'bundles', 'coupons');
    expect([await reminded(61), await reminded(62)]).toEqual([[true, 1], [false, 0]]);
    await (await db()).order.updateMany({ where: { id: { in: begun.map(({ orderId }) => orderId) } }, data: { status: 'expired' } });
    const retried = async () => (await listMyPaymentCards(actor)).filter(({ canRetry }) => canRetry).map(({ orderId }) => orderId).sort();
    expect(await retried()).toEqual([begun[3]!.orderId]);
    switchOn();
    expect(await retried()).toEqual(begun.map(({ orderId }) => orderId).sort());
    expect(await reminded(63)).toEqual([true, 3]);
  });

  it('N11 no gift is sold; one that was is sent, opened and refunded', async () => {
    await stockBundle();
    const [first, second] = [await buyGift(shop, actor), await buyGift(shop, actor, { productKey: 'product-b' })];
    switchOff('gifts');
    expect((await offer({ purchaseFor: gift })).kind).toBe('unknown');
    await expect(ask({ purchaseFor: gift })).rejects.toMatchObject({ status: 404, key: 'not-found' });
    if (await hasGiftsToSend(new Date())) await sendGifts(new Date(), new AbortController().signal);
    const recipient = await newBuyer();
    await open(recipient, await giftToken());
    expect(await openCourses(recipient.userId)).toEqual(['course-b']);
    await wantBack(actor, first.orderId);
    await approveRefund({ actor: actorFor('admin', { userId: (await newBuyer()).userId }), orderId: first.orderId, reason: 'by the policy', now: new Date() });
    await runRefunds({ now: inMinutes(1) });
    expect([(await standing(first.orderId)).status, (await standing(second.orderId)).status]).toEqual(['refunded', 'paid']);
  });

  it('N11 no seat is sold; those that were are given', async () => {
    const orderId = await buySeats(shop, actor, 2);
    switchOff('seats');
    const purchaseFor = { kind: 'seats', count: 2 } as const;
    expect((await offer({ purchaseFor })).kind).toBe('unknown');
    await expect(ask({ purchaseFor })).rejects.toMatchObject({ status: 404, key: 'not-found' });
    await invite(actor, orderId, 'hala@nile.example');
    const member = await newBuyer();
    await acceptSeat({ actor: member, token: await invitedToken('hala@nile.example'), now: new Date() });
    expect(await openCourses(member.userId)).toEqual(['course-a']);
  });

  it('N11 no bundle is offered, listed or sold; its courses stay with who bought it', async () => {
    await stockBundle();
    await buy(shop, actor, { productKey: 'product-z-both' });
    switchOff('bundles');
    expect([await listBundles('ar'), (await viewProducts('ar')).map(({ key }) => key)]).toEqual([[], ['product-a', 'product-b', 'product-sale']]);
    const buyer = await newBuyer();
    await expect(startCheckout({ actor: buyer, productKey: 'product-z-both', purchaseFor: { kind: 'self' }, billing, address: 'x', lang: 'ar', now: new Date() })).rejects.toMatchObject({ status: 404, key: 'unknown-product' });
    expect(await openCourses(actor.userId)).toEqual(['course-a', 'course-b']);
  });

  it('N12 orders paid meanwhile get no tax receipt, the credit note of an earlier one is issued, and the numbers have no gap', async () => {
    for (const [name, value] of Object.entries({ SELLER_TAX_NUMBER: '100200300', SELLER_NAME: 'Midan', SELLER_ADDRESS: 'Cairo, Nasr City, Abbas El Akkad, 12' })) vi.stubEnv(name, value);
    forgetConfig();
    const documents = async () => (await (await db()).taxReceipt.findMany({ orderBy: { position: 'asc' }, select: { kind: true, number: true } })).map(({ kind, number }) => `${kind} ${number}`);
    const first = await buy(shop, actor);
    switchOff('taxReceipts');
    await buy(shop, await newBuyer());
    await wantBack(actor, first);
    await approveRefund({ actor: actorFor('admin', { userId: (await newBuyer()).userId }), orderId: first, reason: 'by the policy', now: new Date() });
    expect(await documents()).toEqual(['receipt 1', 'creditNote 1']);
    switchOn();
    await buy(shop, await newBuyer());
    expect(await documents()).toEqual(['receipt 1', 'creditNote 1', 'receipt 2']);
  });
});
