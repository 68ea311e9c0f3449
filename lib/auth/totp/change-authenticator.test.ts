import { authenticator } from 'otplib';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '@/lib/actor';
import { findActor } from '@/lib/auth/sessions/actor-of';
import { startSession } from '@/lib/auth/sessions/start-session';
import { addSeconds } from '@/lib/clock';
import { db } from '@/lib/database/client';
import { freshDatabase } from '@/lib/testing/database';
import { beginAuthenticatorChange, confirmAuthenticatorChange } from './change-authenticator';
import { checkSecondFactor } from './check-second-factor';
import { confirmTotp, enrolTotp } from './enrol-totp';

const device = { userAgent: 'test', address: '10.0.0.1' };
const start = new Date();
const at = (seconds: number) => addSeconds(start, seconds);
const codeAt = (secret: string, seconds: number) => authenticator.clone({ epoch: at(seconds).getTime() }).generate(secret);
const wrong = { status: 422, key: 'totp-wrong' };
const expired = { status: 409, key: 'setup-expired' };
let mona: Actor;
let oldSecret: string;
let recoveryCodes: string[];

const seen = async ({ sessionId, userId }: { sessionId: string; userId: string }) => findActor(sessionId, userId, start);
const shows = (typed: string, seconds: number) => checkSecondFactor({ userId: mona.userId, typed, device, now: at(seconds) });
const begin = () => beginAuthenticatorChange(mona, at(60));
const confirm = (setupToken: string, typed: string, seconds = 60, actor: Actor = mona) => confirmAuthenticatorChange({ actor, typed, setupToken, device, now: at(seconds) });

beforeEach(async () => {
  await freshDatabase();
  const { id: userId } = await (await db()).user.create({ data: { role: 'learner', name: 'Mona', email: 'mona@midan.example', lang: 'ar', emailConfirmedAt: start }, select: { id: true } });
  mona = (await seen(await startSession({ userId }, device, start)))!;
  oldSecret = (await enrolTotp({ actor: mona, device, now: start })).secret;
  recoveryCodes = (await confirmTotp({ actor: mona, typed: codeAt(oldSecret, 0), device, now: start })).recoveryCodes;
  mona = (await seen(mona))!;
});

describe('D12 another authenticator', () => {
  test('D12 the old one counts until a code of the new one is typed; recovery codes stay, other sessions end, the owner hears of it', async () => {
    const other = await startSession({ userId: mona.userId, totpAt: start }, device, start);
    const { secret, otpauthUrl, setupToken } = await begin();
    expect(otpauthUrl).toContain(secret);
    expect(setupToken).not.toContain(secret);
    expect([await shows(codeAt(secret, 60), 60), await shows(codeAt(oldSecret, 60), 61)]).toEqual([false, true]);
    await expect(confirm(setupToken, codeAt(oldSecret, 90), 90)).rejects.toMatchObject(wrong);
    await confirm(setupToken, codeAt(secret, 120), 120);
    expect([await shows(codeAt(oldSecret, 150), 150), await shows(codeAt(secret, 120), 151), await shows(codeAt(secret, 180), 180), await shows(recoveryCodes[0]!, 181)]).toEqual([false, false, true, true]);
    expect([await seen(other), (await seen(mona))?.totpAt]).toEqual([null, at(120)]);
    const client = await db();
    expect(JSON.stringify(await client.user.findFirst({ select: { totpSecret: true } }))).not.toContain(secret);
    expect(await client.outbox.findFirst({ where: { key: { startsWith: 'authenticator-changed:' } }, select: { payload: true } })).toMatchObject({ payload: { to: 'mona@midan.example', lang: 'ar' } });
    expect(await client.securityEvent.count({ where: { event: 'authenticator-changed', userAgent: 'test' } })).toBe(1);
    expect(await client.audit.findFirst({ orderBy: { id: 'desc' }, select: { action: true, detail: true } })).toEqual({ action: 'authenticator.changed', detail: {} });
  });

  test('D12 X29 both steps want a second factor of the last ten minutes, in a session that lives', async () => {
    await expect(beginAuthenticatorChange(mona, at(601))).rejects.toMatchObject({ status: 403, key: 'step-up' });
    await expect(beginAuthenticatorChange({ ...mona, totpEnrolled: false }, at(60))).rejects.toMatchObject({ status: 409, key: 'totp-enrol' });
    const { secret, setupToken } = await begin();
    await expect(confirm(setupToken, codeAt(secret, 601), 601)).rejects.toMatchObject({ status: 403, key: 'step-up' });
    await (await db()).session.updateMany({ data: { revokedAt: start, revokedWhy: 'everywhere' } });
    await expect(confirm(setupToken, codeAt(secret, 60))).rejects.toMatchObject({ status: 401 });
  });

  test('D12 X30 a change counts once, for ten minutes, in its session, and not over another one', async () => {
    const [first, second] = [await begin(), await begin()];
    const elsewhere = (await seen(await startSession({ userId: mona.userId, totpAt: start }, device, start)))!;
    await expect(confirm(first.setupToken, codeAt(first.secret, 60), 60, elsewhere)).rejects.toMatchObject(expired);
    await expect(confirm(first.setupToken, codeAt(first.secret, 660), 660, { ...mona, totpAt: at(600) })).rejects.toMatchObject(expired);
    await expect(confirm('made-up', codeAt(first.secret, 60))).rejects.toMatchObject(expired);
    await confirm(first.setupToken, codeAt(first.secret, 60));
    for (const { setupToken, secret } of [first, second]) await expect(confirm(setupToken, codeAt(secret, 90), 90)).rejects.toMatchObject(expired);
    expect(await shows(codeAt(first.secret, 120), 120)).toBe(true);
  });

  test('D12 X30 a second factor that was reset meanwhile is not set up by the change', async () => {
    const { secret, setupToken } = await begin();
    await (await db()).user.updateMany({ data: { totpSecret: null, totpConfirmedAt: null } });
    await expect(confirm(setupToken, codeAt(secret, 60))).rejects.toMatchObject(expired);
  });

  test('X29 D12 wrong codes count with those of every other place', async () => {
    const { setupToken } = await begin();
    for (let tried = 0; tried < 5; tried += 1) await expect(confirm(setupToken, '000000')).rejects.toMatchObject(wrong);
    await expect(confirm(setupToken, '000000')).rejects.toMatchObject({ status: 429 });
    await expect(shows(codeAt(oldSecret, 60), 60)).rejects.toMatchObject({ status: 429 });
  });
});
