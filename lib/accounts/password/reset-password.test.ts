import { beforeEach, describe, expect, test } from 'vitest';
import { createAccount } from '@/lib/accounts/create-account';
import { findGrantHolder, sendCode, verifyOneTimeCode } from '@/lib/accounts/one-time-codes';
import { signUpSchema } from '@/lib/accounts/schema';
import { findActor } from '@/lib/accounts/sessions/actor-of';
import { type OpenedSession, startSession } from '@/lib/accounts/sessions/start-session';
import { addSeconds } from '@/lib/clock';
import { db } from '@/lib/database/client';
import { resetDatabase } from '@/tests/support/database';
import { readLastMail } from '@/tests/support/outbox';
import { checkPassword } from './check-password';
import { resetPassword, type ResetPasswordInput } from './reset-password';

const email = 'mona@midan.example';
const device = { userAgent: 'test', ip: '10.0.0.1' };
const start = new Date();
const at = (seconds: number) => addSeconds(start, seconds);
let userId = '';

beforeEach(async () => {
  await resetDatabase();
  const form = signUpSchema.parse({ name: 'Mona', email, phone: '01001234567', sub: 'river-lantern-42' });
  const made = await createAccount({ form, lang: 'de', guestId: null, ip: device.ip, now: start });
  userId = made.ok ? made.value.userId : '';
});

const ask = (seconds = 0, to = email) => sendCode('otp', { email: to, ip: device.ip, now: at(seconds) });
const verify = (otp: string, seconds = 1, whose = email) =>
  verifyOneTimeCode({ email: whose, otp, ip: device.ip, now: at(seconds) });

const requestCode = async () => (await readLastMail('otp:')).data.code!;

const changeCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('one-time codes [D3, D4]', () => {
  test('the code is emailed in the user’s language, and only its hash is stored [D3]', async () => {
    await ask();
    const client = await db();
    expect(await readLastMail('otp:')).toMatchObject({
      to: email,
      lang: 'de',
      template: 'one-time-code',
      expiresAt: at(600),
    });
    const stored = await client.code.findFirstOrThrow({ where: { purpose: 'otp' }, select: { hash: true } });
    expect(stored.hash).not.toContain(await requestCode());
  });

  test('an open grant names the account whose password it changes [D5]', async () => {
    await ask();
    const verified = await verify(await requestCode());
    const token = verified.ok ? verified.value.resetToken : '';
    expect(await findGrantHolder(token, at(2))).toEqual({ email });
    expect([
      await findGrantHolder(token, at(602)),
      await findGrantHolder('other', at(2)),
      await findGrantHolder(undefined, at(2)),
    ]).toEqual([null, null, null]);
  });

  test('an unknown address gets no email but the same limit [D3]', async () => {
    for (let n = 0; n < 3; n += 1) await ask(n, 'nobody@midan.example');
    await expect(ask(4, 'nobody@midan.example')).rejects.toMatchObject({ status: 429 });
    expect(await (await db()).outbox.count({ where: { key: { startsWith: 'otp:' } } })).toBe(0);
  });

  test('a correct code works once, before it expires, and confirms the address [D4]', async () => {
    await ask();
    const code = await requestCode();
    expect((await verify(code)).ok).toBe(true);
    expect((await verify(code)).ok).toBe(false);
    expect(await (await db()).user.findUnique({ where: { id: userId }, select: { emailConfirmedAt: true } })).toEqual({
      emailConfirmedAt: at(1),
    });
    await ask(700);
    expect((await verify(await requestCode(), 700 + 600)).ok).toBe(false);
  });

  test('only five of sixty parallel guesses at a code are checked [D4]', async () => {
    await ask();
    const code = await requestCode();
    await (await db()).code.updateMany({ data: { triesLeft: 5 } });
    const guesses = await Promise.allSettled(Array.from({ length: 60 }, () => verify(changeCode(code))));
    expect(guesses.every((guess) => guess.status === 'rejected' || !guess.value.ok)).toBe(true);
    expect(guesses.filter((guess) => guess.status === 'rejected').length).toBeGreaterThanOrEqual(50);
    expect(await (await db()).code.findFirst({ where: { purpose: 'otp' }, select: { triesLeft: true } })).toEqual({
      triesLeft: 0,
    });
    await expect(verify(code)).rejects.toMatchObject({ status: 429 });
  });

  test('five wrong attempts use up a code; a new code allows more, up to ten wrong attempts a day [D4]', async () => {
    await ask();
    for (let n = 0; n < 5; n += 1) await verify(changeCode(await requestCode()));
    expect((await verify(await requestCode())).ok).toBe(false);
    await ask(2);
    for (let n = 0; n < 4; n += 1) await verify(changeCode(await requestCode()), 3);
    await expect(verify(await requestCode(), 4)).rejects.toMatchObject({ status: 429 });
  });
});

describe('a new password [D5]', () => {
  const buildInput = (given: Partial<ResetPasswordInput>): ResetPasswordInput => ({
    userId,
    password: 'another-lantern-7',
    resetToken: undefined,
    currentPassword: undefined,
    totp: undefined,
    actor: null,
    device,
    now: at(30),
    ...given,
  });
  const createGrant = async (): Promise<string> => {
    await ask();
    const verified = await verify(await requestCode());
    return verified.ok ? verified.value.resetToken : '';
  };
  const findSessionActor = (session: OpenedSession) => findActor(session.sessionId, session.userId, at(30));

  test('a reset token sets the password once, ends all sessions and opens a new one [D5]', async () => {
    const old = await startSession({ userId }, device, start);
    const resetToken = await createGrant();
    const session = await resetPassword(buildInput({ resetToken }));
    expect(await findSessionActor(session)).not.toBeNull();
    expect(await findSessionActor(old)).toBeNull();
    expect((await checkPassword({ email, password: 'another-lantern-7', ip: 'x', now: at(31) })).ok).toBe(true);
    await expect(resetPassword(buildInput({ resetToken }))).rejects.toMatchObject({ status: 401 });
  });

  test('only one of two parallel requests with the same reset token succeeds [D5]', async () => {
    const resetToken = await createGrant();
    const both = await Promise.allSettled([
      resetPassword(buildInput({ resetToken })),
      resetPassword(buildInput({ resetToken })),
    ]);
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('answers 401 without a valid reset token and 403 for another user [D5]', async () => {
    await expect(resetPassword(buildInput({}))).rejects.toMatchObject({ status: 401 });
    await expect(resetPassword(buildInput({ resetToken: 'made up' }))).rejects.toMatchObject({ status: 401 });
    const resetToken = await createGrant();
    await expect(resetPassword(buildInput({ resetToken, userId: 'somebody-else' }))).rejects.toMatchObject({
      status: 403,
    });
    await expect(resetPassword(buildInput({ resetToken, now: at(700) }))).rejects.toMatchObject({ status: 401 });
  });

  test('a reset token used for another user is spent [D5, X29]', async () => {
    const resetToken = await createGrant();
    await expect(resetPassword(buildInput({ resetToken, userId: 'somebody-else' }))).rejects.toMatchObject({
      status: 403,
    });
    await expect(resetPassword(buildInput({ resetToken }))).rejects.toMatchObject({ status: 401 });
  });

  test('a session needs a fresh sign-in or the current password, and cannot change another user’s password [D5]', async () => {
    const actor = await findSessionActor(await startSession({ userId }, device, start));
    const reset = await resetPassword(buildInput({ actor }));
    expect(reset.userId).toBe(userId);
    await expect(resetPassword(buildInput({ actor }))).rejects.toMatchObject({ status: 401 });
    await expect(resetPassword(buildInput({ actor, now: at(700) }))).rejects.toMatchObject({
      status: 403,
      key: 'reauthenticate',
    });
    await expect(resetPassword(buildInput({ actor, now: at(700), currentPassword: 'wrong' }))).rejects.toMatchObject({
      key: 'reauthenticate',
    });
    await expect(resetPassword(buildInput({ actor, userId: 'somebody-else' }))).rejects.toMatchObject({
      status: 403,
      key: 'forbidden',
    });
    const later = await findSessionActor(reset);
    expect(
      (await resetPassword(buildInput({ actor: later, now: at(741), currentPassword: 'another-lantern-7' }))).userId,
    ).toBe(userId);
  });
});
