import { authenticator } from 'otplib';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkPassword } from '@/lib/auth/password/check-password';
import { createAccount } from '@/lib/auth/password/create-account';
import { sendOneTimeCode, verifyOneTimeCode } from '@/lib/auth/one-time-codes/one-time-code';
import { signUpSchema } from '@/lib/auth/schema';
import { assertAdmin, assertSelf, may, type Actor } from '@/lib/actor';
import { addSeconds } from '@/lib/clock';
import { db } from '@/lib/database/client';
import { freshDatabase } from '@/lib/testing/database';
import { confirmTotp, enrolTotp, verifyTotp } from './enrol-totp';
import { signInWithProfile } from '@/lib/auth/providers/sign-in-with-profile';
import { findActor } from '@/lib/auth/sessions/actor-of';
import { resetPassword } from '@/lib/auth/password/reset-password';
import { startSession } from '@/lib/auth/sessions/start-session';

const email = 'hala@midan.example';
const device = { userAgent: 'test', address: '10.0.0.1' };
const start = new Date();
const at = (seconds: number) => addSeconds(start, seconds);
const codeAt = (secret: string, seconds: number) => authenticator.clone({ epoch: at(seconds).getTime() }).generate(secret);

let actor: Actor;
let secret: string;
let recoveryCodes: string[];

const sessionActor = async (): Promise<Actor> => {
  const session = await startSession({ userId: actor.userId, totpAt: start }, device, start);
  return (await findActor(session.sessionId, actor.userId, start))!;
};
const logIn = (seconds: number, totp?: string) => checkPassword({ email, password: 'river-lantern-42', totp, address: 'x', now: at(seconds) });

beforeEach(async () => {
  await freshDatabase();
  const form = signUpSchema.parse({ name: 'Hala', email, phone: '01001234567', sub: 'river-lantern-42' });
  const made = await createAccount({ form, lang: 'ar', guestId: null, address: 'x', now: start });
  await (await db()).user.updateMany({ data: { role: 'admin', emailConfirmedAt: start, ownerProvenAt: start } });
  const session = await startSession({ userId: made.ok ? made.value.userId : '' }, device, start);
  actor = (await findActor(session.sessionId, session.userId, start))!;
  secret = (await enrolTotp({ actor, device, now: start })).secret;
  recoveryCodes = (await confirmTotp({ actor, typed: codeAt(secret, 0), device, now: start })).recoveryCodes;
});

describe('D12 setting it up', () => {
  const confirm = (as: Actor, given: { currentPassword?: string; seconds?: number } = {}) =>
    confirmTotp({ actor: as, typed: codeAt(secret, given.seconds ?? 0), currentPassword: given.currentPassword, device, now: at(given.seconds ?? 0) });

  beforeEach(async () => {
    await (await db()).user.updateMany({ data: { totpConfirmedAt: null, totpLastStep: null } });
    actor = (await findActor(actor.sessionId, actor.userId, start))!;
    secret = (await enrolTotp({ actor, device, now: start })).secret;
  });

  test('D12 X29 an old sign-in shows its password, to begin and to confirm', async () => {
    const reauthenticate = { status: 403, key: 'reauthenticate' };
    await expect(enrolTotp({ actor, device, now: at(601) })).rejects.toMatchObject(reauthenticate);
    await expect(enrolTotp({ actor, currentPassword: 'wrong', device, now: at(601) })).rejects.toMatchObject(reauthenticate);
    await expect(confirm(actor, { seconds: 601 })).rejects.toMatchObject(reauthenticate);
    secret = (await enrolTotp({ actor, currentPassword: 'river-lantern-42', device, now: at(601) })).secret;
    expect((await confirm(actor, { currentPassword: 'river-lantern-42', seconds: 601 })).recoveryCodes).toHaveLength(10);
  });

  test('D12 X29 where there is a passkey, it is shown as well', async () => {
    await (await db()).passkey.create({ data: { userId: actor.userId, credentialId: 'x', publicKey: 'x', counter: 0, backupEligible: false, backedUp: false, name: 'x' }, select: { id: true } });
    const old = { ...actor, totpAt: null };
    await expect(enrolTotp({ actor: old, device, now: start })).rejects.toMatchObject({ status: 403, key: 'step-up' });
    await expect(confirm(old)).rejects.toMatchObject({ status: 403, key: 'step-up' });
    expect((await confirm({ ...actor, totpAt: start })).recoveryCodes).toHaveLength(10);
  });

  test('D12 D9 every other session ends, since it never showed the second factor; one that begins at that moment does not begin', async () => {
    const before = await sessionActor();
    const proven = await checkPassword({ email, password: 'river-lantern-42', address: 'x', now: start });
    await confirm(actor);
    expect([await findActor(before.sessionId, before.userId, start), (await findActor(actor.sessionId, actor.userId, start))?.totpAt]).toEqual([null, start]);
    await expect(proven.ok && startSession(proven.value, device, start)).rejects.toMatchObject({ status: 401 });
  });
});

describe('D12 the second factor', () => {
  test('D12 an administrator’s session that never showed it has no power: step-up, and no view of everything', () => {
    const silent = { ...actor, totpEnrolled: true, totpAt: null };
    expect(() => assertAdmin(silent)).toThrow(expect.objectContaining({ key: 'step-up' }));
    expect(() => assertSelf(silent, 'somebody')).toThrow(expect.objectContaining({ key: 'step-up' }));
    expect([may(silent, 'administer'), may({ ...silent, totpAt: start }, 'administer'), may({ ...silent, totpAt: start, role: 'editor' }, 'administer')]).toEqual([false, true, false]);
  });

  test('D12 counts from its first code on, and cannot be enrolled over', async () => {
    const enrolled = await sessionActor();
    expect(enrolled.totpEnrolled).toBe(true);
    await expect(enrolTotp({ actor: enrolled, device, now: start })).rejects.toMatchObject({ status: 409 });
    await expect(confirmTotp({ actor: enrolled, typed: codeAt(secret, 60), device, now: at(60) })).rejects.toMatchObject({ status: 409 });
    const stored = await (await db()).user.findFirstOrThrow({ select: { totpSecret: true, recoveryCodes: { select: { hash: true } } } });
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(JSON.stringify(stored)).not.toContain(recoveryCodes[0]);
  });

  test('D12 D1 signing in asks for a code, and a code signs in once', async () => {
    expect(await logIn(60)).toMatchObject({ code: 'totp-required' });
    expect(await logIn(60, '000000')).toMatchObject({ code: 'totp-required' });
    expect((await logIn(60, codeAt(secret, 60))).ok).toBe(true);
    expect(await logIn(61, codeAt(secret, 60))).toMatchObject({ code: 'totp-required' });
    expect(await logIn(61, codeAt(secret, 0))).toMatchObject({ code: 'totp-required' });
    expect((await logIn(120, codeAt(secret, 120).replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit))))).ok).toBe(true);
  });

  test('D12 a recovery code signs in once, written as one likes', async () => {
    const code = recoveryCodes[3] ?? '';
    expect((await logIn(60, code.toUpperCase().replace('-', ' '))).ok).toBe(true);
    expect(await logIn(61, code)).toMatchObject({ code: 'totp-required' });
  });

  test('D12 D6 a provider’s confirmation is not enough either', async () => {
    const profile = { issuer: 'https://issuer.example', subject: '1', email, emailIsVerified: true, name: 'Hala' };
    const joining = { provider: 'google' as const, profile, lang: 'ar' as const, guestId: null, now: at(60) };
    expect(await signInWithProfile(joining, device, undefined)).toMatchObject({ ok: false, code: 'totp-required' });
    const entered = await signInWithProfile(joining, device, codeAt(secret, 60));
    expect(entered.ok && (await findActor(entered.value.sessionId, actor.userId, at(60)))?.totpAt).toEqual(at(60));
  });

  test('D12 D5 nor is a mailbox: a forgotten password needs the code as well, and keeps the grant until it has it', async () => {
    await sendOneTimeCode({ email, address: 'x', now: start });
    const mail = await (await db()).outbox.findFirstOrThrow({ where: { key: { startsWith: 'otp:' } }, select: { payload: true } });
    const verified = await verifyOneTimeCode({ email, otp: (mail.payload as { data: { code: string } }).data.code, address: 'x', now: at(1) });
    const wish = { userId: actor.userId, password: 'another-lantern-7', resetToken: verified.ok ? verified.value.resetToken : '', currentPassword: undefined, actor: null, device, now: at(60) };
    await expect(resetPassword({ ...wish, totp: undefined })).rejects.toMatchObject({ status: 401, key: 'totp-required' });
    expect((await resetPassword({ ...wish, totp: codeAt(secret, 60) })).userId).toBe(actor.userId);
  });

  test('D12 a code of the last ten minutes opens what needs one', async () => {
    const session = await sessionActor();
    expect(() => assertAdmin(session, { stepUp: true, now: at(660) })).toThrow(expect.objectContaining({ key: 'step-up' }));
    await expect(verifyTotp(session, '000000', device, at(660))).rejects.toMatchObject({ status: 422 });
    await verifyTotp(session, codeAt(secret, 660), device, at(660));
    const proven = await findActor(session.sessionId, session.userId, at(660));
    expect(() => assertAdmin(proven, { stepUp: true, now: at(1200) })).not.toThrow();
  });

  test('D12 codes cannot be tried without end', async () => {
    const session = await sessionActor();
    const tries = await Promise.allSettled(Array.from({ length: 30 }, () => verifyTotp(session, '000000', device, at(60))));
    expect(tries.filter((one) => one.status === 'rejected' && (one.reason as { status: number }).status === 422)).toHaveLength(5);
  });
});
