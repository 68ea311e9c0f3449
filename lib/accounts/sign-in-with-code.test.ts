import { generateSync } from 'otplib';
import { beforeEach, describe, expect, test } from 'vitest';
import { confirmTotp, enrolTotp } from '@/lib/accounts/authenticator';
import { markOwnerProven } from '@/lib/accounts/confirm-email';
import { createAccount } from '@/lib/accounts/create-account';
import { sendCode, verifyOneTimeCode } from '@/lib/accounts/one-time-codes';
import { checkPassword } from '@/lib/accounts/password/check-password';
import { resetPassword } from '@/lib/accounts/password/reset-password';
import { signUpSchema } from '@/lib/accounts/schema';
import { findActor } from '@/lib/accounts/sessions/actor-of';
import { startSession } from '@/lib/accounts/sessions/start-session';
import { completeSignIn, signInWithCode } from '@/lib/accounts/sign-in';
import { addSeconds } from '@/lib/clock';
import { db, transaction } from '@/lib/database/client';
import { resetDatabase } from '@/tests/support/database';
import { listMails } from '@/tests/support/outbox';

const email = 'mona@midan.example';
const password = 'river-lantern-42';
const home = { userAgent: 'test', ip: '10.0.0.1' };
const elsewhere = { userAgent: 'test', ip: '198.51.100.7' };
const start = new Date();
const at = (seconds: number) => addSeconds(start, seconds);

let userId: string;

const listCodeMails = async () => (await listMails()).filter(({ template }) => template === 'login-code');

async function requestCode(seconds = 0): Promise<string> {
  await sendCode('login', { email, ip: 'x', now: at(seconds) });
  return (await listCodeMails()).at(-1)!.data.code!;
}

const changeCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const signIn = (
  otp: string,
  { seconds = 1, totp, device = elsewhere }: { seconds?: number; totp?: string; device?: typeof home } = {},
) => signInWithCode({ email, otp, totp, device, now: at(seconds) });
const prove = () => transaction((tx) => markOwnerProven(tx, userId, start, undefined));

beforeEach(async () => {
  await resetDatabase();
  const made = await createAccount({
    form: signUpSchema.parse({ name: 'Mona', email, phone: '01001234567', sub: password }),
    lang: 'de',
    guestId: null,
    ip: 'x',
    now: start,
  });
  userId = made.ok ? made.value.userId : '';
});

describe('signing in with an emailed code [N21]', () => {
  test('the email uses the user’s language and expires with the code, which signs in once [N21]', async () => {
    await prove();
    const code = await requestCode();
    expect((await listCodeMails())[0]).toMatchObject({
      to: email,
      lang: 'de',
      data: { code, minutes: '10' },
      expiresAt: at(600),
    });
    expect(JSON.stringify(await (await db()).code.findMany({ select: { hash: true } }))).not.toContain(code);
    expect(await signIn(changeCode(code))).toMatchObject({ code: 'otp-wrong' });
    const entered = await signIn(code);
    expect(entered).toMatchObject({ ok: true, value: { userId, role: 'learner' } });
    expect(await signIn(code)).toMatchObject({ code: 'otp-wrong' });
  });

  test('only one of several parallel attempts with the right code succeeds [N21]', async () => {
    await prove();
    const code = await requestCode();
    const tries = await Promise.all(
      [1, 2, 3].map(() =>
        signIn(code).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    );
    expect(tries.filter(Boolean)).toHaveLength(1);
  });

  test('an address without an account gets the same answer, but no email and no account [N21, D3]', async () => {
    const email = 'nobody@midan.example';
    expect(await sendCode('login', { email, ip: 'x', now: start })).toBeUndefined();
    expect(
      await signInWithCode({ email, otp: '123456', totp: undefined, device: elsewhere, now: start }),
    ).toMatchObject({ code: 'otp-wrong' });
    expect([(await listCodeMails()).length, await (await db()).user.count()]).toEqual([0, 1]);
  });

  test('refuses an expired, replaced or password-reset code; a sign-in code resets no password [N21]', async () => {
    await prove();
    const first = await requestCode();
    const second = await requestCode(1);
    if (first !== second) expect(await signIn(first)).toMatchObject({ code: 'otp-wrong' });
    expect(await signIn(second, { seconds: 602 })).toMatchObject({ code: 'otp-wrong' });
    await sendCode('otp', { email, ip: 'x', now: at(1000) });
    const reset = (await listMails()).at(-1)!.data.code!;
    expect(await signIn(reset, { seconds: 1001 })).toMatchObject({ code: 'otp-wrong' });
    const login = await requestCode(1002);
    if (login !== reset)
      expect(await verifyOneTimeCode({ email, otp: login, ip: 'x', now: at(1003) })).toMatchObject({ ok: false });
  });

  test('allows five attempts a code, ten wrong ones a day including reset codes, and three codes in 15 minutes [N21, X07, X29]', async () => {
    await prove();
    const code = await requestCode();
    for (let count = 0; count < 5; count += 1)
      expect(await signIn(changeCode(code))).toMatchObject({ code: 'otp-wrong' });
    expect(await signIn(code)).toMatchObject({ code: 'otp-wrong' });
    for (let count = 0; count < 4; count += 1) await verifyOneTimeCode({ email, otp: '000000', ip: 'x', now: at(2) });
    await expect(signIn(code)).rejects.toMatchObject({ status: 429 });
    for (let count = 0; count < 2; count += 1) await requestCode(2);
    await expect(requestCode(2)).rejects.toMatchObject({ status: 429 });
    const unknown = { email: 'nobody@midan.example', ip: 'x', now: at(2) };
    for (let count = 0; count < 3; count += 1) await sendCode('login', unknown);
    await expect(sendCode('login', unknown)).rejects.toMatchObject({ status: 429 });
  });

  test('a new password invalidates open codes [N21, D5]', async () => {
    await prove();
    const code = await requestCode();
    const session = await startSession({ userId }, home, start);
    const actor = await findActor(session.sessionId, userId, start);
    await resetPassword({
      userId,
      password: 'another-lantern-7',
      resetToken: undefined,
      currentPassword: undefined,
      totp: undefined,
      actor,
      device: home,
      now: start,
    });
    expect(await signIn(code)).toMatchObject({ code: 'otp-wrong' });
  });
});

describe('an account that its owner has not confirmed yet [N21, X28]', () => {
  const isOpen = async (sessionId: string) => (await findActor(sessionId, userId, at(2))) !== null;
  const isPasswordKnown = async () => (await checkPassword({ email, password, ip: 'x', now: at(3) })).ok;

  test('the first code from another network removes earlier sessions, password and second factor, and sends an email [N21, X28]', async () => {
    const stranger = await startSession({ userId }, home, start);
    const strangersView = (await findActor(stranger.sessionId, userId, start))!;
    const { secret } = await enrolTotp({ actor: strangersView, device: home, now: start });
    await confirmTotp({
      actor: strangersView,
      typed: generateSync({ secret, epoch: start.getTime() / 1000 }),
      device: home,
      now: start,
    });
    const entered = await signIn(await requestCode());
    expect(entered.ok && (await isOpen(entered.value.sessionId))).toBe(true);
    expect([await isOpen(stranger.sessionId), await isPasswordKnown()]).toEqual([false, false]);
    const user = await (
      await db()
    ).user.findUniqueOrThrow({
      where: { id: userId },
      select: { emailConfirmedAt: true, ownerProvenAt: true, totpConfirmedAt: true },
    });
    expect(user).toEqual({ emailConfirmedAt: at(1), ownerProvenAt: at(1), totpConfirmedAt: null });
    expect((await listMails()).map(({ template }) => template)).toContain('password-removed');
  });

  test('a code from the network that signed up keeps the password, and so do later codes [N21, X28]', async () => {
    await startSession({ userId }, home, start);
    expect((await signIn(await requestCode(), { device: home })).ok).toBe(true);
    expect(await isPasswordKnown()).toBe(true);
    expect((await signIn(await requestCode(2), { seconds: 3 })).ok).toBe(true);
    expect(await isPasswordKnown()).toBe(true);
    expect((await listMails()).map(({ template }) => template)).not.toContain('password-removed');
  });
});

describe('the second factor [N21, D12]', () => {
  let secret: string;
  const generateCodeAt = (seconds: number) => generateSync({ secret, epoch: at(seconds).getTime() / 1000 });

  beforeEach(async () => {
    await prove();
    const session = await startSession({ userId }, home, start);
    const actor = (await findActor(session.sessionId, userId, start))!;
    secret = (await enrolTotp({ actor, device: home, now: start })).secret;
    await confirmTotp({ actor, typed: generateCodeAt(0), device: home, now: start });
  });

  test('is required after the code, which stays valid until both are correct [N21, D12]', async () => {
    const code = await requestCode();
    expect(await signIn(code)).toMatchObject({ code: 'totp-required', person: { userId } });
    expect(await signIn(code, { totp: '000000' })).toMatchObject({ code: 'totp-required' });
    const entered = await signIn(code, { totp: generateCodeAt(60), seconds: 60 });
    expect(entered.ok && (await findActor(entered.value.sessionId, userId, at(60)))?.totpAt).toEqual(at(60));
  });

  test('a sign-in waiting for it ends when the code is used or replaced [N21, D12]', async () => {
    const requireTotpPerson = async () => {
      const outcome = await signIn(await requestCode());
      return outcome.ok || outcome.code !== 'totp-required' ? expect.fail('not asked') : outcome.person;
    };
    const [replaced, used] = [await requireTotpPerson(), await requireTotpPerson()];
    await expect(completeSignIn(replaced, generateCodeAt(30), elsewhere, at(30))).rejects.toMatchObject({
      status: 401,
    });
    expect(await completeSignIn(used, '000000', elsewhere, at(60))).toMatchObject({ code: 'totp-required' });
    expect((await completeSignIn(used, generateCodeAt(60), elsewhere, at(60))).ok).toBe(true);
    await expect(completeSignIn(used, generateCodeAt(90), elsewhere, at(90))).rejects.toMatchObject({ status: 401 });
  });
});
