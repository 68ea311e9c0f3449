import { generateSync } from 'otplib';
import { beforeEach, describe, expect, test } from 'vitest';
import { confirmTotp, enrolTotp } from '@/lib/accounts/authenticator';
import { openConfirmationLink, sendConfirmation } from '@/lib/accounts/confirm-email';
import { deleteAccount } from '@/lib/accounts/delete-account';
import {
  confirmEmailChange,
  findNewEmail,
  findPendingEmail,
  requestEmailChange,
  restoreEmail,
} from '@/lib/accounts/email-change';
import { sendCode, verifyOneTimeCode } from '@/lib/accounts/one-time-codes';
import { checkPassword } from '@/lib/accounts/password/check-password';
import { resetPassword } from '@/lib/accounts/password/reset-password';
import { signInWithProfile } from '@/lib/accounts/providers/sign-in-with-provider';
import { startSession } from '@/lib/accounts/sessions/start-session';
import { db, transaction } from '@/lib/database/client';
import type { Actor } from '@/lib/permissions';
import { resetDatabase } from '@/tests/support/database';
import {
  completeEmailChange,
  createUser,
  device,
  findActorOf,
  listSentMails,
  newEmail,
  oldEmail,
  password,
  requestChange,
  secondsAfterStart,
  start,
} from '@/tests/support/email-change';
import { readLastMail, readMailedToken } from '@/tests/support/outbox';
import { exportOf } from '@/tests/support/personal-export';

let mona: Actor;

beforeEach(async () => {
  await resetDatabase();
  mona = await createUser(oldEmail);
});

const readEmail = async (userId = mona.userId) =>
  (await db()).user.findUnique({ where: { id: userId }, select: { email: true, emailConfirmedAt: true } });
const opensAccount = async (email: string, typed = password) =>
  (await checkPassword({ email, password: typed, ip: 'x', now: secondsAfterStart(500) })).ok;
const confirm = (token: string, actor: Actor | null = mona) =>
  confirmEmailChange({ actor, token, device, now: secondsAfterStart(60) });
const restore = (token: string, seconds = 120) => restoreEmail({ token, device, now: secondsAfterStart(seconds) });
const addPasskey = async (credentialId: string, createdAt: Date) =>
  (await db()).passkey.create({
    data: {
      userId: mona.userId,
      credentialId,
      publicKey: 'x',
      counter: 0,
      backupEligible: false,
      backedUp: false,
      name: 'x',
      createdAt,
    },
    select: { id: true },
  });
const listEvents = async () =>
  (
    await (
      await db()
    ).securityEvent.findMany({ where: { userId: mona.userId }, orderBy: { id: 'asc' }, select: { event: true } })
  ).map(({ event }) => event);

describe('changing the email address [N24]', () => {
  test('the account keeps the old address until the link is opened; both addresses are notified [N24]', async () => {
    await requestChange(mona);
    expect([(await readEmail())?.email, await findPendingEmail(mona, secondsAfterStart(1))]).toEqual([
      oldEmail,
      newEmail,
    ]);
    await confirm(await readMailedToken('confirm-new-email:'));
    expect([await readEmail(), await findPendingEmail(mona, secondsAfterStart(61))]).toEqual([
      { email: newEmail, emailConfirmedAt: secondsAfterStart(60) },
      null,
    ]);
    expect([await opensAccount(oldEmail), await opensAccount(newEmail)]).toEqual([false, true]);
    expect((await listSentMails()).slice(-2)).toEqual([
      `confirm-new-email → ${newEmail}`,
      `email-changed → ${oldEmail}`,
    ]);
    expect((await listEvents()).slice(-2)).toEqual(['email-change-requested', 'email-changed']);
    expect(await (await db()).audit.findMany({ select: { action: true, actorId: true, detail: true } })).toEqual([
      { action: 'email.changed', actorId: mona.userId, detail: {} },
    ]);
  });

  test('ends every earlier session; the confirming one is renewed but does not count as a fresh sign-in [N24, D9]', async () => {
    const other = await startSession({ userId: mona.userId }, device, start);
    await requestChange(mona);
    const renewed = await confirm(await readMailedToken('confirm-new-email:'));
    expect([await findActorOf(mona), await findActorOf(other)]).toEqual([null, null]);
    expect(await findActorOf(renewed)).toMatchObject({ email: newEmail, signedInAt: mona.signedInAt });
  });

  test('invalidates earlier confirmation links and one-time codes [N24]', async () => {
    await transaction((tx) =>
      sendConfirmation(tx, { userId: mona.userId, email: oldEmail, name: 'Mona', lang: 'en' }, secondsAfterStart(1)),
    );
    const signUpLink = await readMailedToken('confirm:');
    await sendCode('otp', { email: oldEmail, ip: 'x', now: secondsAfterStart(2) });
    const { code: otp = '' } = (await readLastMail('otp:')).data;
    await completeEmailChange(mona);
    expect(
      await openConfirmationLink({ token: signUpLink, browserSession: null, device, now: secondsAfterStart(100) }),
    ).toBeNull();
    await (await db()).code.updateMany({ where: { purpose: 'otp' }, data: { usedAt: null } });
    expect((await verifyOneTimeCode({ email: newEmail, otp, ip: 'x', now: secondsAfterStart(101) })).ok).toBe(false);
  });

  test('a link works once, for a day, only for the newest request and the account that made it [N24]', async () => {
    await requestChange(mona, 'first@midan.example');
    const first = await readMailedToken('confirm-new-email:');
    await requestChange(mona, newEmail, 2);
    const second = await readMailedToken('confirm-new-email:');
    await expect(confirm(first)).rejects.toMatchObject({ key: 'link-used' });
    const hala = await createUser('hala@midan.example');
    await expect(confirm(second, hala)).rejects.toMatchObject({ key: 'link-used' });
    expect(await findNewEmail(hala, second, secondsAfterStart(3))).toBeNull();
    await expect(confirm(second, null)).rejects.toMatchObject({ status: 401 });
    await expect(
      confirmEmailChange({ actor: mona, token: second, device, now: secondsAfterStart(86_403) }),
    ).rejects.toMatchObject({
      key: 'link-used',
    });
    const renewed = await confirm(second);
    await expect(confirm(second, (await findActorOf(renewed))!)).rejects.toMatchObject({ key: 'link-used' });
  });

  test('requires a fresh sign-in or the current password, and only the owner can ask [N24, X29]', async () => {
    await expect(
      requestEmailChange({
        actor: mona,
        userId: mona.userId,
        email: newEmail,
        lang: 'en',
        device,
        now: secondsAfterStart(700),
      }),
    ).rejects.toMatchObject({ key: 'reauthenticate' });
    await expect(
      requestEmailChange({
        actor: mona,
        userId: mona.userId,
        email: newEmail,
        currentPassword: 'wrong',
        lang: 'en',
        device,
        now: secondsAfterStart(700),
      }),
    ).rejects.toMatchObject({ key: 'reauthenticate' });
    await requestEmailChange({
      actor: mona,
      userId: mona.userId,
      email: newEmail,
      currentPassword: password,
      lang: 'en',
      device,
      now: secondsAfterStart(700),
    });
    const admin: Actor = { ...mona, userId: 'admin', role: 'admin', totpEnrolled: true, totpAt: start };
    await expect(
      requestEmailChange({
        actor: admin,
        userId: mona.userId,
        email: newEmail,
        lang: 'en',
        device,
        now: secondsAfterStart(1),
      }),
    ).rejects.toMatchObject({ status: 403 });
    await expect(requestChange(mona, oldEmail)).rejects.toMatchObject({
      status: 422,
      errors: { email: [expect.stringContaining('already')] },
    });
  });

  test('links are limited like codes, by account and by address [N24, D5]', async () => {
    for (let n = 0; n < 3; n += 1) await requestChange(mona, `other${n}@midan.example`, n);
    await expect(requestChange(mona, newEmail, 5)).rejects.toMatchObject({ status: 429 });
    for (const name of ['a', 'b', 'c']) await requestChange(await createUser(`${name}@midan.example`), newEmail, 6);
    await expect(requestChange(await createUser('d@midan.example'), newEmail, 7)).rejects.toMatchObject({
      status: 429,
    });
  });

  test('a request for a taken address looks the same to the caller; its owner gets an email without a link [N24]', async () => {
    await createUser(newEmail);
    await requestChange(mona);
    expect([
      await findPendingEmail(mona, secondsAfterStart(1)),
      (await listEvents()).at(-1),
      (await listSentMails()).at(-1),
    ]).toEqual([newEmail, 'email-change-requested', `email-in-use → ${newEmail}`]);
    expect(JSON.stringify(await readLastMail())).not.toContain('token');
  });

  test('an address taken by a new account before the link is opened is refused, and nothing changes [N24]', async () => {
    await requestChange(mona);
    await createUser(newEmail);
    await expect(confirm(await readMailedToken('confirm-new-email:'))).rejects.toMatchObject({
      status: 409,
      key: 'email-taken',
    });
    expect([(await readEmail())?.email, (await findActorOf(mona)) !== null]).toEqual([oldEmail, true]);
  });

  test('a new password cancels an open request [N24, D5]', async () => {
    await requestChange(mona);
    await resetPassword({
      userId: mona.userId,
      password: 'another-lantern-7',
      resetToken: undefined,
      currentPassword: undefined,
      totp: undefined,
      actor: mona,
      device,
      now: secondsAfterStart(30),
    });
    expect(await findPendingEmail(mona, secondsAfterStart(31))).toBeNull();
  });

  test('a provider linked with the old address still opens the account [N24, D6]', async () => {
    const profile = {
      issuer: 'https://issuer.example',
      subject: '1',
      email: oldEmail,
      emailIsVerified: true,
      name: 'Mona',
    };
    const signInWithGoogle = (seconds: number) =>
      signInWithProfile(
        { provider: 'google', profile, lang: 'en', guestId: null, now: secondsAfterStart(seconds) },
        device,
        undefined,
      );
    await signInWithGoogle(1);
    await completeEmailChange(mona);
    const again = await signInWithGoogle(200);
    expect(again.ok && again.value.userId).toBe(mona.userId);
  });

  test('links of a deleted account do nothing, and no email about the change is left [N24]', async () => {
    const restoreToken = await completeEmailChange(mona);
    const [session] = await (await db()).session.findMany({ where: { revokedAt: null }, select: { id: true } });
    const renewed = (await findActorOf({ userId: mona.userId, sessionId: session!.id }))!;
    await requestChange(renewed, 'third@midan.example', 70);
    const token = await readMailedToken('confirm-new-email:');
    await (
      await db()
    ).enquiry.createMany({
      data: [oldEmail, 'hala@midan.example'].map((email) => ({
        fullName: 'x',
        email,
        phoneNumber: '1',
        message: 'Hello',
        createdAt: start,
      })),
    });
    expect(JSON.stringify(await exportOf(renewed, mona.userId, secondsAfterStart(80)))).toContain(
      'third@midan.example',
    );
    await deleteAccount({ actor: renewed, userId: mona.userId, email: newEmail, device, now: secondsAfterStart(90) });
    await expect(restore(restoreToken)).rejects.toMatchObject({ key: 'link-used' });
    await expect(confirm(token, renewed)).rejects.toMatchObject({ key: 'link-used' });
    const client = await db();
    expect([
      await client.outbox.count(),
      await client.securityEvent.count(),
      await client.code.count(),
      await client.enquiry.count(),
    ]).toEqual([0, 0, 0, 1]);
    expect(JSON.stringify(await client.audit.findMany({ select: { actorName: true, detail: true } }))).not.toMatch(
      /mona|midan/i,
    );
  });
});

describe('opting out of reminders of unpaid orders [N24, N13]', () => {
  test('covers the old address too once it is restored [N24, N13]', async () => {
    const client = await db();
    const listOptOuts = async () =>
      (await client.reminderOptOut.findMany({ orderBy: { email: 'asc' }, select: { email: true } })).map(
        ({ email }) => email,
      );
    await requestChange(mona);
    await confirm(await readMailedToken('confirm-new-email:'));
    expect(await listOptOuts()).toEqual([]);
    await client.reminderOptOut.create({ data: { email: newEmail, createdAt: start }, select: { email: true } });
    await restore(await readMailedToken('email-changed:'));
    expect(await listOptOuts()).toEqual([newEmail, oldEmail].sort());
  });

  test('moves to the new address with the change [N24, N13]', async () => {
    const client = await db();
    await client.reminderOptOut.create({ data: { email: oldEmail, createdAt: start }, select: { email: true } });
    await requestChange(mona);
    await confirm(await readMailedToken('confirm-new-email:'));
    expect(await client.reminderOptOut.count({ where: { email: newEmail } })).toBe(1);
  });
});

describe('restoring the old address [N24]', () => {
  test('works signed out, once, within seven days; it ends every session and requires a new password [N24]', async () => {
    const token = await completeEmailChange(mona);
    const thief = await startSession({ userId: mona.userId }, device, secondsAfterStart(90));
    const { resetToken } = await restore(token, 7 * 86_400);
    expect([
      (await readEmail())?.email,
      await findActorOf(thief),
      await opensAccount(oldEmail),
      await opensAccount(newEmail),
    ]).toEqual([oldEmail, null, false, false]);
    await expect(restore(token)).rejects.toMatchObject({ key: 'link-used' });
    const owner = await resetPassword({
      userId: undefined,
      password: 'another-lantern-7',
      resetToken: resetToken ?? '',
      currentPassword: undefined,
      totp: undefined,
      actor: null,
      device,
      now: secondsAfterStart(7 * 86_400 + 10),
    });
    expect(owner.userId).toBe(mona.userId);
    expect((await listEvents()).slice(-2)).toEqual(['email-restored', 'password-set']);
    expect(await listSentMails()).toEqual(
      expect.arrayContaining([`email-restored → ${oldEmail}`, `email-withdrawn → ${newEmail}`]),
    );
  });

  test('is refused after seven days [N24]', async () => {
    const token = await completeEmailChange(mona);
    await expect(restore(token, 60 + 7 * 86_400)).rejects.toMatchObject({ key: 'link-used' });
  });

  test('also undoes what a thief changed since: password, second factor, passkey, provider, another address [N24, N22]', async () => {
    const token = await completeEmailChange(mona);
    const thief = (await findActorOf(await startSession({ userId: mona.userId }, device, secondsAfterStart(90))))!;
    const { secret } = await enrolTotp({ actor: thief, device, now: start });
    await confirmTotp({
      actor: thief,
      typed: generateSync({ secret, epoch: secondsAfterStart(91).getTime() / 1000 }),
      device,
      now: secondsAfterStart(91),
    });
    await (
      await db()
    ).providerAccount.create({
      data: {
        userId: mona.userId,
        provider: 'google',
        issuer: 'x',
        subject: 'thief',
        createdAt: secondsAfterStart(92),
      },
      select: { id: true },
    });
    await addPasskey('thief', secondsAfterStart(92));
    await requestChange(thief, 'third@midan.example', 93);
    await confirmEmailChange({
      actor: { ...thief, totpAt: secondsAfterStart(91) },
      token: await readMailedToken('confirm-new-email:'),
      device,
      now: secondsAfterStart(94),
    });
    const thiefsUndo = await readMailedToken('email-changed:');
    await restore(token);
    const client = await db();
    expect(
      await client.user.findUnique({
        where: { id: mona.userId },
        select: {
          email: true,
          passwordHash: true,
          totpConfirmedAt: true,
          recoveryCodes: { select: { id: true } },
          providerAccounts: { select: { id: true } },
          passkeys: { select: { id: true } },
        },
      }),
    ).toEqual({
      email: oldEmail,
      passwordHash: null,
      totpConfirmedAt: null,
      recoveryCodes: [],
      providerAccounts: [],
      passkeys: [],
    });
    await expect(restore(thiefsUndo, 130)).rejects.toMatchObject({ key: 'link-used' });
  });

  test('a thief who changed the address twice cannot cancel the owner’s link by opening their own [N24, X36]', async () => {
    const owners = await completeEmailChange(mona);
    const thief = (await findActorOf(await startSession({ userId: mona.userId }, device, secondsAfterStart(90))))!;
    await requestChange(thief, 'third@midan.example', 93);
    await confirmEmailChange({
      actor: thief,
      token: await readMailedToken('confirm-new-email:'),
      device,
      now: secondsAfterStart(94),
    });
    await restore(await readMailedToken('email-changed:'), 100);
    expect((await readEmail())?.email).toBe(newEmail);
    await restore(owners, 110);
    expect((await readEmail())?.email).toBe(oldEmail);
  });

  test('keeps a second factor, a provider and a passkey from before the change [N24]', async () => {
    const { secret } = await enrolTotp({ actor: mona, device, now: start });
    await confirmTotp({
      actor: mona,
      typed: generateSync({ secret, epoch: start.getTime() / 1000 }),
      device,
      now: start,
    });
    await (
      await db()
    ).providerAccount.create({
      data: { userId: mona.userId, provider: 'google', issuer: 'x', subject: 'own', createdAt: start },
      select: { id: true },
    });
    await addPasskey('own', start);
    const token = await completeEmailChange((await findActorOf(mona))!);
    const { resetToken } = await restore(token);
    const { totpConfirmedAt, providerAccounts, passkeys } = await (
      await db()
    ).user.findUniqueOrThrow({
      where: { id: mona.userId },
      select: { totpConfirmedAt: true, providerAccounts: { select: { id: true } }, passkeys: { select: { id: true } } },
    });
    expect([totpConfirmedAt, providerAccounts.length, passkeys.length]).toEqual([start, 1, 1]);
    const wish = {
      userId: undefined,
      password: 'another-lantern-7',
      resetToken: resetToken ?? '',
      currentPassword: undefined,
      totp: undefined,
      actor: null,
      device,
      now: secondsAfterStart(130),
    };
    await expect(resetPassword(wish)).rejects.toMatchObject({ key: 'totp-required' });
  });

  test('gives no reset token to an account without a password [N24]', async () => {
    await (await db()).user.updateMany({ data: { passwordHash: null } });
    expect(await restore(await completeEmailChange(mona))).toEqual({ userId: mona.userId, resetToken: null });
  });

  test('an unconfirmed old address is notified of the change but cannot undo it [N24, X28]', async () => {
    await (await db()).user.updateMany({ data: { emailConfirmedAt: null } });
    await requestChange(mona);
    await confirm(await readMailedToken('confirm-new-email:'));
    expect((await listSentMails()).at(-1)).toBe(`unconfirmed-email-changed → ${oldEmail}`);
    expect(await (await db()).code.count({ where: { purpose: 'restoreEmail' } })).toBe(0);
  });

  test('takes the freed address back from a new account that never confirmed it, but not from one that did [N24, X28]', async () => {
    const token = await completeEmailChange(mona);
    const squatter = await createUser(oldEmail);
    await expect(restore(token)).rejects.toMatchObject({ status: 409, key: 'email-taken' });
    await (await db()).user.updateMany({ where: { id: squatter.userId }, data: { emailConfirmedAt: null } });
    await restore(token);
    expect([(await readEmail())?.email, (await readEmail(squatter.userId))?.email]).toEqual([oldEmail, null]);
  });
});
