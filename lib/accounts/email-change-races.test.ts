import { beforeEach, expect, test } from 'vitest';
import { deleteAccount } from '@/lib/accounts/delete-account';
import { confirmEmailChange, restoreEmail } from '@/lib/accounts/email-change';
import { checkPassword } from '@/lib/accounts/password/check-password';
import { startSession } from '@/lib/accounts/sessions/start-session';
import { db } from '@/lib/database/client';
import type { Actor } from '@/lib/permissions';
import { resetDatabase } from '@/tests/support/database';
import {
  completeEmailChange,
  createUser,
  device,
  newEmail,
  oldEmail,
  password,
  requestChange,
  secondsAfterStart,
} from '@/tests/support/email-change';
import { readMailedToken } from '@/tests/support/outbox';

const rounds = Array.from({ length: 6 }, (_, round) => round);
let mona: Actor;

beforeEach(async () => {
  await resetDatabase();
  mona = await createUser(oldEmail);
});

const confirm = (actor: Actor, token: string) =>
  confirmEmailChange({ actor, token, device, now: secondsAfterStart(60) });
const settleAll = async (work: Promise<unknown>[]) =>
  (await Promise.allSettled(work))
    .map((one) => (one.status === 'fulfilled' ? 'done' : String((one.reason as { key?: string }).key ?? one.reason)))
    .sort();
const countHolders = async (email: string) => (await db()).user.count({ where: { email } });
const countSessions = async (userId: string) => (await db()).session.count({ where: { userId, revokedAt: null } });

test.each(rounds)('two requests at once leave one open link (%i) [N24, X30]', async () => {
  await Promise.all([requestChange(mona, newEmail), requestChange(mona, 'other@midan.example')]);
  expect(await (await db()).code.count({ where: { purpose: 'changeEmail', usedAt: null } })).toBe(1);
});

test.each(rounds)(
  'only one of two accounts that confirm the same address at once gets it (%i) [N24, X30]',
  async () => {
    const hala = await createUser('hala@midan.example');
    await requestChange(mona);
    const monas = await readMailedToken('confirm-new-email:');
    await requestChange(hala);
    const halas = await readMailedToken('confirm-new-email:');
    expect(await settleAll([confirm(mona, monas), confirm(hala, halas)])).toEqual(['done', 'email-taken']);
    expect([
      await countHolders(newEmail),
      (await countHolders(oldEmail)) + (await countHolders('hala@midan.example')),
    ]).toEqual([1, 1]);
  },
);

test.each(rounds)('a link opened twice at once changes the address once (%i) [N24, X30]', async () => {
  await requestChange(mona);
  const token = await readMailedToken('confirm-new-email:');
  const outcomes = await settleAll([confirm(mona, token), confirm(mona, token)]);
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect([await countHolders(newEmail), await countSessions(mona.userId)]).toEqual([1, 1]);
});

test.each(rounds)(
  'only one of a sign-up and a confirmation at the same moment gets the address (%i) [N24, X30]',
  async () => {
    await requestChange(mona);
    const outcomes = await settleAll([
      confirm(mona, await readMailedToken('confirm-new-email:')),
      createUser(newEmail),
    ]);
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(await countHolders(newEmail)).toBe(1);
  },
);

test.each(rounds)('only one of deletion and confirmation at the same moment succeeds (%i) [N24, X30]', async () => {
  await requestChange(mona);
  const token = await readMailedToken('confirm-new-email:');
  const [changed, deleted] = await Promise.allSettled([
    confirm(mona, token),
    deleteAccount({ actor: mona, userId: mona.userId, email: oldEmail, device, now: secondsAfterStart(1) }),
  ]);
  expect([changed.status, deleted.status].sort()).toEqual(['fulfilled', 'rejected']);
  expect([await countHolders(oldEmail), await countHolders(newEmail)]).toEqual([
    0,
    changed.status === 'fulfilled' ? 1 : 0,
  ]);
});

test.each(rounds)(
  'no session starts with the old password while the old address is restored (%i) [N24, X30]',
  async () => {
    const token = await completeEmailChange(mona);
    const proven = await checkPassword({ email: newEmail, password, ip: 'x', now: secondsAfterStart(90) });
    await Promise.allSettled([
      restoreEmail({ token, device, now: secondsAfterStart(100) }),
      proven.ok ? startSession(proven.value, device, secondsAfterStart(100)) : null,
    ]);
    expect([await countSessions(mona.userId), await countHolders(oldEmail)]).toEqual([0, 1]);
  },
);
