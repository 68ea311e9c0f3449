import { beforeEach, expect, test } from 'vitest';
import { resendConfirmation } from '@/lib/accounts/send-confirmation';
import type { Actor } from '@/lib/actor';
import { removePasskey, renamePasskey } from '@/lib/auth/passkeys/list-passkeys';
import { unlinkProvider } from '@/lib/auth/providers/linked-providers';
import { findActor } from '@/lib/auth/sessions/actor-of';
import { endAllSessionsOf, endSessionOf } from '@/lib/auth/sessions/end-session';
import { startSession } from '@/lib/auth/sessions/start-session';
import { setReminders } from '@/lib/checkout/reminders/opt-out';
import { setQuestionMails } from '@/lib/courses/questions/question-mails';
import { db } from '@/lib/database/client';
import { actorFor } from '@/lib/testing/actors';
import { freshDatabase } from '@/lib/testing/database';
import { exportOf } from '@/lib/testing/personal-export';

const now = new Date();
const device = { userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140', address: '10.0.0.1' };
const admin = actorFor('admin', { totpAt: now });
let mona: Actor;

beforeEach(async () => {
  await freshDatabase();
  const client = await db();
  await client.user.create({ data: { id: 'admin', role: 'admin', name: 'Hala', email: 'hala@midan.example' }, select: { id: true } });
  await client.user.create({
    data: {
      id: 'mona', role: 'learner', name: 'Mona', email: 'mona@midan.example', passwordHash: 'x',
      providerAccounts: { create: { id: 'link', provider: 'google', issuer: 'x', subject: 'x' } },
      passkeys: { create: { id: 'passkey', credentialId: 'x', publicKey: 'x', counter: 0, backupEligible: false, backedUp: false, name: 'Phone' } },
    },
    select: { id: true },
  });
  const { sessionId } = await startSession({ userId: 'mona' }, device, now);
  mona = (await findActor(sessionId, 'mona', now))!;
});

/** What may be done for somebody, in this order. */
async function actFor(actor: Actor): Promise<void> {
  const one = { actor, userId: 'mona', device, now };
  const other = await startSession({ userId: 'mona' }, device, now);
  await exportOf(actor, 'mona', now);
  await resendConfirmation(actor, 'mona', now);
  await endSessionOf({ ...one, sessionId: other.sessionId });
  await endAllSessionsOf(one);
}

const actions = async () => (await (await db()).audit.findMany({ orderBy: { id: 'asc' }, select: { actorId: true, action: true, subject: true } })).map(({ actorId, action, subject }) => `${actorId} ${action} ${subject}`);
const devices = async () => (await (await db()).securityEvent.findMany({ where: { userId: 'mona', NOT: { event: 'signed-in' } }, select: { userAgent: true, address: true } })).flatMap(Object.values);

test('X01 O9 what an administrator does under somebody’s id is in the audit log, and the owner does not read from which device', async () => {
  await actFor(admin);
  expect(await actions()).toEqual(['account.exported', 'confirmation.sent', 'sessions.ended', 'sessions.ended'].map((action) => `admin ${action} user:mona`));
  expect(new Set(await devices())).toEqual(new Set(['']));
});

test('X01 one’s own is no entry, but for a passkey', async () => {
  await removePasskey({ actor: mona, userId: 'mona', passkeyId: 'passkey', device, now });
  await actFor(mona);
  expect(await actions()).toEqual(['mona passkey.removed user:mona']);
  expect(new Set(await devices())).toEqual(new Set(Object.values(device)));
});

test('X01 G6 N22 D6 nobody takes a passkey or a provider from somebody else, not even an administrator', async () => {
  const refused = { status: 403, key: 'forbidden' };
  const one = { actor: admin, userId: 'mona', device, now };
  await expect(removePasskey({ ...one, passkeyId: 'passkey' })).rejects.toMatchObject(refused);
  await expect(unlinkProvider({ ...one, linkId: 'link' })).rejects.toMatchObject(refused);
  expect(await (await db()).user.findUnique({ where: { id: 'mona' }, select: { _count: { select: { passkeys: true, providerAccounts: true } } } })).toEqual({ _count: { passkeys: 1, providerAccounts: 1 } });
});

test('X30 N22 D6 a session that was ended meanwhile removes neither', async () => {
  await (await db()).session.updateMany({ data: { revokedAt: now, revokedWhy: 'everywhere' } });
  const one = { actor: mona, userId: 'mona', device, now };
  await expect(removePasskey({ ...one, passkeyId: 'passkey' })).rejects.toMatchObject({ status: 401 });
  await expect(unlinkProvider({ ...one, linkId: 'link' })).rejects.toMatchObject({ status: 401 });
});

test('X01 G6 what somebody says or chooses is theirs alone', async () => {
  const refused = { status: 403, key: 'forbidden' };
  await expect(setReminders({ actor: admin, userId: 'mona', wanted: false, now })).rejects.toMatchObject(refused);
  await expect(setQuestionMails({ actor: admin, userId: 'mona', wanted: false })).rejects.toMatchObject(refused);
  await expect(renamePasskey({ actor: admin, userId: 'mona', passkeyId: 'passkey', name: 'X' })).rejects.toMatchObject(refused);
});
