import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteAccount } from '@/lib/accounts/delete-account';
import { resetConfig } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { composeEmail } from '@/lib/mail/compose';
import { deliverOutbox } from '@/lib/mail/deliver';
import * as transport from '@/lib/mail/transport';
import { findOffer } from '@/lib/orders/checkout/offer';
import {
  hasRemindersDue,
  sendReminders,
  setReminders,
  stopReminders,
  stopUrls,
  wantsReminders,
} from '@/lib/orders/reminders';
import { reconcilePayments } from '@/lib/orders/settlement/reconcile';
import type { Actor } from '@/lib/permissions';
import { gift } from '@/tests/support/gifts';
import { listMails, listTemplates } from '@/tests/support/outbox';
import {
  billing,
  buy,
  checkOut,
  type CheckoutInput,
  createBuyer,
  createWorld,
  inMinutes,
  pay,
  startShopOfFile,
  stockBundle,
  waitForOrder,
} from '@/tests/support/shop';

const shop = startShopOfFile();
const hour = 60;
const day = 24 * hour;
let actor: Actor;

beforeEach(async () => {
  actor = await createWorld(shop);
  vi.restoreAllMocks();
});

const begin = (more: Partial<CheckoutInput> = {}) => checkOut(actor, more);
const run = (minutes: number) => sendReminders(inMinutes(minutes));
const parseLink = (orderId: string) => {
  const query = new URL(stopUrls(orderId, 'ar').page).searchParams;
  return { order: query.get('order') ?? '', key: query.get('key') ?? '' };
};
const mockSending = (send: () => Promise<void> = () => Promise.resolve()) =>
  vi.spyOn(transport, 'sendMessage').mockImplementation(send);
const isOver = () => (error: Error) => error.message === 'killed';

describe('an unpaid order', () => {
  it('gets one reminder after an hour and one after a day, even after its payment page closed [N13]', async () => {
    const { orderId } = await begin();
    expect(await run(59)).toBe(0);
    expect(await run(61)).toBe(1);
    expect(await hasRemindersDue(inMinutes(62))).toBe(false);
    expect(await run(62)).toBe(0);
    await reconcilePayments({ now: inMinutes(3 * hour) });
    expect(await (await db()).order.findUniqueOrThrow({ where: { id: orderId }, select: { status: true } })).toEqual({
      status: 'expired',
    });
    expect(await run(day + 1)).toBe(1);
    expect(await run(day + 2)).toBe(0);
    expect(await run(3 * day)).toBe(0);
    expect(await listMails('reminder:')).toMatchObject([
      {
        to: billing.email,
        template: 'reminder-hour',
        data: { url: expect.stringContaining('/ar/payment?product=product-a') as string },
      },
      { template: 'reminder-day' },
    ]);
  });

  it('sends one reminder to an unconfirmed address, even if several accounts enter it, until the address is confirmed [X40]', async () => {
    vi.stubEnv('LIMIT_SCALE', '1');
    resetConfig();
    try {
      await begin();
      await begin({ actor: await createBuyer() });
      expect([await run(61), await run(day + 1)]).toEqual([1, 0]);
      const client = await db();
      await client.user.update({
        where: { id: actor.userId },
        data: { email: billing.email, emailConfirmedAt: new Date() },
        select: { id: true },
      });
      await begin({ productKey: 'product-sale' });
      expect(await run(62)).toBe(1);
    } finally {
      vi.unstubAllEnvs();
      resetConfig();
    }
  });

  it('the day reminder does not mention yesterday, because it may be sent up to three days later [N13]', async () => {
    for (const [lang, yesterday] of [
      ['ar', 'أمس'],
      ['en', 'esterday'],
      ['de', 'estern'],
    ] as const) {
      expect((await composeEmail('reminder-day', lang, { description: 'x', orderNumber: '1' })).text).not.toContain(
        yesterday,
      );
    }
  });

  it('two processes at the same time send one reminder [N13]', async () => {
    await begin();
    expect((await Promise.all([run(61), run(61), run(61)])).reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(await listTemplates('reminder:')).toEqual(['reminder-hour']);
  });

  it('the reminder of a gift names its recipient and links back to the gift form, even if the giver owns the course [N13, N11]', async () => {
    await buy(shop, actor);
    await begin({ purchaseFor: { kind: 'gift', gift } });
    expect(await run(61)).toBe(1);
    const [mail] = await listMails('reminder:');
    expect(mail?.data).toMatchObject({
      recipient: gift.recipientName,
      url: expect.stringContaining('product=product-a&for=gift') as string,
    });
    expect((await composeEmail('reminder-hour', 'ar', mail?.data ?? {})).text).toContain(
      `هدية إلى: ${gift.recipientName}`,
    );
  });

  it('the link keeps the form’s entries and the coupon, and so leads to the same price [N10, N13]', async () => {
    await (
      await db()
    ).coupon.create({ data: { code: 'عيد-50', percent: 50, maxUses: 1, forTeams: true }, select: { id: true } });
    const { orderId } = await begin({ coupon: 'عيد-50', purchaseFor: { kind: 'seats', count: 3 } });
    expect(await run(61)).toBe(1);
    const [mail] = await listMails('reminder:');
    const query = new URL(mail?.data.url ?? '').searchParams;
    expect(Object.fromEntries(query)).toEqual({ product: 'product-a', seats: '3', coupon: 'عيد-50' });
    const { amountPiastres } = await (
      await db()
    ).order.findUniqueOrThrow({ where: { id: orderId }, select: { amountPiastres: true } });
    const offer = await findOffer({
      actor,
      productKey: 'product-a',
      purchaseFor: { kind: 'seats', count: 3 },
      coupon: query.get('coupon') ?? '',
      ip: 'x',
      now: inMinutes(62),
    });
    expect(offer).toMatchObject({
      kind: 'buy',
      price: { totalPiastres: amountPiastres, discountPiastres: amountPiastres },
    });
  });

  it('a kiosk order gets a reminder only before its reference expires [N13]', async () => {
    const { orderId, url } = await begin();
    await pay(shop, url, 'kiosk');
    await waitForOrder(orderId, 'pending');
    await reconcilePayments({ now: inMinutes(3) });
    expect(await run(day + 1)).toBe(0);
    expect(await run(2 * day + 4)).toBe(1);
    expect(await run(2 * day + 5)).toBe(0);
    const [mail] = await listMails('reminder:');
    expect(mail).toMatchObject({
      template: 'reminder-kiosk',
      data: { billReference: expect.stringMatching(/^\d+$/) as string },
    });
  });

  it('sends none for orders that are paid, declined, flagged for review or replaced [N13]', async () => {
    const { url, orderId } = await begin();
    await pay(shop, url, 'declined');
    await waitForOrder(orderId, 'failed');
    expect(await run(61)).toBe(0);
    const second = await begin();
    const client = await db();
    await client.order.update({
      where: { id: second.orderId },
      data: { needsReview: 'paid-unconfirmed' },
      select: { id: true },
    });
    expect(await run(61)).toBe(0);
    await client.order.update({ where: { id: second.orderId }, data: { needsReview: null }, select: { id: true } });
    await pay(shop, second.url);
    await waitForOrder(second.orderId);
    expect(await run(61)).toBe(0);
    expect(await run(day + 1)).toBe(0);
  });

  it('sends a reminder only for the newer of two orders of the same course [N13]', async () => {
    await begin({ now: inMinutes(-90) });
    await begin();
    expect(await run(61)).toBe(1);
  });

  it('reminds of a bundle while the buyer lacks one of its courses, until the buyer orders one of them separately [N11, N13]', async () => {
    await stockBundle();
    await buy(shop, actor, { productKey: 'product-a' });
    await begin({ productKey: 'product-z-both' });
    expect(await run(61)).toBe(1);
    await begin({ productKey: 'product-b', now: inMinutes(62) });
    expect(await run(day + 1)).toBe(1);
    expect((await listMails('reminder:')).map(({ data }) => data.url)).toMatchObject([
      expect.stringContaining('product-z-both'),
      expect.stringContaining('product-b'),
    ]);
  });

  it('deletes waiting reminders once the order is paid or the account is deleted [N13]', async () => {
    const { url, orderId } = await begin();
    await run(61);
    await pay(shop, url);
    await waitForOrder(orderId);
    expect(await listMails('reminder:')).toEqual([]);
    const other = {
      ...actor,
      userId: (
        await (await db()).user.create({ data: { name: 'x', email: 'other@midan.example' }, select: { id: true } })
      ).id,
      signedInAt: new Date(),
    };
    const { id: sessionId } = await (
      await db()
    ).session.create({ data: { userId: other.userId, expiresAt: inMinutes(60) }, select: { id: true } });
    await begin({ actor: other, productKey: 'product-sale' });
    expect(await run(61)).toBe(1);
    await deleteAccount({
      actor: { ...other, sessionId },
      userId: other.userId,
      email: 'other@midan.example',
      device: { userAgent: '', ip: '' },
      now: new Date(),
    });
    expect(await listMails('reminder:')).toEqual([]);
    expect(await run(day + 1)).toBe(0);
  });
});

describe('opting out of reminders', () => {
  it('the signed link stops waiting and future reminders, for the mailbox and for the account [N13]', async () => {
    await (
      await db()
    ).user.update({ where: { id: actor.userId }, data: { email: 'account@midan.example' }, select: { id: true } });
    const { orderId } = await begin({ billing: { ...billing, email: 'Mona.Adel@Example.com' } });
    await run(61);
    await expect(stopReminders({ ...parseLink(orderId), key: 'x', now: new Date() })).rejects.toMatchObject({
      status: 404,
    });
    expect(await listMails('reminder:')).toHaveLength(1);
    await stopReminders({ ...parseLink(orderId), now: new Date() });
    expect(await listMails('reminder:')).toEqual([]);
    expect(await run(day + 1)).toBe(0);
    expect(
      await Promise.all(['mona.adel@example.com', 'account@midan.example', 'x@y.example'].map(wantsReminders)),
    ).toEqual([false, false, true]);
  });

  it('learners turn only their own reminders off in the profile, and can turn them on again [N13]', async () => {
    await (
      await db()
    ).user.update({
      where: { id: actor.userId },
      data: { email: billing.email, emailConfirmedAt: new Date() },
      select: { id: true },
    });
    const choose = (wanted: boolean) => setReminders({ actor, userId: actor.userId, wanted, now: new Date() });
    await expect(setReminders({ actor, userId: 'another', wanted: true, now: new Date() })).rejects.toMatchObject({
      status: 403,
    });
    await choose(false);
    await begin();
    expect(await run(61)).toBe(0);
    await choose(true);
    expect(await run(day + 1)).toBe(1);
  });

  it('an account whose address is not confirmed cannot lift the opt-out of the mailbox’s owner [N13, X40]', async () => {
    const client = await db();
    await client.user.update({ where: { id: actor.userId }, data: { email: billing.email }, select: { id: true } });
    await client.reminderOptOut.create({ data: { email: billing.email, createdAt: new Date() } });
    await expect(setReminders({ actor, userId: actor.userId, wanted: true, now: new Date() })).rejects.toMatchObject({
      status: 409,
      key: 'unconfirmed',
    });
    expect(await wantsReminders(billing.email)).toBe(false);
  });

  it('the mail has an unsubscribe link for readers and one for mail programs [N13]', async () => {
    const { orderId } = await begin();
    await run(61);
    await (await db()).outbox.updateMany({ data: { nextAt: new Date() } });
    const sent = mockSending();
    expect(await deliverOutbox(inMinutes(62))).toBe(1);
    const [message] = sent.mock.calls[0]!;
    expect(message.text).toContain(stopUrls(orderId, 'ar').page);
    expect(message.unsubscribeUrl).toBe(stopUrls(orderId, 'ar').oneClick);
  });
});

describe('a process that dies while sending', () => {
  it('does not send the reminder twice, but retries a refused one [N13]', async () => {
    await begin();
    await run(61);
    const client = await db();
    await client.outbox.updateMany({ data: { nextAt: new Date() } });
    const sent = mockSending(() =>
      Promise.reject(Object.assign(new Error('451 try again'), { command: 'DATA', responseCode: 451 })),
    );
    expect(await deliverOutbox(inMinutes(62))).toBe(0);
    expect(await listMails('reminder:')).toMatchObject([{ doneAt: null, lastError: '451 try again' }]);
    await client.outbox.updateMany({ data: { nextAt: new Date() } });
    sent.mockImplementation(() => new Promise(() => undefined));
    void deliverOutbox(inMinutes(63));
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
    expect(await deliverOutbox(inMinutes(64))).toBe(0);
    expect(sent).toHaveBeenCalledTimes(2);
    expect(await listMails('reminder:')).toMatchObject([
      { doneAt: expect.any(Date) as Date, lastError: 'the process ended while it was being sent' },
    ]);
  });

  it('a decision that was not committed leaves neither row nor mail, and is made again [N13]', async () => {
    await begin();
    const outbox = await import('@/lib/mail/outbox');
    const broken = vi.spyOn(outbox, 'enqueueMail').mockRejectedValue(new Error('killed'));
    await expect(run(61)).rejects.toSatisfy(isOver());
    expect(await (await db()).reminder.count()).toBe(0);
    broken.mockRestore();
    expect(await run(62)).toBe(1);
  });
});
