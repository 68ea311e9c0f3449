import { beforeEach, expect, test } from 'vitest';
import { hashPassword } from '@/lib/accounts/password/check-password';
import { addSeconds } from '@/lib/clock';
import { db } from '@/lib/database/client';
import { buildActor } from '@/tests/support/actors';
import { resetDatabase } from '@/tests/support/database';
import { canUnlink, listSignInMethods, unlinkProvider } from './linked-providers';

const mona = buildActor('learner', { userId: 'mona' });

beforeEach(async () => {
  await resetDatabase();
  const client = await db();
  for (const id of ['mona', 'other']) {
    await client.user.create({
      data: { id, role: 'learner', name: id, email: `${id}@midan.example`, passwordHash: null },
      select: { id: true },
    });
    for (const provider of ['google', 'linkedin']) {
      await client.providerAccount.create({
        data: {
          id: `${id}-${provider}`,
          userId: id,
          provider,
          issuer: provider,
          subject: id,
          email: `${id}@${provider}.example`,
        },
        select: { id: true },
      });
    }
  }
  await client.session.create({
    data: { id: mona.sessionId, userId: 'mona', expiresAt: new Date(Date.now() + 60_000) },
    select: { id: true },
  });
});

const unlink = (linkId: string, userId = 'mona') =>
  unlinkProvider({ actor: mona, userId, linkId, device: { userAgent: 'test', ip: '10.0.0.1' }, now: new Date() });
const listLinked = async () => (await listSignInMethods(mona)).linked.map(({ provider }) => provider);

test('unlinks a provider unless it is the last way to sign in [D6, D10]', async () => {
  await unlink('mona-google');
  expect(await listLinked()).toEqual(['linkedin']);
  expect(canUnlink(await listSignInMethods(mona))).toBe(false);
  await expect(unlink('mona-linkedin')).rejects.toMatchObject({ status: 409, key: 'last-way-in' });
  expect(await listLinked()).toEqual(['linkedin']);
  await (await db()).user.update({ where: { id: 'mona' }, data: { passwordHash: 'set' }, select: { id: true } });
  await unlink('mona-linkedin');
  expect(await listLinked()).toEqual([]);
});

test('a password without an email address is no way to sign in [D6, D10]', async () => {
  const client = await db();
  await client.user.update({
    where: { id: 'mona' },
    data: { email: null, passwordHash: 'set' },
    select: { id: true },
  });
  await unlink('mona-google');
  expect(canUnlink(await listSignInMethods(mona))).toBe(false);
  await expect(unlink('mona-linkedin')).rejects.toMatchObject({ status: 409, key: 'last-way-in' });
  await client.user.update({ where: { id: 'mona' }, data: { email: 'mona@midan.example' }, select: { id: true } });
  await unlink('mona-linkedin');
  expect(await listLinked()).toEqual([]);
});

test('unlinking the last two providers at once leaves one linked [D6]', async () => {
  const results = await Promise.allSettled([unlink('mona-google'), unlink('mona-linkedin')]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await listLinked()).toHaveLength(1);
});

test('a user cannot unlink another user’s provider [G6, D6]', async () => {
  await expect(unlink('other-google')).rejects.toMatchObject({ status: 404 });
  await expect(unlink('other-google', 'other')).rejects.toMatchObject({ status: 403 });
});

test('unlinking requires a sign-in of the last ten minutes or the current password [X43]', async () => {
  const passwordHash = await hashPassword('river-lantern-42');
  await (await db()).user.update({ where: { id: 'mona' }, data: { passwordHash }, select: { id: true } });
  const old = { ...mona, signedInAt: addSeconds(new Date(), -601) };
  const removal = {
    actor: old,
    userId: 'mona',
    linkId: 'mona-google',
    device: { userAgent: 'test', ip: '10.0.0.1' },
    now: new Date(),
  };
  await expect(unlinkProvider(removal)).rejects.toMatchObject({ status: 403, key: 'reauthenticate' });
  await expect(unlinkProvider({ ...removal, currentPassword: 'another-lantern-7' })).rejects.toMatchObject({
    status: 403,
    key: 'reauthenticate',
  });
  expect(await listLinked()).toEqual(['google', 'linkedin']);
  await unlinkProvider({ ...removal, currentPassword: 'river-lantern-42' });
  expect(await listLinked()).toEqual(['linkedin']);
});
