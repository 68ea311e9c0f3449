import { generateSync } from 'otplib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkPassword } from '@/lib/accounts/password/check-password';
import { resetPassword } from '@/lib/accounts/password/reset-password';
import { signInWithProfile } from '@/lib/accounts/providers/sign-in-with-provider';
import { findActor } from '@/lib/accounts/sessions/actor-of';
import { type OpenedSession, startSession } from '@/lib/accounts/sessions/start-session';
import type { SessionKey } from '@/lib/accounts/sessions/tokens';
import { addSeconds } from '@/lib/clock';
import { resetConfig } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { resetDatabase } from '@/tests/support/database';
import { listTemplates, readLastMail, readMailedToken } from '@/tests/support/outbox';
import { confirmTotp, enrolTotp } from './authenticator';
import { openConfirmationLink } from './confirm-email';
import { createAccount } from './create-account';
import { sendCode, verifyOneTimeCode } from './one-time-codes';
import { signUpSchema } from './schema';

/** The mailbox's owner and a stranger who signed up with the same address first. */
const email = 'chief@midan.example';
const strangers = 'river-lantern-42';
const owners = 'another-lantern-7';
const device = { userAgent: 'test', ip: '10.0.0.1' };
const elsewhere = { userAgent: 'test', ip: '203.0.113.9' };
const start = new Date();
const at = (seconds: number) => addSeconds(start, seconds);

beforeEach(async () => {
  await resetDatabase();
  vi.stubEnv('ADMIN_EMAIL', email);
  resetConfig();
});
afterEach(() => {
  vi.unstubAllEnvs();
  resetConfig();
});

const signInWithGoogle = (emailIsVerified: boolean, subject: string, totp?: string) =>
  signInWithProfile(
    {
      provider: 'google',
      profile: { issuer: 'https://issuer.example', subject, email, emailIsVerified, name: subject },
      lang: 'en',
      guestId: null,
      now: at(60),
    },
    device,
    totp,
  );

async function signUp(from = device): Promise<OpenedSession> {
  const form = signUpSchema.parse({ name: 'Somebody', email, phone: '01001234567', sub: strangers });
  const made = await createAccount({ form, lang: 'en', guestId: null, ip: 'x', now: start });
  return startSession({ userId: made.ok ? made.value.userId : '', isSignUp: true }, from, start);
}

const open = async (browserSession: SessionKey | null, seconds = 30, from = device) =>
  openConfirmationLink({ token: await readMailedToken('confirm:'), browserSession, device: from, now: at(seconds) });

async function grant(): Promise<string> {
  await sendCode('otp', { email, ip: 'x', now: at(40) });
  const verified = await verifyOneTimeCode({
    email,
    otp: (await readLastMail('otp:')).data.code ?? '',
    ip: 'x',
    now: at(41),
  });
  return verified.ok ? verified.value.resetToken : '';
}
const setByCode = async () =>
  resetPassword({
    userId: undefined,
    password: owners,
    resetToken: await grant(),
    currentPassword: undefined,
    totp: undefined,
    actor: null,
    device,
    now: at(42),
  });

const isSessionOpen = async (session: SessionKey) =>
  (await findActor(session.sessionId, session.userId, at(50))) !== null;
const opensAccount = async (password: string) => (await checkPassword({ email, password, ip: 'x', now: at(51) })).ok;
const findHolder = async () =>
  (await db()).user.findUnique({ where: { email }, select: { id: true, role: true, emailConfirmedAt: true } });

describe('an address that the provider has not verified [X28]', () => {
  test('belongs to neither the account nor the link, so its owner can sign up without the stranger’s link reaching the account [X28, D6]', async () => {
    const stranger = await signInWithGoogle(false, 'stranger');
    expect(await findHolder()).toBeNull();
    expect(JSON.stringify(await (await db()).providerAccount.findMany({ select: { email: true } }))).not.toContain(
      email,
    );
    await signUp();
    const owner = await setByCode();
    expect(owner.role).toBe('admin');
    const again = await signInWithGoogle(false, 'stranger');
    expect(
      again.ok && stranger.ok && again.value.userId === stranger.value.userId && again.value.userId !== owner.userId,
    ).toBe(true);
    expect(again.ok && again.value.role).toBe('learner');
  });

  test('if an earlier version stored it, the first confirmation ends the stranger’s session and link [X28, D6]', async () => {
    const stranger = await signInWithGoogle(false, 'stranger');
    expect(stranger.ok).toBe(true);
    const client = await db();
    await client.user.updateMany({ data: { email } });
    const owner = await setByCode();
    expect(owner.role).toBe('admin');
    expect(stranger.ok && (await isSessionOpen(stranger.value))).toBe(false);
    expect(await client.providerAccount.count()).toBe(0);
    expect((await signInWithGoogle(false, 'stranger')).ok).toBe(false);
    expect((await signInWithGoogle(true, 'owner')).ok).toBe(true);
  });
});

describe('a stranger signed up with the owner’s address [X28, D12]', () => {
  test('opening the link elsewhere promotes no session of the stranger, and the owner’s new password ends session and password [X28, D12]', async () => {
    const stranger = await signUp(elsewhere);
    expect(await open(null)).toMatchObject({ lang: 'en', isOwn: false, session: null });
    expect([await isSessionOpen(stranger), (await findHolder())?.role]).toEqual([true, 'learner']);
    const again = await startSession({ userId: stranger.userId }, device, at(31));
    expect([again.role, (await findHolder())?.emailConfirmedAt]).toEqual(['learner', at(30)]);
    const owner = await setByCode();
    expect([
      owner.role,
      await isSessionOpen(stranger),
      await isSessionOpen(again),
      await opensAccount(strangers),
      await opensAccount(owners),
    ]).toEqual(['admin', false, false, false, true]);
  });

  test('a one-time code ends the stranger’s session, and the owner’s new password makes the account admin [X28, D4]', async () => {
    const stranger = await signUp(elsewhere);
    const resetToken = await grant();
    expect([await isSessionOpen(stranger), (await findHolder())?.role]).toEqual([false, 'learner']);
    const owner = await resetPassword({
      userId: undefined,
      password: owners,
      resetToken,
      currentPassword: undefined,
      totp: undefined,
      actor: null,
      device,
      now: at(42),
    });
    expect([owner.role, await opensAccount(strangers)]).toEqual(['admin', false]);
  });

  test('signing in with a verified provider removes the stranger’s password and sessions, and an email says so [X28, D6]', async () => {
    await signUp(elsewhere);
    await open(null);
    const { id } = (await findHolder())!;
    const stranger = await startSession({ userId: id }, device, at(35));
    const owner = await signInWithGoogle(true, 'owner');
    expect(owner.ok && owner.value).toMatchObject({ userId: id, role: 'admin' });
    expect([await isSessionOpen(stranger), await opensAccount(strangers)]).toEqual([false, false]);
    expect((await readLastMail('provider-linked:')).data).toMatchObject({ provider: 'Google', password: 'removed' });
  });

  test('a second factor set up before the first confirmation does not lock the owner out [X28, D12]', async () => {
    const stranger = await signUp(elsewhere);
    const actor = (await findActor(stranger.sessionId, stranger.userId, start))!;
    const { secret } = await enrolTotp({ actor, device, now: start });
    await confirmTotp({
      actor,
      typed: generateSync({ secret, epoch: start.getTime() / 1000 }),
      device,
      now: start,
    });
    expect((await setByCode()).role).toBe('admin');
    expect((await listTemplates()).slice(-2)).toEqual(['second-factor-off', 'password-changed']);
  });
});

describe('the owner signed up [X28, D2]', () => {
  test('a link opened in another browser keeps the sign-up session and ends other sessions and linked providers [X28]', async () => {
    vi.stubEnv('ADMIN_EMAIL', 'another@midan.example');
    resetConfig();
    const own = await signUp();
    const other = await startSession({ userId: own.userId }, device, start);
    const client = await db();
    await client.providerAccount.create({
      data: { userId: own.userId, provider: 'google', issuer: 'https://issuer.example', subject: 'before' },
      select: { id: true },
    });
    await client.session.update({ where: { id: own.sessionId }, data: { totpAt: start }, select: { id: true } });
    expect(await open(null, 30, elsewhere)).toMatchObject({ lang: 'en', isOwn: false, session: null });
    expect([await isSessionOpen(own), await isSessionOpen(other), (await findHolder())?.emailConfirmedAt]).toEqual([
      true,
      false,
      at(30),
    ]);
    expect([
      await client.providerAccount.count(),
      (await findActor(own.sessionId, own.userId, at(50)))?.totpAt,
    ]).toEqual([0, null]);
    expect(await open(own, 60)).toMatchObject({ lang: 'en', isOwn: true, session: null });
    expect(await isSessionOpen(own)).toBe(true);
  });

  test('a new password ends the sign-up session, even if the link was opened elsewhere [X28]', async () => {
    const own = await signUp();
    await open(null, 30, elsewhere);
    await setByCode();
    expect(await isSessionOpen(own)).toBe(false);
  });

  test('a link opened on another device of the same network ends sessions, keeps the password and makes ADMIN_EMAIL admin [X28, D12]', async () => {
    const own = await signUp();
    expect(await open(null)).toMatchObject({ lang: 'en', isOwn: false, session: null });
    expect([await isSessionOpen(own), await opensAccount(strangers), (await findHolder())?.role]).toEqual([
      false,
      true,
      'admin',
    ]);
  });

  test('a link opened in the same browser keeps its session and the password, and ends other sessions [X28, D2, D12]', async () => {
    const own = await signUp();
    const other = await startSession({ userId: own.userId }, device, start);
    vi.stubEnv('ADMIN_EMAIL', 'another@midan.example');
    resetConfig();
    expect(await open(own)).toMatchObject({ lang: 'en', isOwn: true, session: null });
    expect([
      await isSessionOpen(own),
      await isSessionOpen(other),
      await opensAccount(strangers),
      (await findHolder())?.role,
    ]).toEqual([true, false, true, 'learner']);
    const linked = await signInWithGoogle(true, 'owner');
    expect(linked.ok && linked.value.userId).toBe(own.userId);
    expect([await opensAccount(strangers), (await readLastMail('provider-linked:')).data.password]).toEqual([
      true,
      'unchanged',
    ]);
  });

  test('confirming ADMIN_EMAIL ends earlier sessions and signs this browser in again as admin [X28, D12]', async () => {
    const own = await signUp();
    const other = await startSession({ userId: own.userId }, device, start);
    const opened = await open(own);
    expect(opened).toMatchObject({ isOwn: true, session: { userId: own.userId, role: 'admin' } });
    expect([
      await isSessionOpen(own),
      await isSessionOpen(other),
      opened?.session && (await isSessionOpen(opened.session)),
    ]).toEqual([false, false, true]);
  });

  test('a link that a mail scanner opened first still signs the browser in again, once [X28, D2]', async () => {
    const own = await signUp();
    await open(null, 30, elsewhere);
    const opened = await open(own);
    expect(opened).toMatchObject({ isOwn: true, session: { userId: own.userId, role: 'admin' } });
    expect(opened?.session && (await isSessionOpen(opened.session))).toBe(true);
    expect(await open(own)).toMatchObject({ lang: 'en', isOwn: false, session: null });
    expect(await opensAccount(strangers)).toBe(true);
  });

  test('a signed-out session or another user’s session does not count as the sign-up browser [X28, D9]', async () => {
    const own = await signUp();
    await (await db()).session.updateMany({ data: { revokedAt: start, revokedWhy: 'logout' } });
    expect(await open(own, 30, elsewhere)).toMatchObject({ isOwn: false, session: null });
    expect((await findHolder())?.role).toBe('learner');
    expect(await open({ userId: 'somebody', sessionId: own.sessionId }, 30, elsewhere)).toMatchObject({ isOwn: false });
  });

  test('a used link gives the same answer again and changes nothing, even after a day [D2]', async () => {
    const own = await signUp();
    const renewed = (await open(own))!.session!;
    const before = await findHolder();
    expect(await open(null, 60)).toMatchObject({ lang: 'en' });
    expect(await open(null, 90_000)).toMatchObject({ lang: 'en' });
    expect([await findHolder(), await isSessionOpen(renewed)]).toEqual([before, true]);
  });
});
