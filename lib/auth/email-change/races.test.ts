import { beforeEach, expect, test } from 'vitest';
import type { Actor } from '@/lib/actor';
import { deleteAccount } from '@/lib/auth/delete-account';
import { checkPassword } from '@/lib/auth/password/check-password';
import { startSession } from '@/lib/auth/sessions/start-session';
import { db } from '@/lib/database/client';
import { freshDatabase } from '@/lib/testing/database';
import { ask, at, change, device, mailedToken, newEmail, newPerson, oldEmail, password } from '@/lib/testing/email-change';
import { confirmEmailChange } from './confirm-email-change';
import { restoreEmail } from './restore-email';

const rounds = Array.from({ length: 6 }, (_, round) => round);
let mona: Actor;

beforeEach(async () => {
  await freshDatabase();
  mona = await newPerson(oldEmail);
});

const confirm = (actor: Actor, token: string) => confirmEmailChange({ actor, token, device, now: at(60) });
const settled = async (work: Promise<unknown>[]) => (await Promise.allSettled(work)).map((one) => (one.status === 'fulfilled' ? 'done' : String((one.reason as { key?: string }).key ?? one.reason))).sort();
const holders = async (email: string) => (await db()).user.count({ where: { email } });
const living = async (userId: string) => (await db()).session.count({ where: { userId, revokedAt: null } });

test.each(rounds)('N24 X30 two wishes at once leave one open link (%i)', async () => {
  await Promise.all([ask(mona, newEmail), ask(mona, 'other@midan.example')]);
  expect(await (await db()).code.count({ where: { purpose: 'changeEmail', usedAt: null } })).toBe(1);
});

test.each(rounds)('N24 X30 two people confirm one address at once: one has it, the other keeps the old one (%i)', async () => {
  const hala = await newPerson('hala@midan.example');
  await ask(mona);
  const monas = await mailedToken();
  await ask(hala);
  const halas = await mailedToken();
  expect(await settled([confirm(mona, monas), confirm(hala, halas)])).toEqual(['done', 'email-taken']);
  expect([await holders(newEmail), (await holders(oldEmail)) + (await holders('hala@midan.example'))]).toEqual([1, 1]);
});

test.each(rounds)('N24 X30 a link opened twice at once changes once, and a newer wish at that moment does not come between (%i)', async () => {
  await ask(mona);
  const token = await mailedToken();
  const outcomes = await settled([confirm(mona, token), confirm(mona, token)]);
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect([await holders(newEmail), await living(mona.userId)]).toEqual([1, 1]);
});

test.each(rounds)('N24 X30 somebody signs up with the address while it is confirmed: one of them has it (%i)', async () => {
  await ask(mona);
  const outcomes = await settled([confirm(mona, await mailedToken()), newPerson(newEmail)]);
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect(await holders(newEmail)).toBe(1);
});

test.each(rounds)('N24 X30 the account is deleted while the link is opened: it is gone, or has the new address (%i)', async () => {
  await ask(mona);
  const token = await mailedToken();
  const [changed, deleted] = await Promise.allSettled([confirm(mona, token), deleteAccount({ actor: mona, userId: mona.userId, email: oldEmail, device, now: at(1) })]);
  expect([changed.status, deleted.status].sort()).toEqual(['fulfilled', 'rejected']);
  expect([await holders(oldEmail), await holders(newEmail)]).toEqual([0, changed.status === 'fulfilled' ? 1 : 0]);
});

test.each(rounds)('N24 X30 nobody is signed in by the old password while the old address is restored (%i)', async () => {
  const token = await change(mona);
  const proven = await checkPassword({ email: newEmail, password, address: 'x', now: at(90) });
  await Promise.allSettled([restoreEmail({ token, device, now: at(100) }), proven.ok ? startSession(proven.value, device, at(100)) : null]);
  expect([await living(mona.userId), await holders(oldEmail)]).toEqual([0, 1]);
});
