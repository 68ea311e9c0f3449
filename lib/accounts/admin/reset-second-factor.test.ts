import { generateSync } from 'otplib';
import { beforeEach, describe, expect, test } from 'vitest';
import { confirmTotp, enrolTotp } from '@/lib/accounts/authenticator';
import { sendCode } from '@/lib/accounts/one-time-codes';
import { createSignInOptions, signInWithPasskey } from '@/lib/accounts/passkey-sign-in';
import { createRegistrationOptions, registerPasskey } from '@/lib/accounts/passkeys';
import { checkPassword } from '@/lib/accounts/password/check-password';
import { spendSecondFactor } from '@/lib/accounts/second-factor';
import { listSecurityEvents } from '@/lib/accounts/security-events';
import { db, transaction } from '@/lib/database/client';
import { commands } from '@/lib/operations/control/commands';
import type { Actor } from '@/lib/permissions';
import { buildActor } from '@/tests/support/actors';
import { TestAuthenticator } from '@/tests/support/authenticator';
import { resetDatabase } from '@/tests/support/database';
import {
  createUser,
  device,
  findActorOf,
  oldEmail as email,
  password,
  secondsAfterStart,
  start,
} from '@/tests/support/email-change';
import { listMails } from '@/tests/support/outbox';
import { matchProblem } from '@/tests/support/problems';
import { listAudit } from './audit-log';
import { requireUserDetails, resetSecondFactor } from './users';

const admin = buildActor('admin', { totpAt: secondsAfterStart(60) });
const reason = 'came to the office with a passport';

let mona: Actor;
let secret: string;

const reset = (actor: Actor | null = admin, userId = mona.userId) =>
  resetSecondFactor(actor, { userId, reason, now: secondsAfterStart(60) });
const setRole = async (role: 'learner' | 'editor' | 'admin') =>
  (await db()).user.update({ where: { id: mona.userId }, data: { role }, select: { id: true } });
const countSessions = async () => (await db()).session.count({ where: { userId: mona.userId, revokedAt: null } });
const generateCodeAt = (seconds: number) =>
  generateSync({ secret, epoch: secondsAfterStart(seconds).getTime() / 1000 });
const readSecondFactor = async () => {
  const { totpSecret, totpConfirmedAt, totpLastStep, _count } = await (
    await db()
  ).user.findUniqueOrThrow({
    where: { id: mona.userId },
    select: {
      totpSecret: true,
      totpConfirmedAt: true,
      totpLastStep: true,
      _count: { select: { recoveryCodes: true, passkeys: true } },
    },
  });
  return { secret: totpSecret !== null, confirmed: totpConfirmedAt !== null, step: totpLastStep !== null, ..._count };
};
const all = { secret: true, confirmed: true, step: true, recoveryCodes: 10, passkeys: 1 };
const none = { secret: false, confirmed: false, step: false, recoveryCodes: 0, passkeys: 0 };

async function addPasskey(): Promise<TestAuthenticator> {
  const key = new TestAuthenticator();
  const shown = { ...mona, totpAt: start };
  await registerPasskey(
    shown,
    key.create(await createRegistrationOptions({ actor: shown, device, now: start })),
    device,
    start,
  );
  return key;
}

beforeEach(async () => {
  await resetDatabase();
  await (
    await db()
  ).user.create({
    data: { id: 'admin', role: 'admin', name: 'Amira', email: 'admin@midan.example', emailConfirmedAt: start },
  });
  mona = await createUser(email);
  secret = (await enrolTotp({ actor: mona, device, now: start })).secret;
  await confirmTotp({ actor: mona, typed: generateCodeAt(0), device, now: start });
});

describe('an admin resets a lost second factor [O9, D12]', () => {
  test('removes authenticator, recovery codes and passkeys, ends sessions and open codes, logs the reason and emails the learner [O9, D12, N22]', async () => {
    const key = await addPasskey();
    await sendCode('otp', { email, ip: 'x', now: start });
    const client = await db();
    await client.user.update({ where: { id: mona.userId }, data: { lang: 'de' }, select: { id: true } });
    expect(await readSecondFactor()).toEqual(all);
    expect(await requireUserDetails(admin, mona.userId, secondsAfterStart(1))).toMatchObject({
      secondFactor: true,
      passkeys: 1,
    });
    expect(await reset()).toMatchObject({ userId: mona.userId, secondFactor: false });
    expect([await readSecondFactor(), await countSessions(), await findActorOf(mona)]).toEqual([none, 0, null]);
    expect(await client.code.count({ where: { userId: mona.userId, usedAt: null, purpose: 'otp' } })).toBe(0);
    const browser = 'a browser';
    await expect(
      signInWithPasskey({
        credential: key.show(await createSignInOptions(browser, secondsAfterStart(61))),
        browser,
        device,
        now: secondsAfterStart(61),
      }),
    ).rejects.toEqual(matchProblem(401, 'passkey-refused'));
    expect((await checkPassword({ email, password, ip: 'x', now: secondsAfterStart(61) })).ok).toBe(true);
    expect((await listAudit(admin, { page: 1 })).rows[0]).toMatchObject({
      action: 'second-factor.reset',
      subject: `user:${mona.userId}`,
      actorId: 'admin',
      detail: { reason },
    });
    expect(await listMails('second-factor-reset:')).toMatchObject([
      { to: email, lang: 'de', template: 'second-factor-reset' },
    ]);
    expect((await listSecurityEvents(admin, mona.userId, { page: 1 })).rows[0]).toMatchObject({
      event: 'second-factor-reset',
      device: null,
    });
  });

  test('rejects a code of the removed authenticator, even if the account was read before the reset [O9, D12]', async () => {
    const before = await (
      await db()
    ).user.findUniqueOrThrow({ where: { id: mona.userId }, select: { id: true, totpSecret: true } });
    await reset();
    expect(
      await transaction((tx) => spendSecondFactor(tx, before, generateCodeAt(60), secondsAfterStart(60))),
    ).toBeNull();
  });

  test('resets a second factor made of passkeys alone, and refuses an account without any second factor [O9, N22, D12]', async () => {
    await addPasskey();
    await (await db()).user.updateMany({ data: { totpConfirmedAt: null } });
    await reset();
    expect(await readSecondFactor()).toEqual(none);
    await expect(reset()).rejects.toEqual(matchProblem(409, 'no-second-factor'));
    expect(await listMails('second-factor-reset:')).toHaveLength(1);
  });

  test('only an admin with a fresh second factor may reset it, and only for learners [O9, X14, X29]', async () => {
    for (const actor of [mona, buildActor('editor', { totpAt: secondsAfterStart(60) })])
      await expect(reset(actor)).rejects.toEqual(matchProblem(403, 'forbidden'));
    await expect(reset(null)).rejects.toMatchObject({ status: 401 });
    await expect(reset({ ...admin, totpAt: secondsAfterStart(-600) })).rejects.toEqual(matchProblem(403, 'step-up'));
    for (const role of ['editor', 'admin'] as const) {
      await setRole(role);
      await expect(reset()).rejects.toEqual(matchProblem(409, 'staff-second-factor'));
    }
    await (await db()).user.create({ data: { id: 'guest', role: 'guest' } });
    for (const userId of ['guest', 'nobody'])
      await expect(reset(admin, userId)).rejects.toEqual(matchProblem(404, 'not-found'));
    await setRole('learner');
    await (await db()).user.update({ where: { id: 'admin' }, data: { role: 'learner' }, select: { id: true } });
    await expect(reset()).rejects.toEqual(matchProblem(403, 'forbidden'));
    expect([(await readSecondFactor()).confirmed, await listMails('second-factor-reset:')]).toEqual([true, []]);
  });
});

describe('npm run admin -- <email> --reset-second-factor [O4, D12]', () => {
  test('resets an admin’s second factor too, logs the command line as the author and sends an email [O4, D12, O9]', async () => {
    await setRole('admin');
    expect(await commands.admin([` ${email.toUpperCase()}`, '--reset-second-factor'])).toMatchObject({
      ok: true,
      lines: [expect.stringContaining('Sessions ended: 1.'), expect.stringContaining('alone opens the account')],
    });
    expect([await readSecondFactor(), await countSessions()]).toEqual([none, 0]);
    expect((await listAudit(admin, { page: 1 })).rows[0]).toMatchObject({
      action: 'second-factor.reset',
      actorId: null,
      detail: { by: 'command line' },
    });
    expect(await listMails('second-factor-reset:')).toMatchObject([{ to: email, template: 'second-factor-reset' }]);
    expect(await commands.admin(['--reset-second-factor', email])).toEqual({
      ok: false,
      lines: [`${email} has no second factor: nothing to reset.`],
    });
  });

  test('an unknown address, unknown option or second address changes nothing and promotes no account [O4, D12]', async () => {
    expect(await commands.admin(['nobody@midan.example', '--reset-second-factor'])).toEqual({
      ok: false,
      lines: ['There is no account nobody@midan.example.'],
    });
    const usage = { ok: false, lines: ['Usage: npm run admin -- <email> [--reset-second-factor]'] };
    for (const args of [
      [],
      ['--reset-second-factor'],
      [email, '--reset-2fa'],
      [email, '-r'],
      [email, 'hala@midan.example'],
    ])
      expect(await commands.admin(args)).toEqual(usage);
    const { role } = await (await db()).user.findUniqueOrThrow({ where: { id: mona.userId }, select: { role: true } });
    expect([role, (await readSecondFactor()).confirmed]).toEqual(['learner', true]);
    expect(await commands.admin([email])).toMatchObject({ ok: true });
  });
});
