import { authenticator } from 'otplib';
import { beforeEach, describe, expect, test } from 'vitest';
import { sendConfirmation } from '@/lib/accounts/send-confirmation';
import type { Actor } from '@/lib/actor';
import { deleteAccount } from '@/lib/auth/delete-account';
import { sendOneTimeCode, verifyOneTimeCode } from '@/lib/auth/one-time-codes/one-time-code';
import { openConfirmationLink } from '@/lib/auth/open-confirmation-link';
import { checkPassword } from '@/lib/auth/password/check-password';
import { resetPassword } from '@/lib/auth/password/reset-password';
import { signInWithProfile } from '@/lib/auth/providers/sign-in-with-profile';
import { startSession } from '@/lib/auth/sessions/start-session';
import { confirmTotp, enrolTotp } from '@/lib/auth/totp/enrol-totp';
import { transaction, db } from '@/lib/database/client';
import { freshDatabase } from '@/lib/testing/database';
import { exportOf } from '@/lib/testing/personal-export';
import { confirmEmailChange, newEmailOf } from './confirm-email-change';
import { requestEmailChange, pendingEmailOf } from './request-email-change';
import { restoreEmail } from './restore-email';
import { actorOf, ask, at, change, device, mailedToken, mails, newPerson, newEmail, oldEmail, password, start } from '@/lib/testing/email-change';

let mona: Actor;

beforeEach(async () => {
  await freshDatabase();
  mona = await newPerson(oldEmail);
});

const emailOf = async (userId = mona.userId) => (await db()).user.findUnique({ where: { id: userId }, select: { email: true, emailConfirmedAt: true } });
const opens = async (email: string, typed = password) => (await checkPassword({ email, password: typed, address: 'x', now: at(500) })).ok;
const confirm = (token: string, actor: Actor | null = mona) => confirmEmailChange({ actor, token, device, now: at(60) });
const restore = (token: string, seconds = 120) => restoreEmail({ token, device, now: at(seconds) });
const addPasskey = async (credentialId: string, createdAt: Date) =>
  (await db()).passkey.create({ data: { userId: mona.userId, credentialId, publicKey: 'x', counter: 0, backupEligible: false, backedUp: false, name: 'x', createdAt }, select: { id: true } });
const eventsOf = async () => (await (await db()).securityEvent.findMany({ where: { userId: mona.userId }, orderBy: { id: 'asc' }, select: { event: true } })).map(({ event }) => event);

describe('N24 a new address', () => {
  test('N24 the account keeps the old address until the link is opened, then has the new one; both were told', async () => {
    await ask(mona);
    expect([(await emailOf())?.email, await pendingEmailOf(mona, at(1))]).toEqual([oldEmail, newEmail]);
    await confirm(await mailedToken());
    expect([await emailOf(), await pendingEmailOf(mona, at(61))]).toEqual([{ email: newEmail, emailConfirmedAt: at(60) }, null]);
    expect([await opens(oldEmail), await opens(newEmail)]).toEqual([false, true]);
    expect((await mails()).slice(-2)).toEqual([`confirm-new-email → ${newEmail}`, `email-changed → ${oldEmail}`]);
    expect((await eventsOf()).slice(-2)).toEqual(['email-change-requested', 'email-changed']);
    expect(await (await db()).audit.findMany({ select: { action: true, actorId: true, detail: true } })).toEqual([{ action: 'email.changed', actorId: mona.userId, detail: {} }]);
  });

  test('N24 D9 every session from before ends, the one that confirms is renewed and no fresher a proof than it was', async () => {
    const other = await startSession({ userId: mona.userId }, device, start);
    await ask(mona);
    const renewed = await confirm(await mailedToken());
    expect([await actorOf(mona), await actorOf(other)]).toEqual([null, null]);
    expect(await actorOf(renewed)).toMatchObject({ email: newEmail, signedInAt: mona.signedInAt });
  });

  test('N24 codes, grants and links from before are worthless afterwards', async () => {
    await transaction((tx) => sendConfirmation(tx, { userId: mona.userId, email: oldEmail, name: 'Mona', lang: 'en' }, at(1)));
    const signUpLink = await mailedToken('confirm:');
    await sendOneTimeCode({ email: oldEmail, address: 'x', now: at(2) });
    const otp = ((await (await db()).outbox.findFirstOrThrow({ where: { key: { startsWith: 'otp:' } }, orderBy: { id: 'desc' }, select: { payload: true } })).payload as { data: { code: string } }).data.code;
    await change(mona);
    expect(await openConfirmationLink({ token: signUpLink, shown: null, device, now: at(100) })).toBeNull();
    await (await db()).code.updateMany({ where: { purpose: 'otp' }, data: { usedAt: null } });
    expect((await verifyOneTimeCode({ email: newEmail, otp, address: 'x', now: at(101) })).ok).toBe(false);
  });

  test('N24 a link works once, for a day, only for the newest wish, and only for the account that asked', async () => {
    await ask(mona, 'first@midan.example');
    const first = await mailedToken();
    await ask(mona, newEmail, 2);
    const second = await mailedToken();
    await expect(confirm(first)).rejects.toMatchObject({ key: 'link-used' });
    const hala = await newPerson('hala@midan.example');
    await expect(confirm(second, hala)).rejects.toMatchObject({ key: 'link-used' });
    expect(await newEmailOf(hala, second, at(3))).toBeNull();
    await expect(confirm(second, null)).rejects.toMatchObject({ status: 401 });
    await expect(confirmEmailChange({ actor: mona, token: second, device, now: at(86_403) })).rejects.toMatchObject({ key: 'link-used' });
    const renewed = await confirm(second);
    await expect(confirm(second, (await actorOf(renewed))!)).rejects.toMatchObject({ key: 'link-used' });
  });

  test('N24 X29 it takes a fresh proof, and oneself', async () => {
    await expect(requestEmailChange({ actor: mona, userId: mona.userId, email: newEmail, lang: 'en', device, now: at(700) })).rejects.toMatchObject({ key: 'reauthenticate' });
    await expect(requestEmailChange({ actor: mona, userId: mona.userId, email: newEmail, currentPassword: 'wrong', lang: 'en', device, now: at(700) })).rejects.toMatchObject({ key: 'reauthenticate' });
    await requestEmailChange({ actor: mona, userId: mona.userId, email: newEmail, currentPassword: password, lang: 'en', device, now: at(700) });
    const admin: Actor = { ...mona, userId: 'admin', role: 'admin', totpEnrolled: true, totpAt: start };
    await expect(requestEmailChange({ actor: admin, userId: mona.userId, email: newEmail, lang: 'en', device, now: at(1) })).rejects.toMatchObject({ status: 403 });
    await expect(ask(mona, oldEmail)).rejects.toMatchObject({ status: 422, errors: { email: [expect.stringContaining('already')] } });
  });

  test('N24 D5 links have the limits of codes, by account and by address', async () => {
    for (let n = 0; n < 3; n += 1) await ask(mona, `other${n}@midan.example`, n);
    await expect(ask(mona, newEmail, 5)).rejects.toMatchObject({ status: 429 });
    for (const name of ['a', 'b', 'c']) await ask(await newPerson(`${name}@midan.example`), newEmail, 6);
    await expect(ask(await newPerson('d@midan.example'), newEmail, 7)).rejects.toMatchObject({ status: 429 });
  });

  test('N24 somebody else’s address looks the same to the asker; its holder gets a mail, and no link exists', async () => {
    await newPerson(newEmail);
    await ask(mona);
    expect([await pendingEmailOf(mona, at(1)), (await eventsOf()).at(-1), (await mails()).at(-1)]).toEqual([newEmail, 'email-change-requested', `email-in-use → ${newEmail}`]);
    const { payload } = await (await db()).outbox.findFirstOrThrow({ orderBy: { id: 'desc' }, select: { payload: true } });
    expect(JSON.stringify(payload)).not.toContain('token');
  });

  test('N24 somebody who signed up with the address meanwhile has it: the link says so and changes nothing', async () => {
    await ask(mona);
    await newPerson(newEmail);
    await expect(confirm(await mailedToken())).rejects.toMatchObject({ status: 409, key: 'email-taken' });
    expect([(await emailOf())?.email, (await actorOf(mona)) !== null]).toEqual([oldEmail, true]);
  });

  test('N24 D5 a new password ends a wish that is still open', async () => {
    await ask(mona);
    await resetPassword({ userId: mona.userId, password: 'another-lantern-7', resetToken: undefined, currentPassword: undefined, totp: undefined, actor: mona, device, now: at(30) });
    expect(await pendingEmailOf(mona, at(31))).toBeNull();
  });

  test('N24 D6 a provider that was linked with the old address goes on opening the account', async () => {
    const profile = { issuer: 'https://issuer.example', subject: '1', email: oldEmail, emailIsVerified: true, name: 'Mona' };
    const google = (seconds: number) => signInWithProfile({ provider: 'google', profile, lang: 'en', guestId: null, now: at(seconds) }, device, undefined);
    await google(1);
    await change(mona);
    const again = await google(200);
    expect(again.ok && again.value.userId).toBe(mona.userId);
  });

  test('N24 the account was deleted meanwhile: neither link does anything, and no mail about it is left', async () => {
    const restoreToken = await change(mona);
    const [session] = await (await db()).session.findMany({ where: { revokedAt: null }, select: { id: true } });
    const renewed = (await actorOf({ userId: mona.userId, sessionId: session!.id }))!;
    await ask(renewed, 'third@midan.example', 70);
    const token = await mailedToken();
    await (await db()).enquiry.createMany({ data: [oldEmail, 'hala@midan.example'].map((email) => ({ fullName: 'x', email, phoneNumber: '1', message: 'Hello', createdAt: start })) });
    expect(JSON.stringify(await exportOf(renewed, mona.userId, at(80)))).toContain('third@midan.example');
    await deleteAccount({ actor: renewed, userId: mona.userId, email: newEmail, device, now: at(90) });
    await expect(restore(restoreToken)).rejects.toMatchObject({ key: 'link-used' });
    await expect(confirm(token, renewed)).rejects.toMatchObject({ key: 'link-used' });
    const client = await db();
    expect([await client.outbox.count(), await client.securityEvent.count(), await client.code.count(), await client.enquiry.count()]).toEqual([0, 0, 0, 1]);
    expect(JSON.stringify(await client.audit.findMany({ select: { actorName: true, detail: true } }))).not.toMatch(/mona|midan/i);
  });
});

describe('N24 N13 who wants no reminders of unpaid orders', () => {
  test('N24 N13 wants none at the new address, nor at the old one after it is restored; whoever wants them gets them', async () => {
    const client = await db();
    const unwanted = async () => (await client.reminderOptOut.findMany({ orderBy: { email: 'asc' }, select: { email: true } })).map(({ email }) => email);
    await ask(mona);
    await confirm(await mailedToken());
    expect(await unwanted()).toEqual([]);
    await client.reminderOptOut.create({ data: { email: newEmail, createdAt: start }, select: { email: true } });
    await restore(await mailedToken('email-changed:'));
    expect(await unwanted()).toEqual([newEmail, oldEmail].sort());
  });

  test('N24 N13 the choice goes with the change', async () => {
    const client = await db();
    await client.reminderOptOut.create({ data: { email: oldEmail, createdAt: start }, select: { email: true } });
    await ask(mona);
    await confirm(await mailedToken());
    expect(await client.reminderOptOut.count({ where: { email: newEmail } })).toBe(1);
  });
});

describe('N24 the old address undoes it', () => {
  test('N24 signed out, once, within seven days: the old address is back, every session ends, and a new password is asked for', async () => {
    const token = await change(mona);
    const thief = await startSession({ userId: mona.userId }, device, at(90));
    const { resetToken } = await restore(token, 7 * 86_400);
    expect([(await emailOf())?.email, await actorOf(thief), await opens(oldEmail), await opens(newEmail)]).toEqual([oldEmail, null, false, false]);
    await expect(restore(token)).rejects.toMatchObject({ key: 'link-used' });
    const owner = await resetPassword({ userId: undefined, password: 'another-lantern-7', resetToken: resetToken ?? '', currentPassword: undefined, totp: undefined, actor: null, device, now: at(7 * 86_400 + 10) });
    expect(owner.userId).toBe(mona.userId);
    expect((await eventsOf()).slice(-2)).toEqual(['email-restored', 'password-set']);
    expect(await mails()).toEqual(expect.arrayContaining([`email-restored → ${oldEmail}`, `email-withdrawn → ${newEmail}`]));
  });

  test('N24 not after seven days', async () => {
    const token = await change(mona);
    await expect(restore(token, 60 + 7 * 86_400)).rejects.toMatchObject({ key: 'link-used' });
  });

  test('N24 N22 it also undoes what a thief did since: a password, a second factor, a passkey, a provider, another change', async () => {
    const token = await change(mona);
    const thief = (await actorOf(await startSession({ userId: mona.userId }, device, at(90))))!;
    const { secret } = await enrolTotp({ actor: thief, device, now: start });
    await confirmTotp({ actor: thief, typed: authenticator.clone({ epoch: at(91).getTime() }).generate(secret), device, now: at(91) });
    await (await db()).providerAccount.create({ data: { userId: mona.userId, provider: 'google', issuer: 'x', subject: 'thief', createdAt: at(92) }, select: { id: true } });
    await addPasskey('thief', at(92));
    await ask(thief, 'third@midan.example', 93);
    await confirmEmailChange({ actor: { ...thief, totpAt: at(91) }, token: await mailedToken(), device, now: at(94) });
    const thiefsUndo = await mailedToken('email-changed:');
    await restore(token);
    const client = await db();
    expect(await client.user.findUnique({ where: { id: mona.userId }, select: { email: true, passwordHash: true, totpConfirmedAt: true, recoveryCodes: { select: { id: true } }, providerAccounts: { select: { id: true } }, passkeys: { select: { id: true } } } }))
      .toEqual({ email: oldEmail, passwordHash: null, totpConfirmedAt: null, recoveryCodes: [], providerAccounts: [], passkeys: [] });
    await expect(restore(thiefsUndo, 130)).rejects.toMatchObject({ key: 'link-used' });
  });

  test('N24 X36 a thief who changed the address twice cannot end the owner’s link by opening their own', async () => {
    const owners = await change(mona);
    const thief = (await actorOf(await startSession({ userId: mona.userId }, device, at(90))))!;
    await ask(thief, 'third@midan.example', 93);
    await confirmEmailChange({ actor: thief, token: await mailedToken(), device, now: at(94) });
    await restore(await mailedToken('email-changed:'), 100);
    expect((await emailOf())?.email).toBe(newEmail);
    await restore(owners, 110);
    expect((await emailOf())?.email).toBe(oldEmail);
  });

  test('N24 a second factor from before the change stays, and so does what was linked before', async () => {
    const { secret } = await enrolTotp({ actor: mona, device, now: start });
    await confirmTotp({ actor: mona, typed: authenticator.clone({ epoch: start.getTime() }).generate(secret), device, now: start });
    await (await db()).providerAccount.create({ data: { userId: mona.userId, provider: 'google', issuer: 'x', subject: 'own', createdAt: start }, select: { id: true } });
    await addPasskey('own', start);
    const token = await change((await actorOf(mona))!);
    const { resetToken } = await restore(token);
    const { totpConfirmedAt, providerAccounts, passkeys } = await (await db()).user.findUniqueOrThrow({ where: { id: mona.userId }, select: { totpConfirmedAt: true, providerAccounts: { select: { id: true } }, passkeys: { select: { id: true } } } });
    expect([totpConfirmedAt, providerAccounts.length, passkeys.length]).toEqual([start, 1, 1]);
    const wish = { userId: undefined, password: 'another-lantern-7', resetToken: resetToken ?? '', currentPassword: undefined, totp: undefined, actor: null, device, now: at(130) };
    await expect(resetPassword(wish)).rejects.toMatchObject({ key: 'totp-required' });
  });

  test('N24 an account without a password gets no grant', async () => {
    await (await db()).user.updateMany({ data: { passwordHash: null } });
    expect(await restore(await change(mona))).toEqual({ userId: mona.userId, resetToken: null });
  });

  test('N24 X28 an address that was never confirmed is told of the change, and cannot undo it', async () => {
    await (await db()).user.updateMany({ data: { emailConfirmedAt: null } });
    await ask(mona);
    await confirm(await mailedToken());
    expect((await mails()).at(-1)).toBe(`unconfirmed-email-changed → ${oldEmail}`);
    expect(await (await db()).code.count({ where: { purpose: 'restoreEmail' } })).toBe(0);
  });

  test('N24 X28 who signed up with the freed address loses it when they never confirmed it, and keeps it when they did', async () => {
    const token = await change(mona);
    const squatter = await newPerson(oldEmail);
    await expect(restore(token)).rejects.toMatchObject({ status: 409, key: 'email-taken' });
    await (await db()).user.updateMany({ where: { id: squatter.userId }, data: { emailConfirmedAt: null } });
    await restore(token);
    expect([(await emailOf())?.email, (await emailOf(squatter.userId))?.email]).toEqual([oldEmail, null]);
  });
});
