import { generateSync } from 'otplib';
import { beforeEach, expect, test } from 'vitest';
import {
  beginAuthenticatorChange,
  confirmAuthenticatorChange,
  confirmTotp,
  enrolTotp,
} from '@/lib/accounts/authenticator';
import { restoreEmail } from '@/lib/accounts/email-change';
import { renewRecoveryCodes } from '@/lib/accounts/second-factor';
import { startSession } from '@/lib/accounts/sessions/start-session';
import { db } from '@/lib/database/client';
import type { Actor } from '@/lib/permissions';
import { resetDatabase } from '@/tests/support/database';
import {
  completeEmailChange,
  createUser,
  device,
  findActorOf,
  oldEmail,
  secondsAfterStart,
  start,
} from '@/tests/support/email-change';

const generateCodeAt = (secret: string, seconds: number) =>
  generateSync({ secret, epoch: secondsAfterStart(seconds).getTime() / 1000 });
let mona: Actor;

beforeEach(async () => {
  await resetDatabase();
  mona = await createUser(oldEmail);
  const { secret } = await enrolTotp({ actor: mona, device, now: start });
  await confirmTotp({ actor: mona, typed: generateCodeAt(secret, 0), device, now: start });
});

const createThief = async () =>
  (await findActorOf(
    await startSession({ userId: mona.userId, totpAt: secondsAfterStart(90) }, device, secondsAfterStart(90)),
  ))!;
const readSecondFactor = async () =>
  (await db()).user.findUniqueOrThrow({
    where: { id: mona.userId },
    select: { totpConfirmedAt: true, _count: { select: { recoveryCodes: true } } },
  });
const changeAddress = async () => completeEmailChange((await findActorOf(mona))!);
const restore = (token: string) => restoreEmail({ token, device, now: secondsAfterStart(120) });

test('restoring removes recovery codes that were replaced after the change [N24, X36]', async () => {
  const token = await changeAddress();
  await renewRecoveryCodes({ actor: await createThief(), device, now: secondsAfterStart(91) });
  await restore(token);
  expect(await readSecondFactor()).toEqual({ totpConfirmedAt: start, _count: { recoveryCodes: 0 } });
});

test('restoring keeps recovery codes from before the change [N24, X36]', async () => {
  await renewRecoveryCodes({ actor: (await findActorOf(mona))!, device, now: start });
  await restore(await changeAddress());
  expect(await readSecondFactor()).toEqual({ totpConfirmedAt: start, _count: { recoveryCodes: 10 } });
});

test('restoring removes an authenticator that was replaced after the change [N24, X36]', async () => {
  const token = await changeAddress();
  const actor = await createThief();
  const { secret, setupToken } = await beginAuthenticatorChange(actor, secondsAfterStart(91));
  await confirmAuthenticatorChange({
    actor,
    typed: generateCodeAt(secret, 92),
    setupToken,
    device,
    now: secondsAfterStart(92),
  });
  await restore(token);
  expect((await readSecondFactor()).totpConfirmedAt).toBeNull();
});
