import { setTimeout as sleep } from 'node:timers/promises';
import { generateSync } from 'otplib';
import { beforeEach, describe, expect, test } from 'vitest';
import { changeRole } from '@/lib/accounts/admin/users';
import { checkPassword } from '@/lib/accounts/password/check-password';
import { resetPassword } from '@/lib/accounts/password/reset-password';
import { signInWithProfile } from '@/lib/accounts/providers/sign-in-with-provider';
import { findActor } from '@/lib/accounts/sessions/actor-of';
import { startSession } from '@/lib/accounts/sessions/start-session';
import { addSeconds } from '@/lib/clock';
import { db, transaction } from '@/lib/database/client';
import { buildActor } from '@/tests/support/actors';
import { resetDatabase } from '@/tests/support/database';
import { readLastMail } from '@/tests/support/outbox';
import { confirmTotp, enrolTotp } from './authenticator';
import { createAccount } from './create-account';
import { deleteAccount } from './delete-account';
import { lockUser } from './lock-user';
import { sendCode, verifyOneTimeCode } from './one-time-codes';
import { signUpSchema } from './schema';

const email = 'mona@midan.example';
const password = 'river-lantern-42';
const device = { userAgent: 'test', ip: '10.0.0.1' };
const start = new Date();
const at = (seconds: number) => addSeconds(start, seconds);
const rounds = Array.from({ length: 8 }, (_, round) => round);

beforeEach(() => resetDatabase());

async function createLearner(): Promise<string> {
  const form = signUpSchema.parse({ name: 'Mona', email, phone: '01001234567', sub: password });
  const made = await createAccount({ form, lang: 'en', guestId: null, ip: 'x', now: start });
  return made.ok ? made.value.userId : '';
}

const countSessions = async (userId: string) => (await db()).session.count({ where: { userId, revokedAt: null } });

describe('administrators [X30]', () => {
  const both = ['amira', 'basma'];
  const actors = both.map((userId) => buildActor('admin', { userId, sessionId: `${userId}-session` }));

  beforeEach(async () => {
    const client = await db();
    for (const id of both) {
      await client.user.create({ data: { id, role: 'admin', email: `${id}@midan.example`, emailConfirmedAt: start } });
      await client.session.create({ data: { id: `${id}-session`, userId: id, expiresAt: at(86_400) } });
    }
  });

  const countAdministrators = async () => (await db()).user.count({ where: { role: 'admin' } });
  const remove = (one: number, other: number) =>
    deleteAccount({
      actor: actors[one]!,
      userId: both[other]!,
      email: `${both[other]}@midan.example`,
      device,
      now: new Date(),
    });

  test.each(rounds)('two admins who demote each other at once leave one admin (%i) [X30, D12]', async () => {
    const results = await Promise.allSettled([
      changeRole(actors[0]!, both[1]!, 'learner', new Date()),
      changeRole(actors[1]!, both[0]!, 'learner', new Date()),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await countAdministrators()).toBe(1);
  });

  test.each(rounds)(
    'two admins who delete themselves or each other at once leave one admin (%i) [X30, D10]',
    async (round) => {
      const results = await Promise.allSettled(round % 2 ? [remove(0, 0), remove(1, 1)] : [remove(0, 1), remove(1, 0)]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await countAdministrators()).toBe(1);
    },
  );

  test('the last admin must appoint another before deleting their account [X30, D10]', async () => {
    await remove(0, 1);
    await expect(remove(0, 0)).rejects.toMatchObject({ status: 409, key: 'last-administrator' });
    expect(await countAdministrators()).toBe(1);
  });
});

describe('sessions and credentials [X30]', () => {
  test.each(rounds)(
    'changing the password leaves no session of a parallel sign-in with the old one (%i) [X30, D5]',
    async () => {
      const userId = await createLearner();
      const session = await startSession({ userId }, device, start);
      const actor = await findActor(session.sessionId, userId, start);
      const proven = await checkPassword({ email, password, ip: 'x', now: start });
      const wish = {
        userId,
        password: 'another-lantern-7',
        resetToken: undefined,
        currentPassword: undefined,
        totp: undefined,
        actor,
        device,
        now: at(1),
      };
      const startStrangerSession = () => startSession(proven.ok ? proven.value : { userId: '' }, device, at(1));
      const [changed] = await Promise.all([resetPassword(wish), startStrangerSession().catch(() => null)]);
      await expect(startStrangerSession()).rejects.toMatchObject({ status: 401 });
      expect(await countSessions(userId)).toBe(1);
      expect(await findActor(changed.sessionId, userId, at(2))).not.toBeNull();
    },
  );

  test('an ended session changes no password, enrols no second factor and deletes no account [X30, D5]', async () => {
    const userId = await createLearner();
    const session = await startSession({ userId }, device, start);
    const actor = (await findActor(session.sessionId, userId, start))!;
    const { secret } = await enrolTotp({ actor, device, now: start });
    await (await db()).session.updateMany({ data: { revokedAt: start, revokedWhy: 'everywhere' } });
    const wish = {
      userId,
      password: 'another-lantern-7',
      resetToken: undefined,
      currentPassword: undefined,
      totp: undefined,
      actor,
      device,
      now: at(1),
    };
    await expect(resetPassword(wish)).rejects.toMatchObject({ status: 401 });
    await expect(
      confirmTotp({
        actor,
        typed: generateSync({ secret, epoch: start.getTime() / 1000 }),
        device,
        now: start,
      }),
    ).rejects.toMatchObject({ status: 401 });
    await expect(deleteAccount({ actor, userId, email, device, now: at(1) })).rejects.toMatchObject({ status: 401 });
  });

  test.each(rounds)(
    'the first confirmation of an unverified stored address leaves no session of a parallel provider sign-in (%i) [X30, X28, D6]',
    async () => {
      const profile = {
        issuer: 'https://issuer.example',
        subject: 'stranger',
        email,
        emailIsVerified: false,
        name: 'Stranger',
      };
      const enter = () =>
        signInWithProfile({ provider: 'google', profile, lang: 'en', guestId: null, now: at(1) }, device, undefined);
      const first = await enter();
      const userId = first.ok ? first.value.userId : '';
      const client = await db();
      await client.user.updateMany({ data: { email } });
      await sendCode('otp', { email, ip: 'x', now: start });
      const { code: otp = '' } = (await readLastMail('otp:')).data;
      const [verified] = await Promise.all([
        verifyOneTimeCode({ email, otp, ip: 'x', now: at(1) }),
        enter().catch(() => null),
      ]);
      expect(verified.ok).toBe(true);
      expect(await countSessions(userId)).toBe(0);
    },
  );

  test('a provider sign-in does not get an account that loses the address at that moment [X30, N24, D6]', async () => {
    const userId = await createLearner();
    const client = await db();
    await client.user.updateMany({ data: { emailConfirmedAt: start, ownerProvenAt: start } });
    const profile = { issuer: 'https://issuer.example', subject: 'thief', email, emailIsVerified: true, name: 'Thief' };
    let entering: ReturnType<typeof signInWithProfile> | undefined;
    await transaction(async (tx) => {
      await lockUser(tx, userId);
      entering = signInWithProfile(
        { provider: 'google', profile, lang: 'en', guestId: null, now: at(1) },
        device,
        undefined,
      );
      // Gives the sign-in time to find the account and wait for its lock, on databases with several connections.
      await sleep(300);
      await tx.user.update({ where: { id: userId }, data: { email: 'mona.new@midan.example' }, select: { id: true } });
    });
    const entered = await entering;
    expect(entered?.ok && entered.value.userId).not.toBe(userId);
    expect(await client.providerAccount.count({ where: { userId } })).toBe(0);
  });

  test('a code confirms its own secret, not that of a parallel enrolment [X30, D12]', async () => {
    const userId = await createLearner();
    const session = await startSession({ userId }, device, start);
    const actor = (await findActor(session.sessionId, userId, start))!;
    const { secret } = await enrolTotp({ actor, device, now: start });
    const code = generateSync({ secret, epoch: start.getTime() / 1000 });
    const [confirmed, begun] = await Promise.allSettled([
      confirmTotp({ actor, typed: code, device, now: start }),
      enrolTotp({ actor, device, now: start }),
    ]);
    const enrolled =
      (await (await db()).user.findUniqueOrThrow({ where: { id: userId }, select: { totpConfirmedAt: true } }))
        .totpConfirmedAt !== null;
    expect(enrolled).toBe(confirmed.status === 'fulfilled');
    if (enrolled) expect(begun.status).toBe('rejected');
  });
});
