import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '@/lib/actor';
import { deleteAccount } from '@/lib/auth/delete-account';
import { startSession } from '@/lib/auth/sessions/start-session';
import { listPaidWithoutAccess } from '@/lib/checkout/orders/paid-without-access';
import { db } from '@/lib/database/client';
import { languages } from '@/lib/language';
import { composeMail } from '@/lib/mail/compose';
import { askForGift, buyGift, cardOf, gift, giftMails, giftToken, open } from '@/lib/testing/gifts';
import { exportOf } from '@/lib/testing/personal-export';
import { problemKey } from '@/lib/testing/problem-status';
import { inMinutes, newAdministrator, newBuyer, newWorld, openCourses, pay, settled, shopOfThisFile } from '@/lib/testing/shop';
import { resendGift } from './change-gift';
import { findGift } from './open-gift';
import { sendGifts } from './send-gift';

const shop = shopOfThisFile();
let giver: Actor;
let friend: Actor;
let admin: Actor;

beforeEach(async () => {
  giver = await newWorld(shop);
  friend = await newBuyer();
  admin = await newAdministrator();
});


describe('the people of a gift', () => {
  const leave = async (actor: Actor) => {
    const { sessionId } = await startSession({ userId: actor.userId }, { userAgent: '', address: '' }, new Date());
    await deleteAccount({ actor: { ...actor, sessionId }, userId: actor.userId, email: '', device: { userAgent: '', address: '' }, now: new Date() });
  };
  const people = async (orderId: string) => (await db()).gift.findUniqueOrThrow({ where: { orderId }, select: { recipientEmail: true, recipientName: true, card: true } });
  const nobody = { recipientEmail: '', recipientName: '', card: '' };

  it('N11 D10 the export of the giver names it, that of the recipient what they were given', async () => {
    await buyGift(shop, giver);
    await open(friend, await giftToken());
    expect((await exportOf(giver, giver.userId, new Date())).orders).toMatchObject([{ purpose: 'gift', gift: { recipientEmail: gift.recipientEmail, card: gift.card } }]);
    const received = await exportOf(friend, friend.userId, new Date());
    expect(received.openedGifts).toMatchObject([{ card: gift.card }]);
    expect(JSON.stringify(received)).not.toMatch(/mona@example|عادل/);
  });

  it('N11 D10 the giver leaves: a sent gift stays to be opened, without its people; one that waits is still sent, then forgotten', async () => {
    const sent = await buyGift(shop, giver);
    const token = await giftToken();
    const waiting = await buyGift(shop, giver, { details: { recipientEmail: 'nour@example.com', sendAt: inMinutes(10) } });
    await leave(giver);
    expect(await people(sent.orderId)).toEqual(nobody);
    expect(await people(waiting.orderId)).toMatchObject({ recipientEmail: 'nour@example.com' });
    expect(await sendGifts(inMinutes(11))).toBe(1);
    const mail = (await giftMails()).at(-1);
    expect(mail).toMatchObject({ to: 'nour@example.com', data: { giver: 'none' } });
    const composed = await Promise.all(languages.map((lang) => composeMail('gift', lang, mail?.data ?? {})));
    expect(composed.map(({ subject }) => subject)).toEqual(['Midan: هدية لك', 'Midan: A gift for you', 'Midan: Ein Geschenk für Sie']);
    for (const { text } of composed) expect(text).not.toMatch(/none|From:|Von:|من:/);
    expect((await findGift({ actor: null, token }))?.giver).toBeNull();
    expect(await people(waiting.orderId)).toEqual(nobody);
    expect(await problemKey(resendGift(admin, { orderId: waiting.orderId, reason: 'because', now: new Date() }))).toBe('gift-no-address');
    await open(friend, token);
    expect(await openCourses(friend.userId)).toEqual(['course-a']);
  });

  it('N11 D10 the recipient leaves: the giver still sees that it was opened, and no longer by whom', async () => {
    const { orderId } = await buyGift(shop, giver);
    await open(friend, await giftToken());
    await leave(friend);
    expect(await people(orderId)).toEqual(nobody);
    expect((await cardOf(giver))?.gift?.openedAt).not.toBeNull();
    expect(await listPaidWithoutAccess()).toEqual([]);
  });

  it('N11 P5 paid after its giver left, the money goes back and nothing is sent', async () => {
    const { url, orderId } = await askForGift(giver);
    await leave(giver);
    await pay(shop, url);
    await settled(orderId);
    expect(await giftMails()).toEqual([]);
    expect(await (await db()).refundRequest.findMany({ where: { orderId }, select: { reason: true } })).toEqual([{ reason: 'buyer-deleted' }]);
  });
});
