import { beforeEach, expect, test } from 'vitest';
import { unlinkProvider } from '@/lib/accounts/providers/linked-providers';
import { findActor } from '@/lib/accounts/sessions/actor-of';
import { endAllSessionsOf, endSessionOf } from '@/lib/accounts/sessions/end-sessions';
import { startSession } from '@/lib/accounts/sessions/start-session';
import { addSeconds } from '@/lib/clock';
import { db } from '@/lib/database/client';
import { setQuestionMails } from '@/lib/lessons/questions/question-mails';
import { setReminders } from '@/lib/orders/reminders';
import type { Actor } from '@/lib/permissions';
import { buildActor } from '@/tests/support/actors';
import { resetDatabase } from '@/tests/support/database';
import { exportOf } from '@/tests/support/personal-export';
import { resendConfirmation } from './confirm-email';
import { removePasskey, renamePasskey } from './passkeys';

const now = new Date();
const device = { userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140', ip: '10.0.0.1' };
const admin = buildActor('admin', { totpAt: now });
let mona: Actor;

beforeEach(async () => {
  await resetDatabase();
  const client = await db();
  await client.user.create({
    data: { id: 'admin', role: 'admin', name: 'Hala', email: 'hala@midan.example' },
    select: { id: true },
  });
  await client.user.create({
    data: {
      id: 'mona',
      role: 'learner',
      name: 'Mona',
      email: 'mona@midan.example',
      passwordHash: 'x',
      providerAccounts: { create: { id: 'link', provider: 'google', issuer: 'x', subject: 'x' } },
      passkeys: {
        create: {
          id: 'passkey',
          credentialId: 'x',
          publicKey: 'x',
          counter: 0,
          backupEligible: false,
          backedUp: false,
          name: 'Phone',
        },
      },
    },
    select: { id: true },
  });
  const { sessionId } = await startSession({ userId: 'mona' }, device, now);
  mona = (await findActor(sessionId, 'mona', now))!;
});

async function actFor(actor: Actor): Promise<void> {
  const one = { actor, userId: 'mona', device, now };
  const other = await startSession({ userId: 'mona' }, device, now);
  await exportOf(actor, 'mona', now);
  await resendConfirmation(actor, 'mona', now);
  await endSessionOf({ ...one, sessionId: other.sessionId });
  await endAllSessionsOf(one);
}

const listActions = async () =>
  (
    await (
      await db()
    ).audit.findMany({ orderBy: { id: 'asc' }, select: { actorId: true, action: true, subject: true } })
  ).map(({ actorId, action, subject }) => `${actorId} ${action} ${subject}`);
const listDevices = async () =>
  (
    await (
      await db()
    ).securityEvent.findMany({
      where: { userId: 'mona', NOT: { event: 'signed-in' } },
      select: { userAgent: true, address: true },
    })
  ).flatMap(Object.values);

test('an admin’s actions on a user’s account are audited, and the user does not see the admin’s device [X01, O9]', async () => {
  await actFor(admin);
  expect(await listActions()).toEqual(
    ['account.exported', 'confirmation.sent', 'sessions.ended', 'sessions.ended'].map(
      (action) => `admin ${action} user:mona`,
    ),
  );
  expect(new Set(await listDevices())).toEqual(new Set(['']));
});

test('a user’s actions on their own account are not audited, except removing a passkey [X01]', async () => {
  await removePasskey({ actor: mona, userId: 'mona', passkeyId: 'passkey', device, now });
  await actFor(mona);
  expect(await listActions()).toEqual(['mona passkey.removed user:mona']);
  expect(new Set(await listDevices())).toEqual(new Set(Object.values(device)));
});

test('no other user, not even an admin, can remove a passkey or unlink a provider [X01, G6, N22, D6]', async () => {
  const refused = { status: 403, key: 'forbidden' };
  const one = { actor: admin, userId: 'mona', device, now };
  await expect(removePasskey({ ...one, passkeyId: 'passkey' })).rejects.toMatchObject(refused);
  await expect(unlinkProvider({ ...one, linkId: 'link' })).rejects.toMatchObject(refused);
  expect(
    await (
      await db()
    ).user.findUnique({
      where: { id: 'mona' },
      select: { _count: { select: { passkeys: true, providerAccounts: true } } },
    }),
  ).toEqual({ _count: { passkeys: 1, providerAccounts: 1 } });
});

test('an ended session cannot remove a passkey or unlink a provider [X30, N22, D6]', async () => {
  await (await db()).session.updateMany({ data: { revokedAt: now, revokedWhy: 'everywhere' } });
  const one = { actor: mona, userId: 'mona', device, now };
  await expect(removePasskey({ ...one, passkeyId: 'passkey' })).rejects.toMatchObject({ status: 401 });
  await expect(unlinkProvider({ ...one, linkId: 'link' })).rejects.toMatchObject({ status: 401 });
});

test('an admin cannot change a user’s reminders, question emails or passkey names [X01, G6]', async () => {
  const refused = { status: 403, key: 'forbidden' };
  await expect(setReminders({ actor: admin, userId: 'mona', wanted: false, now })).rejects.toMatchObject(refused);
  await expect(setQuestionMails({ actor: admin, userId: 'mona', wanted: false })).rejects.toMatchObject(refused);
  await expect(renamePasskey({ actor: admin, userId: 'mona', passkeyId: 'passkey', name: 'X' })).rejects.toMatchObject(
    refused,
  );
});

test('sends at most ten confirmation mails a day [D2]', async () => {
  await (await db()).user.updateMany({ where: { id: 'mona' }, data: { emailConfirmedAt: null } });
  const sendAt = (hours: number) => resendConfirmation(mona, 'mona', addSeconds(now, hours * 3600));
  for (let hour = 0; hour < 10; hour += 1) await sendAt(hour);
  await expect(sendAt(10)).rejects.toMatchObject({ status: 429 });
  await sendAt(25);
});
