import { authenticator } from 'otplib';
import { beforeEach, describe, expect, test } from 'vitest';
import { listAudit } from '@/lib/admin/reports/audit-log';
import type { Actor } from '@/lib/actor';
import { checkPassword } from '@/lib/auth/password/check-password';
import { signInWithPasskey, passkeySignInOptions } from '@/lib/auth/passkeys/sign-in-with-passkey';
import { passkeyRegistrationOptions, registerPasskey } from '@/lib/auth/passkeys/register-passkey';
import { sendOneTimeCode } from '@/lib/auth/one-time-codes/one-time-code';
import { listSecurityEvents } from '@/lib/auth/security-events/list-security-events';
import { confirmTotp, enrolTotp } from '@/lib/auth/totp/enrol-totp';
import { spendSecondFactor } from '@/lib/auth/totp/totp';
import { commands } from '@/lib/control/commands';
import { db, transaction } from '@/lib/database/client';
import { actorFor } from '@/lib/testing/actors';
import { TestAuthenticator } from '@/lib/testing/authenticator';
import { freshDatabase } from '@/lib/testing/database';
import { actorOf, at, device, newPerson, oldEmail as email, password, start } from '@/lib/testing/email-change';
import { requireAdminLearner } from './learner';
import { resetSecondFactor } from './reset-second-factor';

const admin = actorFor('admin', { totpAt: at(60) });
const reason = 'came to the office with a passport';
const problem = (status: number, key: string) => expect.objectContaining({ status, key });

let mona: Actor;
let secret: string;

const reset = (actor: Actor | null = admin, userId = mona.userId) => resetSecondFactor(actor, { userId, reason, now: at(60) });
const setRole = async (role: 'learner' | 'editor' | 'admin') => (await db()).user.update({ where: { id: mona.userId }, data: { role }, select: { id: true } });
const living = async () => (await db()).session.count({ where: { userId: mona.userId, revokedAt: null } });
const mails = async () => (await db()).outbox.findMany({ where: { key: { startsWith: 'second-factor-reset:' } }, select: { payload: true } });
const codeAt = (seconds: number) => authenticator.clone({ epoch: at(seconds).getTime() }).generate(secret);
const factorOf = async () => {
  const { totpSecret, totpConfirmedAt, totpLastStep, _count } = await (await db()).user.findUniqueOrThrow({
    where: { id: mona.userId }, select: { totpSecret: true, totpConfirmedAt: true, totpLastStep: true, _count: { select: { recoveryCodes: true, passkeys: true } } },
  });
  return { secret: totpSecret !== null, confirmed: totpConfirmedAt !== null, step: totpLastStep !== null, ..._count };
};
const all = { secret: true, confirmed: true, step: true, recoveryCodes: 10, passkeys: 1 };
const none = { secret: false, confirmed: false, step: false, recoveryCodes: 0, passkeys: 0 };

async function addPasskey(): Promise<TestAuthenticator> {
  const key = new TestAuthenticator();
  const shown = { ...mona, totpAt: start };
  await registerPasskey(shown, key.create(await passkeyRegistrationOptions({ actor: shown, device, now: start })), device, start);
  return key;
}

beforeEach(async () => {
  await freshDatabase();
  await (await db()).user.create({ data: { id: 'admin', role: 'admin', name: 'Amira', email: 'admin@midan.example', emailConfirmedAt: start } });
  mona = await newPerson(email);
  secret = (await enrolTotp({ actor: mona, device, now: start })).secret;
  await confirmTotp({ actor: mona, typed: codeAt(0), device, now: start });
});

describe('O9 D12 a lost second factor, reset in administration', () => {
  test('O9 D12 N22 authenticator, recovery codes and passkeys go, sessions and open codes end; the log has the reason, the learner a mail', async () => {
    const key = await addPasskey();
    await sendOneTimeCode({ email, address: 'x', now: start });
    const client = await db();
    await client.user.update({ where: { id: mona.userId }, data: { lang: 'de' }, select: { id: true } });
    expect(await factorOf()).toEqual(all);
    expect(await requireAdminLearner(admin, mona.userId, at(1))).toMatchObject({ secondFactor: true, passkeys: 1 });
    expect(await reset()).toMatchObject({ userId: mona.userId, secondFactor: false });
    expect([await factorOf(), await living(), await actorOf(mona)]).toEqual([none, 0, null]);
    expect(await client.code.count({ where: { userId: mona.userId, usedAt: null, purpose: 'otp' } })).toBe(0);
    const browser = 'a browser';
    await expect(signInWithPasskey({ credential: key.show(await passkeySignInOptions(browser, at(61))), browser, device, now: at(61) })).rejects.toEqual(problem(401, 'passkey-refused'));
    expect((await checkPassword({ email, password, address: 'x', now: at(61) })).ok).toBe(true);
    expect((await listAudit(admin, { page: 1 })).rows[0]).toMatchObject({ action: 'second-factor.reset', subject: `user:${mona.userId}`, actorId: 'admin', detail: { reason } });
    expect(await mails()).toMatchObject([{ payload: { to: email, lang: 'de', template: 'second-factor-reset' } }]);
    expect((await listSecurityEvents(admin, mona.userId, { page: 1 })).rows[0]).toMatchObject({ event: 'second-factor-reset', device: null });
  });

  test('O9 D12 a code of the authenticator that was removed meanwhile counts no more', async () => {
    const before = await (await db()).user.findUniqueOrThrow({ where: { id: mona.userId }, select: { id: true, totpSecret: true } });
    await reset();
    expect(await transaction((tx) => spendSecondFactor(tx, before, codeAt(60), at(60)))).toBeNull();
  });

  test('O9 N22 D12 passkeys alone are a second factor too; without any there is nothing to reset', async () => {
    await addPasskey();
    await (await db()).user.updateMany({ data: { totpConfirmedAt: null } });
    await reset();
    expect(await factorOf()).toEqual(none);
    await expect(reset()).rejects.toEqual(problem(409, 'no-second-factor'));
    expect(await mails()).toHaveLength(1);
  });

  test('O9 X14 X29 only an administrator with a fresh second factor, and only for learners', async () => {
    for (const actor of [mona, actorFor('editor', { totpAt: at(60) })]) await expect(reset(actor)).rejects.toEqual(problem(403, 'forbidden'));
    await expect(reset(null)).rejects.toMatchObject({ status: 401 });
    await expect(reset({ ...admin, totpAt: at(-600) })).rejects.toEqual(problem(403, 'step-up'));
    for (const role of ['editor', 'admin'] as const) {
      await setRole(role);
      await expect(reset()).rejects.toEqual(problem(409, 'staff-second-factor'));
    }
    await (await db()).user.create({ data: { id: 'guest', role: 'guest' } });
    for (const userId of ['guest', 'nobody']) await expect(reset(admin, userId)).rejects.toEqual(problem(404, 'not-found'));
    await setRole('learner');
    await (await db()).user.update({ where: { id: 'admin' }, data: { role: 'learner' }, select: { id: true } });
    await expect(reset()).rejects.toEqual(problem(403, 'forbidden'));
    expect([(await factorOf()).confirmed, await mails()]).toEqual([true, []]);
  });
});

describe('O4 D12 npm run admin -- <email> --reset-second-factor', () => {
  test('O4 D12 O9 resets an administrator’s too, with an entry of the command line and a mail', async () => {
    await setRole('admin');
    expect(await commands.admin([` ${email.toUpperCase()}`, '--reset-second-factor'])).toMatchObject({ ok: true, lines: [expect.stringContaining('Sessions ended: 1.'), expect.stringContaining('alone opens the account')] });
    expect([await factorOf(), await living()]).toEqual([none, 0]);
    expect((await listAudit(admin, { page: 1 })).rows[0]).toMatchObject({ action: 'second-factor.reset', actorId: null, detail: { by: 'command line' } });
    expect(await mails()).toMatchObject([{ payload: { to: email, template: 'second-factor-reset' } }]);
    expect(await commands.admin(['--reset-second-factor', email])).toEqual({ ok: false, lines: [`${email} has no second factor: nothing to reset.`] });
  });

  test('O4 D12 an unknown address, option or second address changes nothing, and makes nobody administrator', async () => {
    expect(await commands.admin(['nobody@midan.example', '--reset-second-factor'])).toEqual({ ok: false, lines: ['There is no account nobody@midan.example.'] });
    const usage = { ok: false, lines: ['Whose? npm run admin -- <email> [--reset-second-factor]'] };
    for (const args of [[], ['--reset-second-factor'], [email, '--reset-2fa'], [email, '-r'], [email, 'hala@midan.example']]) expect(await commands.admin(args)).toEqual(usage);
    const { role } = await (await db()).user.findUniqueOrThrow({ where: { id: mona.userId }, select: { role: true } });
    expect([role, (await factorOf()).confirmed]).toEqual(['learner', true]);
    expect(await commands.admin([email])).toMatchObject({ ok: true });
  });
});
