import { generateSync } from 'otplib';
import { beforeEach, expect, test } from 'vitest';
import { confirmTotp, enrolTotp } from '@/lib/accounts/authenticator';
import { checkSecondFactor, countRecoveryCodes, renewRecoveryCodes } from '@/lib/accounts/second-factor';
import { findActor } from '@/lib/accounts/sessions/actor-of';
import { startSession } from '@/lib/accounts/sessions/start-session';
import { addSeconds } from '@/lib/clock';
import { db } from '@/lib/database/client';
import type { Actor } from '@/lib/permissions';
import { resetDatabase } from '@/tests/support/database';
import { readLastMail } from '@/tests/support/outbox';

const device = { userAgent: 'test', ip: '10.0.0.1' };
const start = new Date();
const at = (seconds: number) => addSeconds(start, seconds);
let mona: Actor;
let first: string[];

const findSessionActor = async ({ sessionId, userId }: { sessionId: string; userId: string }) =>
  (await findActor(sessionId, userId, start))!;
const passesSecondFactor = (typed: string, seconds: number) =>
  checkSecondFactor({ userId: mona.userId, typed, device, now: at(seconds) });

beforeEach(async () => {
  await resetDatabase();
  const { id: userId } = await (
    await db()
  ).user.create({
    data: { role: 'learner', name: 'Mona', email: 'mona@midan.example', lang: 'de', emailConfirmedAt: start },
    select: { id: true },
  });
  mona = await findSessionActor(await startSession({ userId }, device, start));
  const { secret } = await enrolTotp({ actor: mona, device, now: start });
  first = (
    await confirmTotp({
      actor: mona,
      typed: generateSync({ secret, epoch: start.getTime() / 1000 }),
      device,
      now: start,
    })
  ).recoveryCodes;
  mona = await findSessionActor(mona);
});

test('new recovery codes replace the earlier ones, and the owner is emailed [D12]', async () => {
  expect(await passesSecondFactor(first[0]!, 60)).toBe(true);
  expect(await countRecoveryCodes(mona)).toBe(9);
  const { recoveryCodes } = await renewRecoveryCodes({ actor: mona, device, now: at(60) });
  expect([new Set([...first, ...recoveryCodes]).size, await countRecoveryCodes(mona)]).toEqual([20, 10]);
  expect([await passesSecondFactor(first[1]!, 61), await passesSecondFactor(recoveryCodes[1]!, 62)]).toEqual([
    false,
    true,
  ]);
  const client = await db();
  expect(JSON.stringify(await client.recoveryCode.findMany({ select: { hash: true } }))).not.toContain(
    recoveryCodes[0],
  );
  expect(await readLastMail('recovery-codes-replaced:')).toMatchObject({ to: 'mona@midan.example', lang: 'de' });
  expect(await client.securityEvent.count({ where: { event: 'recovery-codes-replaced', userAgent: 'test' } })).toBe(1);
  expect(await client.audit.findFirst({ orderBy: { id: 'desc' }, select: { action: true, detail: true } })).toEqual({
    action: 'recovery-codes.replaced',
    detail: {},
  });
});

test('renewing requires a second factor of the last ten minutes and a live session [D12, X29]', async () => {
  const renew = (actor: Actor, seconds = 60) => renewRecoveryCodes({ actor, device, now: at(seconds) });
  await expect(renew(mona, 601)).rejects.toMatchObject({ status: 403, key: 'step-up' });
  await expect(renew({ ...mona, totpAt: null })).rejects.toMatchObject({ status: 403, key: 'step-up' });
  await expect(renew({ ...mona, totpEnrolled: false })).rejects.toMatchObject({ status: 409, key: 'totp-enrol' });
  await (await db()).session.updateMany({ data: { revokedAt: start, revokedWhy: 'everywhere' } });
  await expect(renew(mona)).rejects.toMatchObject({ status: 401 });
  expect(await passesSecondFactor(first[0]!, 60)).toBe(true);
});

test('renewing is refused if the second factor was reset in between [X30, D12]', async () => {
  await (await db()).user.updateMany({ data: { totpSecret: null, totpConfirmedAt: null } });
  await expect(renewRecoveryCodes({ actor: mona, device, now: at(60) })).rejects.toMatchObject({
    status: 409,
    key: 'totp-enrol',
  });
});
