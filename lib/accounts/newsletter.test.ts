import { beforeEach, expect, test } from 'vitest';
import { restoreEmail } from '@/lib/accounts/email-change';
import { startSession } from '@/lib/accounts/sessions/start-session';
import { db, transaction } from '@/lib/database/client';
import { endSubscription, findOwnSubscription } from '@/lib/newsletter/subscription';
import type { Actor } from '@/lib/permissions';
import { resetDatabase } from '@/tests/support/database';
import {
  completeEmailChange,
  createUser,
  device,
  findActorOf,
  newEmail,
  oldEmail,
  secondsAfterStart,
  start,
} from '@/tests/support/email-change';
import { seedSubscriber } from '@/tests/support/newsletters';

let mona: Actor;

beforeEach(async () => {
  await resetDatabase();
  mona = await createUser(oldEmail);
});

const restore = (token: string) => restoreEmail({ token, device, now: secondsAfterStart(120) });
const listReaders = async () =>
  Object.fromEntries(
    (await (await db()).subscriber.findMany({ select: { id: true, email: true } })).map(({ id, email }) => [email, id]),
  );

test('a newsletter subscription moves to the new address with its consent, and back when the old one is restored [N24, N9]', async () => {
  const id = await seedSubscriber(oldEmail, 'de', start);
  const token = await completeEmailChange(mona);
  expect(await (await db()).subscriber.findMany()).toMatchObject([
    { id, email: newEmail, lang: 'de', consentAt: start },
  ]);
  expect(await findOwnSubscription({ ...mona, email: newEmail })).toEqual({ lang: 'de', bounced: false });
  await restore(token);
  expect(await listReaders()).toEqual({ [oldEmail]: id });
});

test('a separate subscription of either address stays where it is [N24, N9]', async () => {
  const own = await seedSubscriber(newEmail);
  const token = await completeEmailChange(mona);
  await restore(token);
  expect(await listReaders()).toEqual({ [newEmail]: own });
  const old = await seedSubscriber(oldEmail);
  await completeEmailChange(
    (await findActorOf(await startSession({ userId: mona.userId }, device, secondsAfterStart(130))))!,
  );
  expect(await listReaders()).toEqual({ [newEmail]: own, [oldEmail]: old });
});

test('a subscription whose mailbox bounced stays at the old address [N24, N9]', async () => {
  const client = await db();
  const id = await seedSubscriber(oldEmail);
  await client.subscriber.update({ where: { id }, data: { bouncedAt: start }, select: { id: true } });
  await completeEmailChange(mona);
  expect(await listReaders()).toEqual({ [oldEmail]: id });
});

test('a user who unsubscribed after the change is not subscribed again [N24, N9]', async () => {
  const id = await seedSubscriber(oldEmail);
  const token = await completeEmailChange(mona);
  await transaction((tx) => endSubscription(tx, id));
  await restore(token);
  expect(await listReaders()).toEqual({});
});
