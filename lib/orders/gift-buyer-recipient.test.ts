import { beforeEach, describe, expect, it } from 'vitest';
import { deleteAccount } from '@/lib/accounts/delete-account';
import { startSession } from '@/lib/accounts/sessions/start-session';
import { db } from '@/lib/database/client';
import { languages } from '@/lib/language';
import { composeEmail } from '@/lib/mail/compose';
import { listPaidWithoutAccess } from '@/lib/orders/admin/order-list';
import type { Actor } from '@/lib/permissions';
import {
  buyGift,
  gift,
  listGiftMails,
  openGiftAs,
  readFirstPaymentCard,
  readGiftToken,
  startGiftCheckout,
} from '@/tests/support/gifts';
import { exportOf } from '@/tests/support/personal-export';
import { readProblemKey } from '@/tests/support/problems';
import {
  createAdministrator,
  createBuyer,
  createWorld,
  inMinutes,
  openCourses,
  pay,
  startShopOfFile,
  waitForOrder,
} from '@/tests/support/shop';
import { findGift, resendGift, sendGifts } from './gifts';

const shop = startShopOfFile();
let giver: Actor;
let friend: Actor;
let admin: Actor;

beforeEach(async () => {
  giver = await createWorld(shop);
  friend = await createBuyer();
  admin = await createAdministrator();
});

describe('personal data of a gift', () => {
  const leave = async (actor: Actor) => {
    const { sessionId } = await startSession({ userId: actor.userId }, { userAgent: '', ip: '' }, new Date());
    await deleteAccount({
      actor: { ...actor, sessionId },
      userId: actor.userId,
      email: '',
      device: { userAgent: '', ip: '' },
      now: new Date(),
    });
  };
  const readPeople = async (orderId: string) =>
    (await db()).gift.findUniqueOrThrow({
      where: { orderId },
      select: { recipientEmail: true, recipientName: true, card: true },
    });
  const nobody = { recipientEmail: '', recipientName: '', card: '' };

  it('the giver’s data export names the gift, and the recipient’s export names the received gift without the giver [N11, D10]', async () => {
    await buyGift(shop, giver);
    await openGiftAs(friend, await readGiftToken());
    expect((await exportOf(giver, giver.userId, new Date())).orders).toMatchObject([
      { purpose: 'gift', gift: { recipientEmail: gift.recipientEmail, card: gift.card } },
    ]);
    const received = await exportOf(friend, friend.userId, new Date());
    expect(received.openedGifts).toMatchObject([{ card: gift.card }]);
    expect(JSON.stringify(received)).not.toMatch(/mona@example|عادل/);
  });

  it('deleting the giver’s account removes names from a sent gift; a waiting gift is still sent, and then anonymised [N11, D10]', async () => {
    const sent = await buyGift(shop, giver);
    const token = await readGiftToken();
    const waiting = await buyGift(shop, giver, {
      details: { recipientEmail: 'nour@example.com', sendAt: inMinutes(10) },
    });
    await leave(giver);
    expect(await readPeople(sent.orderId)).toEqual(nobody);
    expect(await readPeople(waiting.orderId)).toMatchObject({ recipientEmail: 'nour@example.com' });
    expect(await sendGifts(inMinutes(11))).toBe(1);
    const mail = (await listGiftMails()).at(-1);
    expect(mail).toMatchObject({ to: 'nour@example.com', data: { giver: 'none' } });
    const composed = await Promise.all(languages.map((lang) => composeEmail('gift', lang, mail?.data ?? {})));
    expect(composed.map(({ subject }) => subject)).toEqual([
      'Midan: هدية لك',
      'Midan: A gift for you',
      'Midan: Ein Geschenk für Sie',
    ]);
    for (const { text } of composed) expect(text).not.toMatch(/none|From:|Von:|من:/);
    expect((await findGift({ actor: null, token }))?.giver).toBeNull();
    expect(await readPeople(waiting.orderId)).toEqual(nobody);
    expect(
      await readProblemKey(resendGift(admin, { orderId: waiting.orderId, reason: 'because', now: new Date() })),
    ).toBe('gift-no-address');
    await openGiftAs(friend, token);
    expect(await openCourses(friend.userId)).toEqual(['course-a']);
  });

  it('after the recipient’s account is deleted, the giver still sees that the gift was opened, but not the recipient’s name [N11, D10]', async () => {
    const { orderId } = await buyGift(shop, giver);
    await openGiftAs(friend, await readGiftToken());
    await leave(friend);
    expect(await readPeople(orderId)).toEqual(nobody);
    expect((await readFirstPaymentCard(giver))?.gift?.openedAt).not.toBeNull();
    expect(await listPaidWithoutAccess()).toEqual([]);
  });

  it('a gift paid after its giver’s account was deleted is refunded, and not sent [N11, P5]', async () => {
    const { url, orderId } = await startGiftCheckout(giver);
    await leave(giver);
    await pay(shop, url);
    await waitForOrder(orderId);
    expect(await listGiftMails()).toEqual([]);
    expect(await (await db()).refundRequest.findMany({ where: { orderId }, select: { kind: true } })).toEqual([
      { kind: 'buyer_deleted' },
    ]);
  });
});
