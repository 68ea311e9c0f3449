import { beforeEach, expect, test } from 'vitest';
import type { Actor } from '@/lib/actor';
import { startSession } from '@/lib/auth/sessions/start-session';
import { db, transaction } from '@/lib/database/client';
import { subscriptionOf } from '@/lib/newsletter/own-subscription';
import { endSubscription } from '@/lib/newsletter/unsubscribe';
import { freshDatabase } from '@/lib/testing/database';
import { actorOf, at, change, device, newEmail, newPerson, oldEmail, start } from '@/lib/testing/email-change';
import { seedSubscriber } from '@/lib/testing/newsletters';
import { restoreEmail } from './restore-email';

let mona: Actor;

beforeEach(async () => {
  await freshDatabase();
  mona = await newPerson(oldEmail);
});

const restore = (token: string) => restoreEmail({ token, device, now: at(120) });
const readers = async () => Object.fromEntries((await (await db()).subscriber.findMany({ select: { id: true, email: true } })).map(({ id, email }) => [email, id]));

test('N24 N9 a newsletter subscription goes to the new address with the consent that was given, and back when the old one is restored', async () => {
  const id = await seedSubscriber(oldEmail, 'de', start);
  const token = await change(mona);
  expect(await (await db()).subscriber.findMany()).toMatchObject([{ id, email: newEmail, lang: 'de', consentAt: start }]);
  expect(await subscriptionOf({ ...mona, email: newEmail })).toEqual({ lang: 'de', bounced: false });
  await restore(token);
  expect(await readers()).toEqual({ [oldEmail]: id });
});

test('N24 N9 what either address subscribed of its own stays there', async () => {
  const own = await seedSubscriber(newEmail);
  const token = await change(mona);
  await restore(token);
  expect(await readers()).toEqual({ [newEmail]: own });
  const old = await seedSubscriber(oldEmail);
  await change((await actorOf(await startSession({ userId: mona.userId }, device, at(130))))!);
  expect(await readers()).toEqual({ [newEmail]: own, [oldEmail]: old });
});

test('N24 N9 of an old address whose mailbox is gone it stays', async () => {
  const client = await db();
  const id = await seedSubscriber(oldEmail);
  await client.subscriber.update({ where: { id }, data: { bouncedAt: start }, select: { id: true } });
  await change(mona);
  expect(await readers()).toEqual({ [oldEmail]: id });
});

test('N24 N9 who unsubscribed meanwhile is not subscribed again', async () => {
  const id = await seedSubscriber(oldEmail);
  const token = await change(mona);
  await transaction((tx) => endSubscription(tx, id));
  await restore(token);
  expect(await readers()).toEqual({});
});
