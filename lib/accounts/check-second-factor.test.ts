import { generateSync } from 'otplib';
import { beforeEach, describe, expect, test } from 'vitest';
import { confirmTotp, enrolTotp, verifyTotp } from '@/lib/accounts/authenticator';
import { createAccount } from '@/lib/accounts/create-account';
import { sendCode, verifyOneTimeCode } from '@/lib/accounts/one-time-codes';
import { checkPassword } from '@/lib/accounts/password/check-password';
import { resetPassword } from '@/lib/accounts/password/reset-password';
import { signInWithProfile } from '@/lib/accounts/providers/sign-in-with-provider';
import { signUpSchema } from '@/lib/accounts/schema';
import { spendSecondFactor, stepOfCode } from '@/lib/accounts/second-factor';
import { findActor } from '@/lib/accounts/sessions/actor-of';
import { startSession } from '@/lib/accounts/sessions/start-session';
import { addSeconds } from '@/lib/clock';
import { seal } from '@/lib/config/secrets';
import { db, transaction } from '@/lib/database/client';
import { type Actor, assertAdmin, assertSameUserOrAdmin, may } from '@/lib/permissions';
import { resetDatabase } from '@/tests/support/database';
import { readLastMail } from '@/tests/support/outbox';

const email = 'hala@midan.example';
const device = { userAgent: 'test', ip: '10.0.0.1' };
const start = new Date();
const at = (seconds: number) => addSeconds(start, seconds);
const generateCodeAt = (secret: string, seconds: number) =>
  generateSync({ secret, epoch: at(seconds).getTime() / 1000 });

let actor: Actor;
let secret: string;
let recoveryCodes: string[];

const createSessionActor = async (): Promise<Actor> => {
  const session = await startSession({ userId: actor.userId, totpAt: start }, device, start);
  return (await findActor(session.sessionId, actor.userId, start))!;
};
const logIn = (seconds: number, totp?: string) =>
  checkPassword({ email, password: 'river-lantern-42', totp, ip: 'x', now: at(seconds) });

beforeEach(async () => {
  await resetDatabase();
  const form = signUpSchema.parse({ name: 'Hala', email, phone: '01001234567', sub: 'river-lantern-42' });
  const made = await createAccount({ form, lang: 'ar', guestId: null, ip: 'x', now: start });
  await (await db()).user.updateMany({ data: { role: 'admin', emailConfirmedAt: start, ownerProvenAt: start } });
  const session = await startSession({ userId: made.ok ? made.value.userId : '' }, device, start);
  actor = (await findActor(session.sessionId, session.userId, start))!;
  secret = (await enrolTotp({ actor, device, now: start })).secret;
  recoveryCodes = (await confirmTotp({ actor, typed: generateCodeAt(secret, 0), device, now: start })).recoveryCodes;
});

describe('setting up the second factor [D12]', () => {
  const confirm = (as: Actor, given: { currentPassword?: string; seconds?: number } = {}) =>
    confirmTotp({
      actor: as,
      typed: generateCodeAt(secret, given.seconds ?? 0),
      currentPassword: given.currentPassword,
      device,
      now: at(given.seconds ?? 0),
    });

  beforeEach(async () => {
    await (await db()).user.updateMany({ data: { totpConfirmedAt: null, totpLastStep: null } });
    actor = (await findActor(actor.sessionId, actor.userId, start))!;
    secret = (await enrolTotp({ actor, device, now: start })).secret;
  });

  test('an old sign-in needs the password again, both to begin and to confirm [D12, X29]', async () => {
    const reauthenticate = { status: 403, key: 'reauthenticate' };
    await expect(enrolTotp({ actor, device, now: at(601) })).rejects.toMatchObject(reauthenticate);
    await expect(enrolTotp({ actor, currentPassword: 'wrong', device, now: at(601) })).rejects.toMatchObject(
      reauthenticate,
    );
    await expect(confirm(actor, { seconds: 601 })).rejects.toMatchObject(reauthenticate);
    secret = (await enrolTotp({ actor, currentPassword: 'river-lantern-42', device, now: at(601) })).secret;
    expect((await confirm(actor, { currentPassword: 'river-lantern-42', seconds: 601 })).recoveryCodes).toHaveLength(
      10,
    );
  });

  test('an account with a passkey requires the passkey too [D12, X29]', async () => {
    await (
      await db()
    ).passkey.create({
      data: {
        userId: actor.userId,
        credentialId: 'x',
        publicKey: 'x',
        counter: 0,
        backupEligible: false,
        backedUp: false,
        name: 'x',
      },
      select: { id: true },
    });
    const old = { ...actor, totpAt: null };
    await expect(enrolTotp({ actor: old, device, now: start })).rejects.toMatchObject({ status: 403, key: 'step-up' });
    await expect(confirm(old)).rejects.toMatchObject({ status: 403, key: 'step-up' });
    expect((await confirm({ ...actor, totpAt: start })).recoveryCodes).toHaveLength(10);
  });

  test('ends every other session, and refuses a sign-in whose password was checked before [D12, D9]', async () => {
    const before = await createSessionActor();
    const proven = await checkPassword({ email, password: 'river-lantern-42', ip: 'x', now: start });
    await confirm(actor);
    expect([
      await findActor(before.sessionId, before.userId, start),
      (await findActor(actor.sessionId, actor.userId, start))?.totpAt,
    ]).toEqual([null, start]);
    await expect(proven.ok && startSession(proven.value, device, start)).rejects.toMatchObject({ status: 401 });
  });
});

describe('the second factor [D12]', () => {
  test('an admin session without it gets a step-up instead of admin access [D12]', () => {
    const silent = { ...actor, totpEnrolled: true, totpAt: null };
    expect(() => assertAdmin(silent)).toThrow(expect.objectContaining({ key: 'step-up' }));
    expect(() => assertSameUserOrAdmin(silent, 'somebody')).toThrow(expect.objectContaining({ key: 'step-up' }));
    expect([
      may(silent, 'administer'),
      may({ ...silent, totpAt: start }, 'administer'),
      may({ ...silent, totpAt: start, role: 'editor' }, 'administer'),
    ]).toEqual([false, true, false]);
  });

  test('is active from its first code on and cannot be enrolled again [D12]', async () => {
    const enrolled = await createSessionActor();
    expect(enrolled.totpEnrolled).toBe(true);
    await expect(enrolTotp({ actor: enrolled, device, now: start })).rejects.toMatchObject({ status: 409 });
    await expect(
      confirmTotp({ actor: enrolled, typed: generateCodeAt(secret, 60), device, now: at(60) }),
    ).rejects.toMatchObject({ status: 409 });
    const stored = await (
      await db()
    ).user.findFirstOrThrow({ select: { totpSecret: true, recoveryCodes: { select: { hash: true } } } });
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(JSON.stringify(stored)).not.toContain(recoveryCodes[0]);
  });

  test('signing in requires a code, and a code works once [D12, D1]', async () => {
    expect(await logIn(60)).toMatchObject({ code: 'totp-required' });
    expect(await logIn(60, '000000')).toMatchObject({ code: 'totp-required' });
    expect((await logIn(60, generateCodeAt(secret, 60))).ok).toBe(true);
    expect(await logIn(61, generateCodeAt(secret, 60))).toMatchObject({ code: 'totp-required' });
    expect(await logIn(61, generateCodeAt(secret, 0))).toMatchObject({ code: 'totp-required' });
    expect(
      (
        await logIn(
          120,
          generateCodeAt(secret, 120).replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit))),
        )
      ).ok,
    ).toBe(true);
  });

  test('accepts the code of an authenticator app set up with otplib 12 [D12]', async () => {
    const user = { id: actor.userId, totpSecret: seal('totp', 'PUXCEATYM4YX22K5AM3RIJZTIJORCYLX') };
    await (await db()).user.updateMany({ data: { totpSecret: user.totpSecret, totpLastStep: null } });
    const time = new Date('2026-07-29T00:00:00Z');
    expect(await transaction((tx) => spendSecondFactor(tx, user, '485166', time))).toBe('authenticator');
  });

  test('accepts the codes of 30 seconds before and after, and only six digits [D12]', () => {
    const now = new Date(1_800_000_000_000);
    const tries = [-31, -30, -1, 0, 29, 30, 59, 60].map((seconds) => {
      const typed = generateSync({ secret, epoch: now.getTime() / 1000 + seconds });
      return stepOfCode(secret, typed, now);
    });
    const step = 60_000_000;
    expect(tries).toEqual([null, step - 1, step - 1, step, step, step + 1, step + 1, null]);
    for (const typed of ['', '12345', '1234567', 'abcdef', '12345٦7'])
      expect(stepOfCode(secret, typed, now)).toBeNull();
  });

  test('a recovery code signs in once, in any case and with any separator [D12]', async () => {
    const code = recoveryCodes[3] ?? '';
    expect((await logIn(60, code.toUpperCase().replace('-', ' '))).ok).toBe(true);
    expect(await logIn(61, code)).toMatchObject({ code: 'totp-required' });
  });

  test('signing in with a provider requires it too [D12, D6]', async () => {
    const profile = { issuer: 'https://issuer.example', subject: '1', email, emailIsVerified: true, name: 'Hala' };
    const joining = { provider: 'google' as const, profile, lang: 'ar' as const, guestId: null, now: at(60) };
    expect(await signInWithProfile(joining, device, undefined)).toMatchObject({ ok: false, code: 'totp-required' });
    const entered = await signInWithProfile(joining, device, generateCodeAt(secret, 60));
    expect(entered.ok && (await findActor(entered.value.sessionId, actor.userId, at(60)))?.totpAt).toEqual(at(60));
  });

  test('resetting a forgotten password requires it too; the reset token stays valid until then [D12, D5]', async () => {
    await sendCode('otp', { email, ip: 'x', now: start });
    const verified = await verifyOneTimeCode({
      email,
      otp: (await readLastMail('otp:')).data.code ?? '',
      ip: 'x',
      now: at(1),
    });
    const wish = {
      userId: actor.userId,
      password: 'another-lantern-7',
      resetToken: verified.ok ? verified.value.resetToken : '',
      currentPassword: undefined,
      actor: null,
      device,
      now: at(60),
    };
    await expect(resetPassword({ ...wish, totp: undefined })).rejects.toMatchObject({
      status: 401,
      key: 'totp-required',
    });
    expect((await resetPassword({ ...wish, totp: generateCodeAt(secret, 60) })).userId).toBe(actor.userId);
  });

  test('a code satisfies a step-up for ten minutes [D12]', async () => {
    const session = await createSessionActor();
    expect(() => assertAdmin(session, { stepUp: true, now: at(660) })).toThrow(
      expect.objectContaining({ key: 'step-up' }),
    );
    await expect(verifyTotp(session, '000000', device, at(660))).rejects.toMatchObject({ status: 422 });
    await verifyTotp(session, generateCodeAt(secret, 660), device, at(660));
    const proven = await findActor(session.sessionId, session.userId, at(660));
    expect(() => assertAdmin(proven, { stepUp: true, now: at(1200) })).not.toThrow();
  });

  test('codes cannot be guessed without limit [D12]', async () => {
    const session = await createSessionActor();
    const tries = await Promise.allSettled(
      Array.from({ length: 30 }, () => verifyTotp(session, '000000', device, at(60))),
    );
    expect(
      tries.filter((one) => one.status === 'rejected' && (one.reason as { status: number }).status === 422),
    ).toHaveLength(5);
  });
});
