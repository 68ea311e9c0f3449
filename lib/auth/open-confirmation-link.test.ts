import { authenticator } from 'otplib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkPassword } from '@/lib/auth/password/check-password';
import { createAccount } from '@/lib/auth/password/create-account';
import { sendOneTimeCode, verifyOneTimeCode } from '@/lib/auth/one-time-codes/one-time-code';
import { signUpSchema } from '@/lib/auth/schema';
import { forgetConfig } from '@/lib/config/config';
import { addSeconds } from '@/lib/clock';
import { db } from '@/lib/database/client';
import { freshDatabase } from '@/lib/testing/database';
import { confirmTotp, enrolTotp } from '@/lib/auth/totp/enrol-totp';
import { signInWithProfile } from '@/lib/auth/providers/sign-in-with-profile';
import { findActor } from '@/lib/auth/sessions/actor-of';
import { openConfirmationLink } from './open-confirmation-link';
import { resetPassword } from '@/lib/auth/password/reset-password';
import type { SessionKey } from '@/lib/auth/sessions/session-cookie';
import { startSession, type OpenedSession } from '@/lib/auth/sessions/start-session';

/** Two people and one address: the owner of the mailbox, and a stranger who used it first. */
const email = 'chief@midan.example';
const strangers = 'river-lantern-42';
const owners = 'another-lantern-7';
const device = { userAgent: 'test', address: '10.0.0.1' };
const elsewhere = { userAgent: 'test', address: '203.0.113.9' };
const start = new Date();
const at = (seconds: number) => addSeconds(start, seconds);

beforeEach(async () => {
  await freshDatabase();
  vi.stubEnv('ADMIN_EMAIL', email);
  forgetConfig();
});
afterEach(() => {
  vi.unstubAllEnvs();
  forgetConfig();
});

const google = (emailIsVerified: boolean, subject: string, totp?: string) =>
  signInWithProfile({ provider: 'google', profile: { issuer: 'https://issuer.example', subject, email, emailIsVerified, name: subject }, lang: 'en', guestId: null, now: at(60) }, device, totp);

async function signUp(from = device): Promise<OpenedSession> {
  const form = signUpSchema.parse({ name: 'Somebody', email, phone: '01001234567', sub: strangers });
  const made = await createAccount({ form, lang: 'en', guestId: null, address: 'x', now: start });
  return startSession({ userId: made.ok ? made.value.userId : '', isSignUp: true }, from, start);
}

const mailed = async (key: string): Promise<Record<string, string>> => {
  const mail = await (await db()).outbox.findFirstOrThrow({ where: { key: { startsWith: key } }, orderBy: { id: 'desc' }, select: { payload: true } });
  return (mail.payload as { data: Record<string, string> }).data;
};
const mails = async () => (await (await db()).outbox.findMany({ orderBy: { id: 'asc' }, select: { payload: true } })).map(({ payload }) => (payload as { template: string }).template);
const link = async () => new URL((await mailed('confirm:')).url ?? '').searchParams.get('token') ?? '';
const open = async (shown: SessionKey | null, seconds = 30, from = device) => openConfirmationLink({ token: await link(), shown, device: from, now: at(seconds) });

async function grant(): Promise<string> {
  await sendOneTimeCode({ email, address: 'x', now: at(40) });
  const verified = await verifyOneTimeCode({ email, otp: (await mailed('otp:')).code ?? '', address: 'x', now: at(41) });
  return verified.ok ? verified.value.resetToken : '';
}
const setByCode = async () =>
  resetPassword({ userId: undefined, password: owners, resetToken: await grant(), currentPassword: undefined, totp: undefined, actor: null, device, now: at(42) });

const lives = async (session: SessionKey) => (await findActor(session.sessionId, session.userId, at(50))) !== null;
const opens = async (password: string) => (await checkPassword({ email, password, address: 'x', now: at(51) })).ok;
const holder = async () => (await db()).user.findUnique({ where: { email }, select: { id: true, role: true, emailConfirmedAt: true } });

describe('X28 an address that a provider has not verified', () => {
  test('X28 D6 is not the account’s, and not the link’s: its owner signs up with it, and the stranger’s link opens nothing of theirs', async () => {
    const stranger = await google(false, 'stranger');
    expect(await holder()).toBeNull();
    expect(JSON.stringify(await (await db()).providerAccount.findMany({ select: { email: true } }))).not.toContain(email);
    await signUp();
    const owner = await setByCode();
    expect(owner.role).toBe('admin');
    const again = await google(false, 'stranger');
    expect(again.ok && stranger.ok && again.value.userId === stranger.value.userId && again.value.userId !== owner.userId).toBe(true);
    expect(again.ok && again.value.role).toBe('learner');
  });

  test('X28 D6 that an earlier version stored: the first confirmation ends the session and the link', async () => {
    const stranger = await google(false, 'stranger');
    expect(stranger.ok).toBe(true);
    const client = await db();
    await client.user.updateMany({ data: { email } });
    const owner = await setByCode();
    expect(owner.role).toBe('admin');
    expect(stranger.ok && (await lives(stranger.value))).toBe(false);
    expect(await client.providerAccount.count()).toBe(0);
    expect((await google(false, 'stranger')).ok).toBe(false);
    expect((await google(true, 'owner')).ok).toBe(true);
  });
});

describe('X28 D12 a stranger signed up with the address', () => {
  test('X28 D12 the owner opens the link elsewhere: neither the session nor the password becomes administrator’s, and a new password ends both', async () => {
    const stranger = await signUp(elsewhere);
    expect(await open(null)).toEqual({ lang: 'en', isOwn: false, session: null });
    expect([await lives(stranger), (await holder())?.role]).toEqual([true, 'learner']);
    const again = await startSession({ userId: stranger.userId }, device, at(31));
    expect([again.role, (await holder())?.emailConfirmedAt]).toEqual(['learner', at(30)]);
    const owner = await setByCode();
    expect([owner.role, await lives(stranger), await lives(again), await opens(strangers), await opens(owners)]).toEqual(['admin', false, false, false, true]);
  });

  test('X28 D4 a one-time code ends the session, and a new password makes the administrator', async () => {
    const stranger = await signUp(elsewhere);
    const resetToken = await grant();
    expect([await lives(stranger), (await holder())?.role]).toEqual([false, 'learner']);
    const owner = await resetPassword({ userId: undefined, password: owners, resetToken, currentPassword: undefined, totp: undefined, actor: null, device, now: at(42) });
    expect([owner.role, await opens(strangers)]).toEqual(['admin', false]);
  });

  test('X28 D6 the owner comes with a verified address: the stranger’s password and sessions end, and a mail says so', async () => {
    await signUp(elsewhere);
    await open(null);
    const { id } = (await holder())!;
    const stranger = await startSession({ userId: id }, device, at(35));
    const owner = await google(true, 'owner');
    expect(owner.ok && owner.value).toMatchObject({ userId: id, role: 'admin' });
    expect([await lives(stranger), await opens(strangers)]).toEqual([false, false]);
    expect(await mailed('provider-linked:')).toMatchObject({ provider: 'Google', password: 'removed' });
  });

  test('X28 D12 a second factor that was set up before the first confirmation does not lock the owner out', async () => {
    const stranger = await signUp(elsewhere);
    const actor = (await findActor(stranger.sessionId, stranger.userId, start))!;
    const { secret } = await enrolTotp({ actor, device, now: start });
    await confirmTotp({ actor, typed: authenticator.clone({ epoch: start.getTime() }).generate(secret), device, now: start });
    expect((await setByCode()).role).toBe('admin');
    expect((await mails()).slice(-2)).toEqual(['second-factor-off', 'password-changed']);
  });
});

describe('X28 D2 the owner signed up', () => {
  test('a link opened in another browser confirms and leaves the session of the sign-up open; other sessions and ways in end [X28]', async () => {
    vi.stubEnv('ADMIN_EMAIL', 'another@midan.example');
    forgetConfig();
    const own = await signUp();
    const other = await startSession({ userId: own.userId }, device, start);
    const client = await db();
    await client.providerAccount.create({ data: { userId: own.userId, provider: 'google', issuer: 'https://issuer.example', subject: 'before' }, select: { id: true } });
    await client.session.update({ where: { id: own.sessionId }, data: { totpAt: start }, select: { id: true } });
    expect(await open(null, 30, elsewhere)).toEqual({ lang: 'en', isOwn: false, session: null });
    expect([await lives(own), await lives(other), (await holder())?.emailConfirmedAt]).toEqual([true, false, at(30)]);
    expect([await client.providerAccount.count(), (await findActor(own.sessionId, own.userId, at(50)))?.totpAt]).toEqual([0, null]);
    expect(await open(own, 60)).toEqual({ lang: 'en', isOwn: true, session: null });
    expect(await lives(own)).toBe(true);
  });

  test('a new password ends the session of the sign-up, wherever the link was opened [X28]', async () => {
    const own = await signUp();
    await open(null, 30, elsewhere);
    await setByCode();
    expect(await lives(own)).toBe(false);
  });

  test('X28 D12 and opens the link on another device of the same network: sessions end, the password stays, and ADMIN_EMAIL is administrator', async () => {
    const own = await signUp();
    expect(await open(null)).toEqual({ lang: 'en', isOwn: false, session: null });
    expect([await lives(own), await opens(strangers), (await holder())?.role]).toEqual([false, true, 'admin']);
  });

  test('X28 D2 D12 and opens the link in the same browser: stays signed in, keeps the password; other sessions end', async () => {
    const own = await signUp();
    const other = await startSession({ userId: own.userId }, device, start);
    vi.stubEnv('ADMIN_EMAIL', 'another@midan.example');
    forgetConfig();
    expect(await open(own)).toEqual({ lang: 'en', isOwn: true, session: null });
    expect([await lives(own), await lives(other), await opens(strangers), (await holder())?.role]).toEqual([true, false, true, 'learner']);
    const linked = await google(true, 'owner');
    expect(linked.ok && linked.value.userId).toBe(own.userId);
    expect([await opens(strangers), (await mailed('provider-linked:')).password]).toEqual([true, 'unchanged']);
  });

  test('X28 D12 ADMIN_EMAIL becomes administrator by it: the sessions from before end, and the browser is signed in again', async () => {
    const own = await signUp();
    const other = await startSession({ userId: own.userId }, device, start);
    const opened = await open(own);
    expect(opened).toMatchObject({ isOwn: true, session: { userId: own.userId, role: 'admin' } });
    expect([await lives(own), await lives(other), opened?.session && (await lives(opened.session))]).toEqual([false, false, true]);
  });

  test('X28 D2 a mail scanner was there before: the browser is signed in again, once', async () => {
    const own = await signUp();
    await open(null, 30, elsewhere);
    const opened = await open(own);
    expect(opened).toMatchObject({ isOwn: true, session: { userId: own.userId, role: 'admin' } });
    expect(opened?.session && (await lives(opened.session))).toBe(true);
    expect(await open(own)).toEqual({ lang: 'en', isOwn: false, session: null });
    expect(await opens(strangers)).toBe(true);
  });

  test('X28 D9 who signed out, and anybody else’s session, is no proof', async () => {
    const own = await signUp();
    await (await db()).session.updateMany({ data: { revokedAt: start, revokedWhy: 'logout' } });
    expect(await open(own, 30, elsewhere)).toMatchObject({ isOwn: false, session: null });
    expect((await holder())?.role).toBe('learner');
    expect(await open({ userId: 'somebody', sessionId: own.sessionId }, 30, elsewhere)).toMatchObject({ isOwn: false });
  });

  test('D2 a used link of a confirmed address says the same again and changes nothing, also after its day', async () => {
    const own = await signUp();
    const renewed = (await open(own))!.session!;
    const before = await holder();
    expect(await open(null, 60)).toMatchObject({ lang: 'en' });
    expect(await open(null, 90_000)).toMatchObject({ lang: 'en' });
    expect([await holder(), await lives(renewed)]).toEqual([before, true]);
  });
});
