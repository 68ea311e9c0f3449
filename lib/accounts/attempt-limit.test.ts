import { generateSync } from 'otplib';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { checkPassword } from '@/lib/accounts/password/check-password';
import { resetPassword, type ResetPasswordInput } from '@/lib/accounts/password/reset-password';
import { signInWithProfile } from '@/lib/accounts/providers/sign-in-with-provider';
import { findActor } from '@/lib/accounts/sessions/actor-of';
import { deviceTokenOf } from '@/lib/accounts/sessions/cookies';
import { startSession } from '@/lib/accounts/sessions/start-session';
import { addSeconds } from '@/lib/clock';
import { db } from '@/lib/database/client';
import { type Actor, assertAdmin } from '@/lib/permissions';
import { unavailable } from '@/lib/problem';
import { resetDatabase } from '@/tests/support/database';
import { readLastMail } from '@/tests/support/outbox';
import { type Attempt, withAttemptLimit } from './attempt-limit';
import { confirmTotp, enrolTotp, verifyTotp } from './authenticator';
import { createAccount } from './create-account';
import { deleteAccount } from './delete-account';
import { sendCode, verifyOneTimeCode } from './one-time-codes';
import { signUpSchema } from './schema';
import { completeSignIn } from './sign-in';

const email = 'hala@midan.example';
const password = 'river-lantern-42';
const device = { userAgent: 'test', ip: '10.0.0.1' };
const start = new Date();
const at = (seconds: number) => addSeconds(start, seconds);
const generateCodeAt = (secret: string, seconds: number) =>
  generateSync({ secret, epoch: at(seconds).getTime() / 1000 });

let userId: string;
let secret: string;

beforeEach(async () => {
  await resetDatabase();
  const made = await createAccount({
    form: signUpSchema.parse({ name: 'Hala', email, phone: '01001234567', sub: password }),
    lang: 'en',
    guestId: null,
    ip: 'x',
    now: start,
  });
  userId = made.ok ? made.value.userId : '';
  await (await db()).user.updateMany({ data: { role: 'admin', emailConfirmedAt: start, ownerProvenAt: start } });
  const actor = await signIn(null);
  secret = (await enrolTotp({ actor, device, now: start })).secret;
  await confirmTotp({ actor, typed: generateCodeAt(secret, 0), device, now: start });
});

async function signIn(totpAt: Date | null, seconds = 0): Promise<Actor> {
  const session = await startSession({ userId, totpAt }, device, start);
  return (await findActor(session.sessionId, userId, at(seconds)))!;
}

async function grant(seconds: number): Promise<string> {
  await sendCode('otp', { email, ip: 'x', now: at(seconds) });
  const verified = await verifyOneTimeCode({
    email,
    otp: (await readLastMail('otp:')).data.code ?? '',
    ip: 'x',
    now: at(seconds),
  });
  return verified.ok ? verified.value.resetToken : '';
}

const reset = (given: Partial<ResetPasswordInput>) =>
  resetPassword({
    userId,
    password: 'another-lantern-7',
    resetToken: undefined,
    currentPassword: undefined,
    totp: undefined,
    actor: null,
    device,
    now: at(60),
    ...given,
  });
const profile = { issuer: 'https://issuer.example', subject: '1', email, emailIsVerified: true, name: 'Hala' };
const signInWithGoogle = (totp: string | undefined) =>
  signInWithProfile({ provider: 'google', profile, lang: 'en', guestId: null, now: at(60) }, device, totp);

const describeOutcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    (answer) => (typeof answer === 'object' && answer && 'ok' in answer && answer.ok === false ? 'wrong' : 'let in'),
    (error: { status?: number }) => (error.status === 429 ? '429' : 'wrong'),
  );

describe('wrong attempts count together across all entry points [X29]', () => {
  const wrong = '000000';
  const askingForFactor: Array<[string, () => Promise<unknown>]> = [
    ['signing in', () => checkPassword({ email, password, totp: wrong, ip: 'x', now: at(60) })],
    ['a provider’s sign-in', () => signInWithGoogle(wrong)],
    [
      'a pending sign-in',
      async () => {
        const { id } = await (
          await db()
        ).providerAccount.upsert({
          where: { id: 'link' },
          create: { id: 'link', userId, provider: 'linkedin', issuer: 'x', subject: 'x' },
          update: {},
          select: { id: true },
        });
        return completeSignIn({ userId, linkId: id }, wrong, device, at(60));
      },
    ],
    ['totp/verify', async () => verifyTotp(await signIn(start), wrong, device, at(60))],
    ['a session’s new password', async () => reset({ actor: { ...(await signIn(start)), totpAt: null }, totp: wrong })],
    [
      'a grant’s new password',
      async () => {
        const client = await db();
        await client.rateLimit.deleteMany({ where: { key: { startsWith: 'otp' } } });
        return reset({ resetToken: await grant(50), totp: wrong });
      },
    ],
    [
      'signing in with a recovery code',
      () => checkPassword({ email, password, totp: 'abcde-fghij', ip: 'x', now: at(60) }),
    ],
  ];

  test.each(askingForFactor)(
    'after five wrong second factors at %s, every other entry point answers 429 [X29, D12]',
    async (_, place) => {
      for (let n = 0; n < 5; n += 1) expect(await describeOutcome(place())).toBe('wrong');
      for (const [name, other] of askingForFactor)
        expect([name, await describeOutcome(other())]).toEqual([name, '429']);
      // The right code must wait too, because a right password does not clear second-factor attempts.
      expect(
        await describeOutcome(
          checkPassword({ email, password, totp: generateCodeAt(secret, 60), ip: 'x', now: at(60) }),
        ),
      ).toBe('429');
    },
  );

  const askingForPassword: Array<[string, () => Promise<unknown>]> = [
    ['a new password', async () => reset({ actor: await signIn(start, 700), currentPassword: 'wrong', now: at(700) })],
    [
      'deleting the account',
      async () =>
        deleteAccount({
          actor: await signIn(start, 700),
          userId,
          email,
          currentPassword: 'wrong',
          device,
          now: at(700),
        }),
    ],
  ];

  test.each(askingForPassword)(
    'after five wrong passwords at %s, every other entry point answers 429 [X29, D1, D10]',
    async (_, place) => {
      for (let n = 0; n < 5; n += 1) expect(await describeOutcome(place())).toBe('wrong');
      for (const [name, other] of askingForPassword)
        expect([name, await describeOutcome(other())]).toEqual([name, '429']);
    },
  );

  test('wrong passwords from other IP addresses delay neither a signed-in session nor a known browser [X42]', async () => {
    const typeWrongPassword = (ip: string) => checkPassword({ email, password: 'wrong', ip, now: at(700) });
    for (let n = 0; n < 80; n += 1) await describeOutcome(typeWrongPassword(`198.51.100.${n % 16}`));
    expect(await describeOutcome(typeWrongPassword('203.0.113.9'))).toBe('429');
    expect(
      await describeOutcome(
        checkPassword({
          email,
          password,
          totp: generateCodeAt(secret, 700),
          ip: '198.51.100.1',
          deviceToken: deviceTokenOf(userId),
          now: at(700),
        }),
      ),
    ).toBe('let in');
    expect(
      await describeOutcome(
        reset({
          actor: await signIn(start, 700),
          currentPassword: password,
          totp: generateCodeAt(secret, 730),
          now: at(730),
        }),
      ),
    ).toBe('let in');
  });

  test('wrong passwords from one IP address delay no other one; a device token of another account does not help [X42]', async () => {
    const signInFrom = (ip: string, deviceToken?: string) =>
      describeOutcome(checkPassword({ email, password: 'wrong', ip, deviceToken, now: at(700) }));
    for (let n = 0; n < 5; n += 1) expect(await signInFrom('198.51.100.1')).toBe('wrong');
    expect([
      await signInFrom('198.51.100.1'),
      await signInFrom('198.51.100.1', deviceTokenOf('somebody-else')),
      await signInFrom('198.51.100.2'),
    ]).toEqual(['429', '429', 'wrong']);
    for (let n = 0; n < 5; n += 1) expect(await signInFrom('198.51.100.1', deviceTokenOf(userId))).toBe('wrong');
    expect(await signInFrom('198.51.100.1', deviceTokenOf(userId))).toBe('429');
  });

  test('failures of others behind the same IP address block neither a session nor a known browser [X42]', async () => {
    const client = await db();
    await client.user.updateMany({ data: { totpConfirmedAt: null } });
    await client.rateLimit.create({ data: { key: 'login-address:10.0.0.1', points: 300, expiresAt: at(800) } });
    const signInOnDevice = (deviceToken?: string) =>
      describeOutcome(checkPassword({ email, password, ip: '10.0.0.1', deviceToken, now: at(700) }));
    expect([
      await signInOnDevice(),
      await signInOnDevice(deviceTokenOf('somebody-else')),
      await signInOnDevice(deviceTokenOf(userId)),
    ]).toEqual(['429', '429', 'let in']);
    const actor = await signIn(start, 700);
    expect(await describeOutcome(reset({ actor, currentPassword: password, now: at(700) }))).toBe('let in');
  });

  test('an IP address with too many failures is blocked for every kind of credential [X29, D1]', async () => {
    await (await db()).rateLimit.create({ data: { key: 'login-address:10.0.0.1', points: 300, expiresAt: at(600) } });
    expect(await describeOutcome(reset({ resetToken: 'made-up' }))).toBe('429');
    expect(
      await describeOutcome(
        (async () => verifyTotp(await signIn(start), generateCodeAt(secret, 60), device, at(60)))(),
      ),
    ).toBe('429');
  });
});

describe('a check that fails with an error is not an attempt [X29, R26]', () => {
  const failWithBusy = () => Promise.reject(unavailable('busy', 2));
  const failAttempt = (attempt: Attempt) => withAttemptLimit(attempt, () => Promise.resolve(null));
  const readPoints = async () =>
    (await (await db()).rateLimit.findMany({ where: { points: { gt: 0 } }, select: { key: true } })).map(
      ({ key }) => key,
    );

  beforeEach(async () => void (await (await db()).rateLimit.deleteMany()));

  test.each([
    { credential: 'password', account: email, ip: 'x', now: start },
    { credential: 'second-factor', account: 'hala', ip: 'x', now: start },
    { credential: 'one-time-code', account: email, ip: 'x', now: start },
    { credential: 'grant', ip: 'x', now: start },
  ] as const)('does not count against a $proof [X29, R26]', async (attempt) => {
    for (let tried = 0; tried < 20; tried += 1)
      await expect(withAttemptLimit(attempt, failWithBusy)).rejects.toMatchObject({ status: 503 });
    expect(await readPoints()).toEqual([]);
    expect(await failAttempt(attempt)).toBeNull();
  });

  test('does not extend the delay caused by earlier wrong attempts [X29, R26]', async () => {
    const buildAttempt = (seconds: number): Attempt => ({
      credential: 'password',
      account: email,
      ip: 'x',
      now: at(seconds),
    });
    for (const seconds of [0, 0, 0, 0, 0, 1, 3]) await failAttempt(buildAttempt(seconds));
    await expect(failAttempt(buildAttempt(6))).rejects.toMatchObject({ status: 429 });
    for (let tried = 0; tried < 3; tried += 1)
      await expect(withAttemptLimit(buildAttempt(7), failWithBusy)).rejects.toMatchObject({ status: 503 });
    expect(await failAttempt(buildAttempt(7))).toBeNull();
    await expect(failAttempt(buildAttempt(14))).rejects.toMatchObject({ status: 429 });
    expect(await failAttempt(buildAttempt(15))).toBeNull();
  });

  test('does not replace the fifth wrong attempt, which notifies the owner [X29, R26]', async () => {
    const attempt: Attempt = { credential: 'second-factor', account: 'hala', ip: 'x', now: start };
    const onLock = vi.fn(() => Promise.resolve());
    for (let tried = 0; tried < 4; tried += 1) await withAttemptLimit(attempt, () => Promise.resolve(null), onLock);
    await expect(withAttemptLimit(attempt, failWithBusy, onLock)).rejects.toMatchObject({ status: 503 });
    expect(onLock).not.toHaveBeenCalled();
    await withAttemptLimit(attempt, () => Promise.resolve(null), onLock);
    expect(onLock).toHaveBeenCalledOnce();
  });
});

describe('a reset token [X29]', () => {
  test('is used up by a wrong second factor, but not by a missing one [X29, D5]', async () => {
    const resetToken = await grant(50);
    await expect(reset({ resetToken })).rejects.toMatchObject({ status: 401, key: 'totp-required' });
    await expect(reset({ resetToken, totp: '000000' })).rejects.toMatchObject({ status: 401, key: 'totp-required' });
    await expect(reset({ resetToken, totp: generateCodeAt(secret, 60) })).rejects.toMatchObject({
      status: 401,
      key: 'unauthorized',
    });
  });

  test.each(['another grant', 'a session'])(
    'older reset tokens and codes end when the password is changed by %s [X29, D5]',
    async (way) => {
      const older = await grant(10);
      const newer = await grant(11);
      await sendCode('otp', { email, ip: 'x', now: at(12) });
      const { code: otp = '' } = (await readLastMail('otp:')).data;
      await (way === 'a session'
        ? reset({ actor: await signIn(start) })
        : reset({ resetToken: newer, totp: generateCodeAt(secret, 60) }));
      for (const resetToken of [older, newer])
        await expect(reset({ resetToken, totp: generateCodeAt(secret, 120), now: at(120) })).rejects.toMatchObject({
          status: 401,
          key: 'unauthorized',
        });
      expect((await verifyOneTimeCode({ email, otp, ip: 'x', now: at(61) })).ok).toBe(false);
    },
  );

  test('a sign-in waiting for its second factor ends when the provider is unlinked [X29, D6]', async () => {
    const entry = await signInWithGoogle(undefined);
    const person = !entry.ok && entry.code === 'totp-required' ? entry.person : { userId: '', linkId: '' };
    expect(person.userId).toBe(userId);
    await (await db()).providerAccount.deleteMany();
    await expect(completeSignIn(person, generateCodeAt(secret, 60), device, at(60))).rejects.toMatchObject({
      status: 401,
    });
  });
});

describe('a step-up [X29, D12]', () => {
  const createAdminCheck = (actor: Actor | null, seconds: number) => () =>
    assertAdmin(actor, { stepUp: true, now: at(seconds) });

  test('requires a second factor; a fresh password or a fresh sign-in is not enough [X29, D12]', async () => {
    const actor = await signIn(start, 700);
    const session = await reset({ actor, currentPassword: password, now: at(700) });
    const fresh = (await findActor(session.sessionId, userId, at(701)))!;
    expect(fresh.signedInAt).toEqual(at(700));
    expect(createAdminCheck(fresh, 701)).toThrow(expect.objectContaining({ status: 403, key: 'step-up' }));
    await verifyTotp(fresh, generateCodeAt(secret, 701), device, at(701));
    expect(createAdminCheck(await findActor(session.sessionId, userId, at(702)), 702)).not.toThrow();
  });

  test('an admin deletes another user’s account with a second factor, not with a password [X29, D10]', async () => {
    await (await db()).user.create({ data: { id: 'mona', email: 'mona@midan.example' } });
    const actor = await signIn(start, 700);
    const deletion = { userId: 'mona', email: 'mona@midan.example', currentPassword: password, device, now: at(700) };
    await expect(deleteAccount({ ...deletion, actor })).rejects.toMatchObject({ status: 403, key: 'step-up' });
    await verifyTotp(actor, generateCodeAt(secret, 700), device, at(700));
    await deleteAccount({ ...deletion, actor: await findActor(actor.sessionId, userId, at(700)) });
  });
});

describe('the owner is notified by email [X29, D10]', () => {
  test('when a second factor is set up, the password changes or a provider is linked [X29, D10]', async () => {
    expect(await readLastMail('second-factor-on:')).toMatchObject({
      to: email,
      data: { name: 'Hala', changedAt: start.toISOString() },
    });
    await reset({ actor: await signIn(start) });
    expect(await readLastMail('password-changed:')).toMatchObject({
      to: email,
      data: { changedAt: at(60).toISOString() },
    });
    await signInWithGoogle(undefined);
    expect(await readLastMail('provider-linked:')).toMatchObject({
      to: email,
      data: { provider: 'Google', password: 'unchanged' },
    });
  });
});
