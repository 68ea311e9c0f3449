import { beforeEach, expect, test } from 'vitest';
import { hashPassword } from '@/lib/auth/password/password-hash';
import { addSeconds } from '@/lib/clock';
import { db } from '@/lib/database/client';
import { actorFor } from '@/lib/testing/actors';
import { freshDatabase } from '@/lib/testing/database';
import { listSignInMethods, mayUnlink, unlinkProvider } from './linked-providers';

const mona = actorFor('learner', { userId: 'mona' });

beforeEach(async () => {
  await freshDatabase();
  const client = await db();
  for (const id of ['mona', 'other']) {
    await client.user.create({ data: { id, role: 'learner', name: id, email: `${id}@midan.example`, passwordHash: null }, select: { id: true } });
    for (const provider of ['google', 'linkedin']) {
      await client.providerAccount.create({ data: { id: `${id}-${provider}`, userId: id, provider, issuer: provider, subject: id, email: `${id}@${provider}.example` }, select: { id: true } });
    }
  }
  await client.session.create({ data: { id: mona.sessionId, userId: 'mona', expiresAt: new Date(Date.now() + 60_000) }, select: { id: true } });
});

const unlink = (linkId: string, userId = 'mona') => unlinkProvider({ actor: mona, userId, linkId, device: { userAgent: 'test', address: '10.0.0.1' }, now: new Date() });
const linked = async () => (await listSignInMethods(mona)).linked.map(({ provider }) => provider);

test('D6 D10 a provider is unlinked, but never the last way in', async () => {
  await unlink('mona-google');
  expect(await linked()).toEqual(['linkedin']);
  expect(mayUnlink(await listSignInMethods(mona))).toBe(false);
  await expect(unlink('mona-linkedin')).rejects.toMatchObject({ status: 409, key: 'last-way-in' });
  expect(await linked()).toEqual(['linkedin']);
  await (await db()).user.update({ where: { id: 'mona' }, data: { passwordHash: 'set' }, select: { id: true } });
  await unlink('mona-linkedin');
  expect(await linked()).toEqual([]);
});

test('D6 of two unlinked at once one remains', async () => {
  const results = await Promise.allSettled([unlink('mona-google'), unlink('mona-linkedin')]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await linked()).toHaveLength(1);
});

test('G6 D6 nobody unlinks for somebody else', async () => {
  await expect(unlink('other-google')).rejects.toMatchObject({ status: 404 });
  await expect(unlink('other-google', 'other')).rejects.toMatchObject({ status: 403 });
});

test('a provider is unlinked only after a sign-in of the last ten minutes, or with the current password [X43]', async () => {
  const passwordHash = await hashPassword('river-lantern-42');
  await (await db()).user.update({ where: { id: 'mona' }, data: { passwordHash }, select: { id: true } });
  const old = { ...mona, signedInAt: addSeconds(new Date(), -601) };
  const removal = { actor: old, userId: 'mona', linkId: 'mona-google', device: { userAgent: 'test', address: '10.0.0.1' }, now: new Date() };
  await expect(unlinkProvider(removal)).rejects.toMatchObject({ status: 403, key: 'reauthenticate' });
  await expect(unlinkProvider({ ...removal, currentPassword: 'another-lantern-7' })).rejects.toMatchObject({ status: 403, key: 'reauthenticate' });
  expect(await linked()).toEqual(['google', 'linkedin']);
  await unlinkProvider({ ...removal, currentPassword: 'river-lantern-42' });
  expect(await linked()).toEqual(['linkedin']);
});
