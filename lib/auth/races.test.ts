import { setTimeout as sleep } from 'node:timers/promises';
import { authenticator } from 'otplib';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkPassword } from '@/lib/auth/password/check-password';
import { createAccount } from '@/lib/auth/password/create-account';
import { sendOneTimeCode, verifyOneTimeCode } from '@/lib/auth/one-time-codes/one-time-code';
import { signUpSchema } from '@/lib/auth/schema';
import { changeRole } from '@/lib/admin/users/users';
import { addSeconds } from '@/lib/clock';
import { lockUser } from '@/lib/accounts/lock-user';
import { db, transaction } from '@/lib/database/client';
import { actorFor } from '@/lib/testing/actors';
import { freshDatabase } from '@/lib/testing/database';
import { deleteAccount } from './delete-account';
import { confirmTotp, enrolTotp } from '@/lib/auth/totp/enrol-totp';
import { signInWithProfile } from '@/lib/auth/providers/sign-in-with-profile';
import { findActor } from '@/lib/auth/sessions/actor-of';
import { resetPassword } from '@/lib/auth/password/reset-password';
import { startSession } from '@/lib/auth/sessions/start-session';

const email = 'mona@midan.example';
const password = 'river-lantern-42';
const device = { userAgent: 'test', address: '10.0.0.1' };
const start = new Date();
const at = (seconds: number) => addSeconds(start, seconds);
const rounds = Array.from({ length: 8 }, (_, round) => round);

beforeEach(() => freshDatabase());

async function learner(): Promise<string> {
  const form = signUpSchema.parse({ name: 'Mona', email, phone: '01001234567', sub: password });
  const made = await createAccount({ form, lang: 'en', guestId: null, address: 'x', now: start });
  return made.ok ? made.value.userId : '';
}

/** Sessions of somebody that live, whoever opened them. */
const livingOf = async (userId: string) => (await db()).session.count({ where: { userId, revokedAt: null } });

describe('X30 administrators', () => {
  const both = ['amira', 'basma'];
  const actors = both.map((userId) => actorFor('admin', { userId, sessionId: `${userId}-session` }));

  beforeEach(async () => {
    const client = await db();
    for (const id of both) {
      await client.user.create({ data: { id, role: 'admin', email: `${id}@midan.example`, emailConfirmedAt: start } });
      await client.session.create({ data: { id: `${id}-session`, userId: id, expiresAt: at(86_400) } });
    }
  });

  const left = async () => (await db()).user.count({ where: { role: 'admin' } });
  const remove = (one: number, other: number) => deleteAccount({ actor: actors[one]!, userId: both[other]!, email: `${both[other]}@midan.example`, device, now: new Date() });

  test.each(rounds)('X30 D12 two who take the role from each other at once: one stays (%i)', async () => {
    const results = await Promise.allSettled([changeRole(actors[0]!, both[1]!, 'learner', new Date()), changeRole(actors[1]!, both[0]!, 'learner', new Date())]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await left()).toBe(1);
  });

  test.each(rounds)('X30 D10 two who delete themselves, or each other, at once: one stays (%i)', async (round) => {
    const results = await Promise.allSettled(round % 2 ? [remove(0, 0), remove(1, 1)] : [remove(0, 1), remove(1, 0)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await left()).toBe(1);
  });

  test('X30 D10 the last one has to appoint another first', async () => {
    await remove(0, 1);
    await expect(remove(0, 0)).rejects.toMatchObject({ status: 409, key: 'last-administrator' });
    expect(await left()).toBe(1);
  });
});

describe('X30 proofs', () => {
  test.each(rounds)('X30 D5 a sign-in with the old password beside a new password leaves no session of the old one (%i)', async () => {
    const userId = await learner();
    const session = await startSession({ userId }, device, start);
    const actor = await findActor(session.sessionId, userId, start);
    const proven = await checkPassword({ email, password, address: 'x', now: start });
    const wish = { userId, password: 'another-lantern-7', resetToken: undefined, currentPassword: undefined, totp: undefined, actor, device, now: at(1) };
    const stranger = () => startSession(proven.ok ? proven.value : { userId: '' }, device, at(1));
    const [changed] = await Promise.all([resetPassword(wish), stranger().catch(() => null)]);
    await expect(stranger()).rejects.toMatchObject({ status: 401 });
    expect(await livingOf(userId)).toBe(1);
    expect(await findActor(changed.sessionId, userId, at(2))).not.toBeNull();
  });

  test('X30 D5 a session that was ended meanwhile changes no password, and enrols no second factor', async () => {
    const userId = await learner();
    const session = await startSession({ userId }, device, start);
    const actor = (await findActor(session.sessionId, userId, start))!;
    const { secret } = await enrolTotp({ actor, device, now: start });
    await (await db()).session.updateMany({ data: { revokedAt: start, revokedWhy: 'everywhere' } });
    const wish = { userId, password: 'another-lantern-7', resetToken: undefined, currentPassword: undefined, totp: undefined, actor, device, now: at(1) };
    await expect(resetPassword(wish)).rejects.toMatchObject({ status: 401 });
    await expect(confirmTotp({ actor, typed: authenticator.clone({ epoch: start.getTime() }).generate(secret), device, now: start })).rejects.toMatchObject({ status: 401 });
    await expect(deleteAccount({ actor, userId, email, device, now: at(1) })).rejects.toMatchObject({ status: 401 });
  });

  test.each(rounds)('X30 X28 D6 a provider’s sign-in beside the first confirmation of an address that an earlier version stored (%i)', async () => {
    const profile = { issuer: 'https://issuer.example', subject: 'stranger', email, emailIsVerified: false, name: 'Stranger' };
    const enter = () => signInWithProfile({ provider: 'google', profile, lang: 'en', guestId: null, now: at(1) }, device, undefined);
    const first = await enter();
    const userId = first.ok ? first.value.userId : '';
    const client = await db();
    await client.user.updateMany({ data: { email } });
    await sendOneTimeCode({ email, address: 'x', now: start });
    const mail = await client.outbox.findFirstOrThrow({ where: { key: { startsWith: 'otp:' } }, select: { payload: true } });
    const otp = (mail.payload as { data: { code: string } }).data.code;
    const [verified] = await Promise.all([verifyOneTimeCode({ email, otp, address: 'x', now: at(1) }), enter().catch(() => null)]);
    expect(verified.ok).toBe(true);
    expect(await livingOf(userId)).toBe(0);
  });

  test('X30 N24 D6 a provider’s sign-in by the address that the account loses at that moment does not get that account', async () => {
    const userId = await learner();
    const client = await db();
    await client.user.updateMany({ data: { emailConfirmedAt: start, ownerProvenAt: start } });
    const profile = { issuer: 'https://issuer.example', subject: 'thief', email, emailIsVerified: true, name: 'Thief' };
    let entering: ReturnType<typeof signInWithProfile> | undefined;
    await transaction(async (tx) => {
      await lockUser(tx, userId);
      entering = signInWithProfile({ provider: 'google', profile, lang: 'en', guestId: null, now: at(1) }, device, undefined);
      // Long enough to find the account and wait for its lock, where the database has more than one connection.
      await sleep(300);
      await tx.user.update({ where: { id: userId }, data: { email: 'mona.new@midan.example' }, select: { id: true } });
    });
    const entered = await entering;
    expect(entered?.ok && entered.value.userId).not.toBe(userId);
    expect(await client.providerAccount.count({ where: { userId } })).toBe(0);
  });

  test('X30 D12 a code confirms the secret it belongs to, not one that was begun meanwhile', async () => {
    const userId = await learner();
    const session = await startSession({ userId }, device, start);
    const actor = (await findActor(session.sessionId, userId, start))!;
    const { secret } = await enrolTotp({ actor, device, now: start });
    const code = authenticator.clone({ epoch: start.getTime() }).generate(secret);
    const [confirmed, begun] = await Promise.allSettled([confirmTotp({ actor, typed: code, device, now: start }), enrolTotp({ actor, device, now: start })]);
    const enrolled = (await (await db()).user.findUniqueOrThrow({ where: { id: userId }, select: { totpConfirmedAt: true } })).totpConfirmedAt !== null;
    expect(enrolled).toBe(confirmed.status === 'fulfilled');
    if (enrolled) expect(begun.status).toBe('rejected');
  });
});
