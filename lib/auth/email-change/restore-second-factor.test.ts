import { authenticator } from 'otplib';
import { beforeEach, expect, test } from 'vitest';
import type { Actor } from '@/lib/actor';
import { startSession } from '@/lib/auth/sessions/start-session';
import { beginAuthenticatorChange, confirmAuthenticatorChange } from '@/lib/auth/totp/change-authenticator';
import { confirmTotp, enrolTotp } from '@/lib/auth/totp/enrol-totp';
import { renewRecoveryCodes } from '@/lib/auth/totp/recovery-codes';
import { db } from '@/lib/database/client';
import { freshDatabase } from '@/lib/testing/database';
import { actorOf, at, change, device, newPerson, oldEmail, start } from '@/lib/testing/email-change';
import { restoreEmail } from './restore-email';

const codeAt = (secret: string, seconds: number) => authenticator.clone({ epoch: at(seconds).getTime() }).generate(secret);
let mona: Actor;

beforeEach(async () => {
  await freshDatabase();
  mona = await newPerson(oldEmail);
  const { secret } = await enrolTotp({ actor: mona, device, now: start });
  await confirmTotp({ actor: mona, typed: codeAt(secret, 0), device, now: start });
});

/** A session that has shown the second factor after the address was changed. */
const thief = async () => (await actorOf(await startSession({ userId: mona.userId, totpAt: at(90) }, device, at(90))))!;
const factorOf = async () => (await db()).user.findUniqueOrThrow({ where: { id: mona.userId }, select: { totpConfirmedAt: true, _count: { select: { recoveryCodes: true } } } });
const changed = async () => change((await actorOf(mona))!);
const restore = (token: string) => restoreEmail({ token, device, now: at(120) });

test('N24 X36 recovery codes that were replaced since the change go', async () => {
  const token = await changed();
  await renewRecoveryCodes({ actor: await thief(), device, now: at(91) });
  await restore(token);
  expect(await factorOf()).toEqual({ totpConfirmedAt: start, _count: { recoveryCodes: 0 } });
});

test('N24 X36 recovery codes from before the change stay', async () => {
  await renewRecoveryCodes({ actor: (await actorOf(mona))!, device, now: start });
  await restore(await changed());
  expect(await factorOf()).toEqual({ totpConfirmedAt: start, _count: { recoveryCodes: 10 } });
});

test('N24 X36 an authenticator that replaced another since the change goes', async () => {
  const token = await changed();
  const actor = await thief();
  const { secret, setupToken } = await beginAuthenticatorChange(actor, at(91));
  await confirmAuthenticatorChange({ actor, typed: codeAt(secret, 92), setupToken, device, now: at(92) });
  await restore(token);
  expect((await factorOf()).totpConfirmedAt).toBeNull();
});
