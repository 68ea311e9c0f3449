import { generateSync } from 'otplib';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  beginAuthenticatorChange,
  confirmAuthenticatorChange,
  confirmTotp,
  enrolTotp,
} from '@/lib/accounts/authenticator';
import { checkSecondFactor } from '@/lib/accounts/second-factor';
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
const generateCodeAt = (secret: string, seconds: number) =>
  generateSync({ secret, epoch: at(seconds).getTime() / 1000 });
const wrong = { status: 422, key: 'totp-wrong' };
const expired = { status: 409, key: 'setup-expired' };
let mona: Actor;
let oldSecret: string;
let recoveryCodes: string[];

const findSessionActor = async ({ sessionId, userId }: { sessionId: string; userId: string }) =>
  findActor(sessionId, userId, start);
const passesSecondFactor = (typed: string, seconds: number) =>
  checkSecondFactor({ userId: mona.userId, typed, device, now: at(seconds) });
const begin = () => beginAuthenticatorChange(mona, at(60));
const confirm = (setupToken: string, typed: string, seconds = 60, actor: Actor = mona) =>
  confirmAuthenticatorChange({ actor, typed, setupToken, device, now: at(seconds) });

beforeEach(async () => {
  await resetDatabase();
  const { id: userId } = await (
    await db()
  ).user.create({
    data: { role: 'learner', name: 'Mona', email: 'mona@midan.example', lang: 'ar', emailConfirmedAt: start },
    select: { id: true },
  });
  mona = (await findSessionActor(await startSession({ userId }, device, start)))!;
  oldSecret = (await enrolTotp({ actor: mona, device, now: start })).secret;
  recoveryCodes = (await confirmTotp({ actor: mona, typed: generateCodeAt(oldSecret, 0), device, now: start }))
    .recoveryCodes;
  mona = (await findSessionActor(mona))!;
});

describe('replacing the authenticator [D12]', () => {
  test('the old one works until a code of the new one is entered; recovery codes stay, other sessions end, the owner is emailed [D12]', async () => {
    const other = await startSession({ userId: mona.userId, totpAt: start }, device, start);
    const { secret, otpauthUrl, setupToken } = await begin();
    expect(otpauthUrl).toContain(secret);
    expect(setupToken).not.toContain(secret);
    expect([
      await passesSecondFactor(generateCodeAt(secret, 60), 60),
      await passesSecondFactor(generateCodeAt(oldSecret, 60), 61),
    ]).toEqual([false, true]);
    await expect(confirm(setupToken, generateCodeAt(oldSecret, 90), 90)).rejects.toMatchObject(wrong);
    await confirm(setupToken, generateCodeAt(secret, 120), 120);
    expect([
      await passesSecondFactor(generateCodeAt(oldSecret, 150), 150),
      await passesSecondFactor(generateCodeAt(secret, 120), 151),
      await passesSecondFactor(generateCodeAt(secret, 180), 180),
      await passesSecondFactor(recoveryCodes[0]!, 181),
    ]).toEqual([false, false, true, true]);
    expect([await findSessionActor(other), (await findSessionActor(mona))?.totpAt]).toEqual([null, at(120)]);
    const client = await db();
    expect(JSON.stringify(await client.user.findFirst({ select: { totpSecret: true } }))).not.toContain(secret);
    expect(await readLastMail('authenticator-changed:')).toMatchObject({ to: 'mona@midan.example', lang: 'ar' });
    expect(await client.securityEvent.count({ where: { event: 'authenticator-changed', userAgent: 'test' } })).toBe(1);
    expect(await client.audit.findFirst({ orderBy: { id: 'desc' }, select: { action: true, detail: true } })).toEqual({
      action: 'authenticator.changed',
      detail: {},
    });
  });

  test('both steps require a second factor of the last ten minutes and a live session [D12, X29]', async () => {
    await expect(beginAuthenticatorChange(mona, at(601))).rejects.toMatchObject({ status: 403, key: 'step-up' });
    await expect(beginAuthenticatorChange({ ...mona, totpEnrolled: false }, at(60))).rejects.toMatchObject({
      status: 409,
      key: 'totp-enrol',
    });
    const { secret, setupToken } = await begin();
    await expect(confirm(setupToken, generateCodeAt(secret, 601), 601)).rejects.toMatchObject({
      status: 403,
      key: 'step-up',
    });
    await (await db()).session.updateMany({ data: { revokedAt: start, revokedWhy: 'everywhere' } });
    await expect(confirm(setupToken, generateCodeAt(secret, 60))).rejects.toMatchObject({ status: 401 });
  });

  test('a change works once, for ten minutes, in its own session, and not after another change [D12, X30]', async () => {
    const [first, second] = [await begin(), await begin()];
    const elsewhere = (await findSessionActor(
      await startSession({ userId: mona.userId, totpAt: start }, device, start),
    ))!;
    await expect(confirm(first.setupToken, generateCodeAt(first.secret, 60), 60, elsewhere)).rejects.toMatchObject(
      expired,
    );
    await expect(
      confirm(first.setupToken, generateCodeAt(first.secret, 660), 660, { ...mona, totpAt: at(600) }),
    ).rejects.toMatchObject(expired);
    await expect(confirm('made-up', generateCodeAt(first.secret, 60))).rejects.toMatchObject(expired);
    await confirm(first.setupToken, generateCodeAt(first.secret, 60));
    for (const { setupToken, secret } of [first, second])
      await expect(confirm(setupToken, generateCodeAt(secret, 90), 90)).rejects.toMatchObject(expired);
    expect(await passesSecondFactor(generateCodeAt(first.secret, 120), 120)).toBe(true);
  });

  test('does not restore a second factor that was reset in between [D12, X30]', async () => {
    const { secret, setupToken } = await begin();
    await (await db()).user.updateMany({ data: { totpSecret: null, totpConfirmedAt: null } });
    await expect(confirm(setupToken, generateCodeAt(secret, 60))).rejects.toMatchObject(expired);
  });

  test('wrong codes count together with those of every other entry point [X29, D12]', async () => {
    const { setupToken } = await begin();
    for (let tried = 0; tried < 5; tried += 1) await expect(confirm(setupToken, '000000')).rejects.toMatchObject(wrong);
    await expect(confirm(setupToken, '000000')).rejects.toMatchObject({ status: 429 });
    await expect(passesSecondFactor(generateCodeAt(oldSecret, 60), 60)).rejects.toMatchObject({ status: 429 });
  });
});
