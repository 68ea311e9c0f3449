import { beforeEach, describe, expect, it } from 'vitest';
import { addSeconds, cairoDayOf } from '@/lib/clock';
import { db } from '@/lib/database/client';
import { grantOrder } from '@/lib/orders/admin/order-actions';
import { requireOrder } from '@/lib/orders/admin/order-details';
import { listPaidWithoutAccess } from '@/lib/orders/admin/order-list';
import { giftSchema } from '@/lib/orders/gift-details';
import { changeGift, hasGiftsToSend, resendGift, sendGifts } from '@/lib/orders/gifts';
import { refuseRefund } from '@/lib/orders/refunds/refund-requests';
import type { Actor } from '@/lib/permissions';
import {
  buyGift,
  changeGiftAs,
  gift,
  listGiftMails,
  listNoteKinds,
  openGiftAs,
  readFirstPaymentCard,
  readGiftToken,
  startGiftCheckout,
} from '@/tests/support/gifts';
import { readProblemKey, readProblemStatus } from '@/tests/support/problems';
import {
  askForRefund,
  buildDecision,
  buy,
  checkOut,
  createAdministrator,
  createBuyer,
  createWorld,
  findOfferFor,
  inMinutes,
  openCourses,
  readOrderState,
  startShopOfFile,
} from '@/tests/support/shop';

const shop = startShopOfFile();
const daySeconds = 86_400;
let giver: Actor;
let friend: Actor;
let admin: Actor;

beforeEach(async () => {
  giver = await createWorld(shop);
  friend = await createBuyer();
  admin = await createAdministrator();
});

describe('buying a gift', () => {
  it('a paid gift opens no course yet; the giver gets a receipt, and the recipient one mail with card, name and link [N11, P6]', async () => {
    const { orderId } = await buyGift(shop, giver);
    expect([await openCourses(giver.userId), await openCourses(friend.userId)]).toEqual([[], []]);
    expect((await readOrderState(orderId)).mails).toEqual(['receipt', 'gift']);
    const [mail, ...others] = await listGiftMails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: gift.recipientEmail,
      lang: 'ar',
      data: { name: gift.recipientName, giver: 'منى عادل', message: gift.card },
    });
    expect(JSON.stringify(mail)).not.toMatch(/mona@|01000000000/);
    const stored = await (await db()).gift.findUniqueOrThrow({ where: { orderId } });
    expect(JSON.stringify(stored)).not.toContain(await readGiftToken());
    expect(Buffer.from(await readGiftToken(), 'base64url')).toHaveLength(32);
    expect(await listPaidWithoutAccess()).toEqual([]);
  });

  it('an owner of the course can buy it as a gift twice, and no order is refunded as a duplicate [N11]', async () => {
    const own = await buy(shop, giver);
    expect(await findOfferFor(giver, { purchaseFor: { kind: 'gift' } })).toMatchObject({ kind: 'buy', owned: [] });
    const first = await buyGift(shop, giver);
    const second = await buyGift(shop, giver);
    expect(first.orderId).not.toBe(second.orderId);
    for (const orderId of [own, first.orderId, second.orderId])
      expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', needsReview: null, refunded: 0 });
  });

  it('the same gift reuses the open order with the latest details; another recipient or an own purchase creates another [N11, P2]', async () => {
    const first = await startGiftCheckout(giver);
    const again = await startGiftCheckout(giver, { details: { card: 'another card', sendAt: inMinutes(3000) } });
    expect(again).toEqual(first);
    expect(await (await db()).gift.findUniqueOrThrow({ where: { orderId: first.orderId } })).toMatchObject({
      card: 'another card',
      sendAt: expect.any(Date) as Date,
    });
    expect((await startGiftCheckout(giver, { details: { recipientEmail: 'nour@example.com' } })).orderId).not.toBe(
      first.orderId,
    );
    expect(await findOfferFor(giver, { purchaseFor: { kind: 'gift' } })).toMatchObject({
      gift: { recipient_email: 'nour@example.com' },
    });
    expect(await findOfferFor(giver)).toMatchObject({ kind: 'buy', gift: {} });
  });

  it('free products cannot be bought as gifts or seats [N11]', async () => {
    await (await db()).product.update({ where: { key: 'product-a' }, data: { amountPiastres: 0 } });
    expect(await readProblemKey(startGiftCheckout(giver))).toBe('gift-free');
    expect(await findOfferFor(giver, { purchaseFor: { kind: 'gift' } })).toMatchObject({ kind: 'gift-free' });
    expect(await listGiftMails()).toEqual([]);
    const seats = { kind: 'seats', count: 2 } as const;
    expect(await readProblemKey(checkOut(giver, { purchaseFor: seats }))).toBe('seats-free');
    expect(await findOfferFor(giver, { purchaseFor: seats })).toMatchObject({ kind: 'seats-free' });
    expect(await (await db()).order.count()).toBe(0);
  });

  it.each([
    ['an address', { recipient_email: 'nobody' }, 'payment_email_invalid'],
    ['a name', { recipient_name: ' ' }, 'gift_name_required'],
    ['a short card', { card: 'x'.repeat(301) }, 'card_long'],
    ['a day that exists', { send_on: '2027-02-30' }, 'date_invalid'],
    ['no day of the past', { send_on: '2020-01-01' }, 'date_past'],
    ['a day within the year', { send_on: '2099-01-01' }, 'gift_date_far'],
  ])('a gift requires %s [N11]', (_what, given, message) => {
    const whole = {
      recipient_email: 'hala@example.com',
      recipient_name: 'هالة',
      card: '',
      send_on: cairoDayOf(new Date()),
    };
    expect(giftSchema.safeParse(whole).success).toBe(true);
    expect(giftSchema.safeParse({ ...whole, ...given }).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});

describe('a gift with a date', () => {
  it('is mailed once on its date, however often the job runs [N11]', async () => {
    const day = addSeconds(new Date(), 10 * daySeconds);
    const { orderId } = await buyGift(shop, giver, { details: { sendAt: day } });
    expect([await hasGiftsToSend(new Date()), await sendGifts(new Date()), await listGiftMails()]).toEqual([
      false,
      0,
      [],
    ]);
    expect(await readFirstPaymentCard(giver)).toMatchObject({ gift: { sendAt: day, sentAt: null, openedAt: null } });
    expect(await hasGiftsToSend(day)).toBe(true);
    const sent = await Promise.all(Array.from({ length: 5 }, () => sendGifts(day)));
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await listGiftMails()).toHaveLength(1);
    expect(await listNoteKinds(orderId)).toContain('gift-sent');
  });

  it('its date can change, today sends it at once, and an unpaid or refunded gift is never sent [N11]', async () => {
    const { orderId } = await buyGift(shop, giver, { details: { sendAt: inMinutes(30_000) } });
    const later = cairoDayOf(addSeconds(new Date(), 40 * daySeconds));
    expect(await changeGiftAs(giver, orderId, { day: later })).toEqual({ mailed: false });
    expect(cairoDayOf((await readFirstPaymentCard(giver))?.gift?.sendAt ?? new Date())).toBe(later);
    expect(await changeGiftAs(giver, orderId, { day: cairoDayOf(new Date()), email: 'nour@example.com' })).toEqual({
      mailed: true,
    });
    expect((await listGiftMails()).map(({ to }) => to)).toEqual(['nour@example.com']);
    const waiting = await startGiftCheckout(giver, {
      details: { recipientEmail: 'a@example.com', sendAt: inMinutes(1) },
    });
    const { orderId: returned } = await buyGift(shop, giver, {
      details: { recipientEmail: 'b@example.com', sendAt: inMinutes(2) },
    });
    await askForRefund(giver, returned);
    expect(await sendGifts(inMinutes(60))).toBe(0);
    expect((await readOrderState(waiting.orderId)).status).toBe('pending');
    await refuseRefund(buildDecision(admin, returned));
    expect(await sendGifts(inMinutes(60))).toBe(1);
  });
});

describe('correcting a gift', () => {
  it('a new address gets a new link, and the first one no longer works; the number of mails is limited [N11]', async () => {
    const { orderId } = await buyGift(shop, giver);
    const lost = await readGiftToken();
    expect(await changeGiftAs(giver, orderId, { email: 'hala.new@example.com' })).toEqual({ mailed: true });
    expect(await readProblemKey(openGiftAs(friend, lost))).toBe('unknown-gift');
    expect((await listGiftMails()).map(({ to }) => to)).toEqual(['hala.new@example.com']);
    for (let mails = 2; mails < 6; mails += 1) await changeGiftAs(giver, orderId);
    expect(await readProblemKey(changeGiftAs(giver, orderId))).toBe('gift-mails-used');
    await openGiftAs(friend, await readGiftToken());
    expect(await readProblemKey(changeGiftAs(giver, orderId))).toBe('gift-opened');
  });

  it('only its giver and an admin can correct it [N11, O6]', async () => {
    const { orderId } = await buyGift(shop, giver);
    const given = { recipient_email: 'thief@example.com', recipient_name: 'x', send_on: '' };
    expect(
      await readProblemStatus(
        changeGift({ actor: friend, userId: giver.userId, orderId, change: given, now: new Date() }),
      ),
    ).toBe(403);
    expect(
      await readProblemStatus(
        changeGift({ actor: friend, userId: friend.userId, orderId, change: given, now: new Date() }),
      ),
    ).toBe(404);
    expect(await readProblemStatus(resendGift(friend, { orderId, reason: 'because', now: new Date() }))).toBe(403);
    await resendGift(admin, { orderId, reason: 'it did not arrive', now: new Date() });
    expect(await requireOrder(admin, orderId, new Date())).toMatchObject({
      gift: { mails: 2, openedBy: null },
      access: 'not-purchased',
    });
    expect(
      await (await db()).audit.findFirst({ where: { action: 'order.gift-sent' }, select: { detail: true } }),
    ).toEqual({ detail: { reason: 'it did not arrive' } });
    expect(await readProblemKey(grantOrder(admin, { orderId, reason: 'because', now: new Date() }))).toBe('no-buyer');
  });
});
