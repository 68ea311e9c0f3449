import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Actor } from '@/lib/actor';
import { deleteAccount } from '@/lib/auth/delete-account';
import { findOffer } from '@/lib/checkout/purchase/offer';
import { startCheckout } from '@/lib/checkout/purchase/start-checkout';
import { reconcilePayments } from '@/lib/checkout/settlement/reconcile';
import { forgetConfig } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { composeMail } from '@/lib/mail/compose';
import { deliverOutbox } from '@/lib/mail/deliver';
import * as transport from '@/lib/mail/transport';
import { gift } from '@/lib/testing/gifts';
import { billing, buy, inMinutes, newBuyer, newWorld, pay, settled, shopOfThisFile, stockBundle } from '@/lib/testing/shop';
import { setReminders, stopReminders, stopUrls, wantsReminders } from './opt-out';
import { hasRemindersDue, sendReminders } from './send-reminders';

const shop = shopOfThisFile();
const hour = 60;
const day = 24 * hour;
let actor: Actor;

beforeEach(async () => {
  actor = await newWorld(shop);
  vi.restoreAllMocks();
});

const begin = (more: Partial<Parameters<typeof startCheckout>[0]> = {}) =>
  startCheckout({ actor, productKey: 'product-a', purchaseFor: { kind: 'self' }, billing, address: 'x', lang: 'ar', now: new Date(), ...more });
const run = (minutes: number) => sendReminders(inMinutes(minutes));
interface Payload { to: string; template: string; data: Record<string, string> }
const mails = async () =>
  (await (await db()).outbox.findMany({ where: { key: { startsWith: 'reminder:' } }, orderBy: { id: 'asc' }, select: { payload: true, doneAt: true, lastError: true } }))
    .map((row) => ({ ...row, ...(row.payload as unknown as Payload) }));
const templates = async () => (await mails()).map(({ template }) => template);
const linkOf = (orderId: string) => {
  const query = new URL(stopUrls(orderId, 'ar').page).searchParams;
  return { order: query.get('order') ?? '', key: query.get('key') ?? '' };
};
const sendings = (send: () => Promise<void> = () => Promise.resolve()) => vi.spyOn(transport, 'sendMessage').mockImplementation(send);
const isOver = () => (error: Error) => error.message === 'killed';

describe('an order begun and not paid', () => {
  it('N13 is reminded of once after an hour and once after a day, though its payment page has closed', async () => {
    const { orderId } = await begin();
    expect(await run(59)).toBe(0);
    expect(await run(61)).toBe(1);
    expect(await hasRemindersDue(inMinutes(62))).toBe(false);
    expect(await run(62)).toBe(0);
    await reconcilePayments({ now: inMinutes(3 * hour) });
    expect(await (await db()).order.findUniqueOrThrow({ where: { id: orderId }, select: { status: true } })).toEqual({ status: 'expired' });
    expect(await run(day + 1)).toBe(1);
    expect(await run(day + 2)).toBe(0);
    expect(await run(3 * day)).toBe(0);
    expect(await mails()).toMatchObject([
      { to: billing.email, template: 'reminder-hour', data: { url: expect.stringContaining('/ar/payment?product=product-a') as string } }, { template: 'reminder-day' },
    ]);
  });

  it('mails an address that nobody confirmed once, whoever types it, until the buyer has paid once [X40]', async () => {
    vi.stubEnv('LIMIT_SCALE', '1');
    forgetConfig();
    try {
      await begin();
      await begin({ actor: await newBuyer() });
      expect([await run(61), await run(day + 1)]).toEqual([1, 0]);
      const client = await db();
      await client.user.update({ where: { id: actor.userId }, data: { email: billing.email, emailConfirmedAt: new Date() }, select: { id: true } });
      await begin({ productKey: 'product-sale' });
      expect(await run(62)).toBe(1);
    } finally {
      vi.unstubAllEnvs();
      forgetConfig();
    }
  });

  it('N13 says nothing of when it was begun: a day’s reminder may come three days later', async () => {
    for (const [lang, yesterday] of [['ar', 'أمس'], ['en', 'esterday'], ['de', 'estern']] as const) {
      expect((await composeMail('reminder-day', lang, { description: 'x', orderNumber: '1' })).text).not.toContain(yesterday);
    }
  });

  it('N13 is reminded of once by two processes at the same time', async () => {
    await begin();
    expect((await Promise.all([run(61), run(61), run(61)])).reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(await templates()).toEqual(['reminder-hour']);
  });

  it('N13 N11 a gift is reminded of as one, also of a course that its giver has, and its link leads to what was typed', async () => {
    await buy(shop, actor);
    await begin({ purchaseFor: { kind: 'gift', gift } });
    expect(await run(61)).toBe(1);
    const [mail] = await mails();
    expect(mail?.data).toMatchObject({ recipient: gift.recipientName, url: expect.stringContaining('product=product-a&for=gift') as string });
    expect((await composeMail('reminder-hour', 'ar', mail?.data ?? {})).text).toContain(`هدية إلى: ${gift.recipientName}`);
  });

  it('N10 N13 the link leads to what was typed with the coupon that it was ordered with, and so to the same price', async () => {
    await (await db()).coupon.create({ data: { code: 'عيد-50', percent: 50, maxUses: 1, forTeams: true }, select: { id: true } });
    const { orderId } = await begin({ coupon: 'عيد-50', purchaseFor: { kind: 'seats', count: 3 } });
    expect(await run(61)).toBe(1);
    const [mail] = await mails();
    const query = new URL(mail?.data.url ?? '').searchParams;
    expect(Object.fromEntries(query)).toEqual({ product: 'product-a', seats: '3', coupon: 'عيد-50' });
    const { amountPiastres } = await (await db()).order.findUniqueOrThrow({ where: { id: orderId }, select: { amountPiastres: true } });
    const offer = await findOffer({ actor, productKey: 'product-a', purchaseFor: { kind: 'seats', count: 3 }, coupon: query.get('coupon') ?? '', address: 'x', now: inMinutes(62) });
    expect(offer).toMatchObject({ kind: 'buy', price: { totalPiastres: amountPiastres, discountPiastres: amountPiastres } });
  });

  it('N13 a kiosk reference is reminded of before it expires, and not otherwise', async () => {
    const { orderId, url } = await begin();
    await pay(shop, url, 'kiosk');
    await settled(orderId, 'pending');
    await reconcilePayments({ now: inMinutes(3) });
    expect(await run(day + 1)).toBe(0);
    expect(await run(2 * day + 4)).toBe(1);
    expect(await run(2 * day + 5)).toBe(0);
    const [mail] = await mails();
    expect(mail).toMatchObject({ template: 'reminder-kiosk', data: { billReference: expect.stringMatching(/^\d+$/) as string } });
  });

  it('N13 what was paid, declined, needs a person or was begun anew gets none', async () => {
    const { url, orderId } = await begin();
    await pay(shop, url, 'declined');
    await settled(orderId, 'failed');
    expect(await run(61)).toBe(0);
    const second = await begin();
    const client = await db();
    await client.order.update({ where: { id: second.orderId }, data: { needsReview: 'paid-unconfirmed' }, select: { id: true } });
    expect(await run(61)).toBe(0);
    await client.order.update({ where: { id: second.orderId }, data: { needsReview: null }, select: { id: true } });
    await pay(shop, second.url);
    await settled(second.orderId);
    expect(await run(61)).toBe(0);
    expect(await run(day + 1)).toBe(0);
  });

  it('N13 an older order of the same course is not reminded of besides the newer one', async () => {
    await begin({ now: inMinutes(-90) });
    await begin();
    expect(await run(61)).toBe(1);
  });

  it('N11 N13 a bundle is reminded of while a course of it is missing, and not once a course of it was asked for otherwise', async () => {
    await stockBundle();
    await buy(shop, actor, { productKey: 'product-a' });
    await begin({ productKey: 'product-z-both' });
    expect(await run(61)).toBe(1);
    await begin({ productKey: 'product-b', now: inMinutes(62) });
    expect(await run(day + 1)).toBe(1);
    expect((await mails()).map(({ data }) => data.url)).toMatchObject([expect.stringContaining('product-z-both'), expect.stringContaining('product-b')]);
  });

  it('N13 no mail waits once the order is paid or the account deleted', async () => {
    const { url, orderId } = await begin();
    await run(61);
    await pay(shop, url);
    await settled(orderId);
    expect(await mails()).toEqual([]);
    const other = { ...actor, userId: (await (await db()).user.create({ data: { name: 'x', email: 'other@midan.example' }, select: { id: true } })).id, signedInAt: new Date() };
    const { id: sessionId } = await (await db()).session.create({ data: { userId: other.userId, expiresAt: inMinutes(60) }, select: { id: true } });
    await begin({ actor: other, productKey: 'product-sale' });
    expect(await run(61)).toBe(1);
    await deleteAccount({ actor: { ...other, sessionId }, userId: other.userId, email: 'other@midan.example', device: { userAgent: '', address: '' }, now: new Date() });
    expect(await mails()).toEqual([]);
    expect(await run(day + 1)).toBe(0);
  });
});

describe('never again', () => {
  it('N13 the signed link stops what waits and what would come, for the mailbox and for the account', async () => {
    await (await db()).user.update({ where: { id: actor.userId }, data: { email: 'account@midan.example' }, select: { id: true } });
    const { orderId } = await begin({ billing: { ...billing, email: 'Mona.Adel@Example.com' } });
    await run(61);
    await expect(stopReminders({ ...linkOf(orderId), key: 'x', now: new Date() })).rejects.toMatchObject({ status: 404 });
    expect(await mails()).toHaveLength(1);
    await stopReminders({ ...linkOf(orderId), now: new Date() });
    expect(await mails()).toEqual([]);
    expect(await run(day + 1)).toBe(0);
    expect(await Promise.all(['mona.adel@example.com', 'account@midan.example', 'x@y.example'].map(wantsReminders))).toEqual([false, false, true]);
  });

  it('N13 the switch in the profile is the person’s own, and can be turned on again', async () => {
    await (await db()).user.update({ where: { id: actor.userId }, data: { email: billing.email }, select: { id: true } });
    const choose = (wanted: boolean) => setReminders({ actor, userId: actor.userId, wanted, now: new Date() });
    await expect(setReminders({ actor, userId: 'another', wanted: true, now: new Date() })).rejects.toMatchObject({ status: 403 });
    await choose(false);
    await begin();
    expect(await run(61)).toBe(0);
    await choose(true);
    expect(await run(day + 1)).toBe(1);
  });

  it('N13 the mail has a link for people and one for mail programs', async () => {
    const { orderId } = await begin();
    await run(61);
    await (await db()).outbox.updateMany({ data: { nextAt: new Date() } });
    const sent = sendings();
    expect(await deliverOutbox(inMinutes(62))).toBe(1);
    const [message] = sent.mock.calls[0]!;
    expect(message.text).toContain(stopUrls(orderId, 'ar').page);
    expect(message.unsubscribeUrl).toBe(stopUrls(orderId, 'ar').oneClick);
  });
});

describe('a process that dies while it sends', () => {
  it('N13 the mail is not sent a second time; one that was refused is', async () => {
    await begin();
    await run(61);
    const client = await db();
    await client.outbox.updateMany({ data: { nextAt: new Date() } });
    const sent = sendings(() => Promise.reject(Object.assign(new Error('451 try again'), { command: 'DATA', responseCode: 451 })));
    expect(await deliverOutbox(inMinutes(62))).toBe(0);
    expect(await mails()).toMatchObject([{ doneAt: null, lastError: '451 try again' }]);
    await client.outbox.updateMany({ data: { nextAt: new Date() } });
    sent.mockImplementation(() => new Promise(() => undefined));
    void deliverOutbox(inMinutes(63));
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
    expect(await deliverOutbox(inMinutes(64))).toBe(0);
    expect(sent).toHaveBeenCalledTimes(2);
    expect(await mails()).toMatchObject([{ doneAt: expect.any(Date) as Date, lastError: 'the process ended while it was being sent' }]);
  });

  it('N13 a decision that was not committed leaves neither row nor mail, and is made again', async () => {
    await begin();
    const outbox = await import('@/lib/mail/outbox');
    const broken = vi.spyOn(outbox, 'enqueueMail').mockRejectedValue(new Error('killed'));
    await expect(run(61)).rejects.toSatisfy(isOver());
    expect(await (await db()).reminder.count()).toBe(0);
    broken.mockRestore();
    expect(await run(62)).toBe(1);
  });
});
