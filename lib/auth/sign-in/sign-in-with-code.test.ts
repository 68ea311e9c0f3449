import { authenticator } from 'otplib';
import { beforeEach, describe, expect, test } from 'vitest';
import { proveOwner } from '@/lib/accounts/confirm-address';
import { createAccount } from '@/lib/auth/password/create-account';
import { checkPassword } from '@/lib/auth/password/check-password';
import { resetPassword } from '@/lib/auth/password/reset-password';
import { sendLoginCode } from '@/lib/auth/one-time-codes/login-code';
import { sendOneTimeCode, verifyOneTimeCode } from '@/lib/auth/one-time-codes/one-time-code';
import { signUpSchema } from '@/lib/auth/schema';
import { findActor } from '@/lib/auth/sessions/actor-of';
import { startSession } from '@/lib/auth/sessions/start-session';
import { confirmTotp, enrolTotp } from '@/lib/auth/totp/enrol-totp';
import { addSeconds } from '@/lib/clock';
import { db, transaction } from '@/lib/database/client';
import { freshDatabase } from '@/lib/testing/database';
import { completeSignIn } from './complete-sign-in';
import { signInWithCode } from './sign-in-with-code';

const email = 'mona@midan.example';
const password = 'river-lantern-42';
const home = { userAgent: 'test', address: '10.0.0.1' };
const elsewhere = { userAgent: 'test', address: '198.51.100.7' };
const start = new Date();
const at = (seconds: number) => addSeconds(start, seconds);

let userId: string;

const mails = async () => (await (await db()).outbox.findMany({ orderBy: { id: 'asc' }, select: { payload: true, expiresAt: true } }))
  .map(({ payload, expiresAt }) => ({ ...(payload as { to: string; lang: string; template: string; data: Record<string, string> }), expiresAt }));
const codeMails = async () => (await mails()).filter(({ template }) => template === 'login-code');

async function mailedCode(seconds = 0): Promise<string> {
  await sendLoginCode({ email, address: 'x', now: at(seconds) });
  return (await codeMails()).at(-1)!.data.code!;
}

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const signIn = (otp: string, { seconds = 1, totp, device = elsewhere }: { seconds?: number; totp?: string; device?: typeof home } = {}) =>
  signInWithCode({ email, otp, totp, device, now: at(seconds) });
const prove = () => transaction((tx) => proveOwner(tx, userId, start, undefined));

beforeEach(async () => {
  await freshDatabase();
  const made = await createAccount({ form: signUpSchema.parse({ name: 'Mona', email, phone: '01001234567', sub: password }), lang: 'de', guestId: null, address: 'x', now: start });
  userId = made.ok ? made.value.userId : '';
});

describe('N21 signing in by a mailed code', () => {
  test('N21 the code is mailed in the person’s language, expires with it, and signs in once', async () => {
    await prove();
    const code = await mailedCode();
    expect((await codeMails())[0]).toMatchObject({ to: email, lang: 'de', data: { code, minutes: '10' }, expiresAt: at(600) });
    expect(JSON.stringify(await (await db()).code.findMany({ select: { hash: true } }))).not.toContain(code);
    expect(await signIn(wrong(code))).toMatchObject({ code: 'otp-wrong' });
    const entered = await signIn(code);
    expect(entered).toMatchObject({ ok: true, value: { userId, role: 'learner' } });
    expect(await signIn(code)).toMatchObject({ code: 'otp-wrong' });
  });

  test('N21 of parallel tries with the right code one gets in', async () => {
    await prove();
    const code = await mailedCode();
    const tries = await Promise.all([1, 2, 3].map(() => signIn(code).then(({ ok }) => ok, () => false)));
    expect(tries.filter(Boolean)).toHaveLength(1);
  });

  test('N21 D3 an address without an account gets neither mail nor account; the answer is the same', async () => {
    const email = 'nobody@midan.example';
    expect(await sendLoginCode({ email, address: 'x', now: start })).toBeUndefined();
    expect(await signInWithCode({ email, otp: '123456', totp: undefined, device: elsewhere, now: start })).toMatchObject({ code: 'otp-wrong' });
    expect([(await codeMails()).length, await (await db()).user.count()]).toEqual([0, 1]);
  });

  test('N21 an expired code, one replaced by a newer one, and a code for a new password do not count; nor the other way round', async () => {
    await prove();
    const first = await mailedCode();
    const second = await mailedCode(1);
    if (first !== second) expect(await signIn(first)).toMatchObject({ code: 'otp-wrong' });
    expect(await signIn(second, { seconds: 602 })).toMatchObject({ code: 'otp-wrong' });
    await sendOneTimeCode({ email, address: 'x', now: at(1000) });
    const reset = (await mails()).at(-1)!.data.code!;
    expect(await signIn(reset, { seconds: 1001 })).toMatchObject({ code: 'otp-wrong' });
    const login = await mailedCode(1002);
    if (login !== reset) expect(await verifyOneTimeCode({ email, otp: login, address: 'x', now: at(1003) })).toMatchObject({ ok: false });
  });

  test('N21 X07 X29 five tries a code, ten wrong in a day for the address together with codes for a new password, three codes in 15 minutes', async () => {
    await prove();
    const code = await mailedCode();
    for (let count = 0; count < 5; count += 1) expect(await signIn(wrong(code))).toMatchObject({ code: 'otp-wrong' });
    expect(await signIn(code)).toMatchObject({ code: 'otp-wrong' });
    for (let count = 0; count < 4; count += 1) await verifyOneTimeCode({ email, otp: '000000', address: 'x', now: at(2) });
    await expect(signIn(code)).rejects.toMatchObject({ status: 429 });
    for (let count = 0; count < 2; count += 1) await mailedCode(2);
    await expect(mailedCode(2)).rejects.toMatchObject({ status: 429 });
    const unknown = { email: 'nobody@midan.example', address: 'x', now: at(2) };
    for (let count = 0; count < 3; count += 1) await sendLoginCode(unknown);
    await expect(sendLoginCode(unknown)).rejects.toMatchObject({ status: 429 });
  });

  test('N21 D5 a new password ends open codes', async () => {
    await prove();
    const code = await mailedCode();
    const session = await startSession({ userId }, home, start);
    const actor = await findActor(session.sessionId, userId, start);
    await resetPassword({ userId, password: 'another-lantern-7', resetToken: undefined, currentPassword: undefined, totp: undefined, actor, device: home, now: start });
    expect(await signIn(code)).toMatchObject({ code: 'otp-wrong' });
  });
});

describe('N21 X28 whose account it is', () => {
  const isOpen = async (sessionId: string) => (await findActor(sessionId, userId, at(2))) !== null;
  const knowsPassword = async () => (await checkPassword({ email, password, address: 'x', now: at(3) })).ok;

  test('N21 X28 the first code from elsewhere ends what was there before, also the password and the second factor, and a mail says so', async () => {
    const stranger = await startSession({ userId }, home, start);
    const strangersView = (await findActor(stranger.sessionId, userId, start))!;
    const { secret } = await enrolTotp({ actor: strangersView, device: home, now: start });
    await confirmTotp({ actor: strangersView, typed: authenticator.clone({ epoch: start.getTime() }).generate(secret), device: home, now: start });
    const entered = await signIn(await mailedCode());
    expect(entered.ok && (await isOpen(entered.value.sessionId))).toBe(true);
    expect([await isOpen(stranger.sessionId), await knowsPassword()]).toEqual([false, false]);
    const user = await (await db()).user.findUniqueOrThrow({ where: { id: userId }, select: { emailConfirmedAt: true, ownerProvenAt: true, totpConfirmedAt: true } });
    expect(user).toEqual({ emailConfirmedAt: at(1), ownerProvenAt: at(1), totpConfirmedAt: null });
    expect((await mails()).map(({ template }) => template)).toContain('password-removed');
  });

  test('N21 X28 from the network that signed up, and later, the password stays', async () => {
    await startSession({ userId }, home, start);
    expect((await signIn(await mailedCode(), { device: home })).ok).toBe(true);
    expect(await knowsPassword()).toBe(true);
    expect((await signIn(await mailedCode(2), { seconds: 3 })).ok).toBe(true);
    expect(await knowsPassword()).toBe(true);
    expect((await mails()).map(({ template }) => template)).not.toContain('password-removed');
  });
});

describe('N21 D12 the second factor', () => {
  let secret: string;
  const totpAt = (seconds: number) => authenticator.clone({ epoch: at(seconds).getTime() }).generate(secret);

  beforeEach(async () => {
    await prove();
    const session = await startSession({ userId }, home, start);
    const actor = (await findActor(session.sessionId, userId, start))!;
    secret = (await enrolTotp({ actor, device: home, now: start })).secret;
    await confirmTotp({ actor, typed: totpAt(0), device: home, now: start });
  });

  test('N21 D12 is asked for after the code, which stays until both were right', async () => {
    const code = await mailedCode();
    expect(await signIn(code)).toMatchObject({ code: 'totp-required', person: { userId } });
    expect(await signIn(code, { totp: '000000' })).toMatchObject({ code: 'totp-required' });
    const entered = await signIn(code, { totp: totpAt(60), seconds: 60 });
    expect(entered.ok && (await findActor(entered.value.sessionId, userId, at(60)))?.totpAt).toEqual(at(60));
  });

  test('N21 D12 what waits for it ends when the code is used, replaced or ended', async () => {
    const waiting = async () => {
      const outcome = await signIn(await mailedCode());
      return outcome.ok || outcome.code !== 'totp-required' ? expect.fail('not asked') : outcome.person;
    };
    const [replaced, used] = [await waiting(), await waiting()];
    await expect(completeSignIn(replaced, totpAt(30), elsewhere, at(30))).rejects.toMatchObject({ status: 401 });
    expect(await completeSignIn(used, '000000', elsewhere, at(60))).toMatchObject({ code: 'totp-required' });
    expect((await completeSignIn(used, totpAt(60), elsewhere, at(60))).ok).toBe(true);
    await expect(completeSignIn(used, totpAt(90), elsewhere, at(90))).rejects.toMatchObject({ status: 401 });
  });
});
