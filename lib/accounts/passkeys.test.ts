import { generateSync } from 'otplib';
import { beforeEach, describe, expect, test } from 'vitest';
import { confirmTotp, enrolTotp } from '@/lib/accounts/authenticator';
import { confirmEmail } from '@/lib/accounts/confirm-email';
import {
  createSignInOptions,
  createStepUpOptions,
  newPasskeySchema,
  passkeySignInSchema,
  passkeyStepUpSchema,
  signInWithPasskey,
  stepUpByPasskey,
} from '@/lib/accounts/passkey-sign-in';
import {
  createRegistrationOptions,
  listPasskeys,
  registerPasskey,
  removePasskey,
  renamePasskey,
} from '@/lib/accounts/passkeys';
import { hashPassword } from '@/lib/accounts/password/check-password';
import { findActor } from '@/lib/accounts/sessions/actor-of';
import { endSession } from '@/lib/accounts/sessions/end-sessions';
import { startSession } from '@/lib/accounts/sessions/start-session';
import { addSeconds } from '@/lib/clock';
import { db, transaction } from '@/lib/database/client';
import { sweepExpired } from '@/lib/jobs/all-jobs';
import { type Actor, assertAdmin } from '@/lib/permissions';
import { listAuditActions } from '@/tests/support/audit-log';
import { TestAuthenticator } from '@/tests/support/authenticator';
import { resetDatabase } from '@/tests/support/database';
import { listTemplates } from '@/tests/support/outbox';
import { exportOf } from '@/tests/support/personal-export';

const device = { userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140', ip: '10.0.0.1' };
const start = new Date('2026-11-22T10:00:00Z');
const at = (seconds: number) => addSeconds(start, seconds);
const browser = 'the-token-of-this-browser';

let mona: Actor;
let passkey: TestAuthenticator;

async function startSignedIn(email: string, role: 'learner' | 'admin' = 'learner'): Promise<Actor> {
  const client = await db();
  const { id } = await client.user.upsert({
    where: { email },
    create: { email, role, name: 'Mona', emailConfirmedAt: start, ownerProvenAt: start },
    update: {},
    select: { id: true },
  });
  const session = await startSession({ userId: id }, device, start);
  return (await findActor(session.sessionId, id, start))!;
}

async function register(actor: Actor, key = new TestAuthenticator(), seconds = 0): Promise<TestAuthenticator> {
  const options = await createRegistrationOptions({ actor, device, now: at(seconds) });
  await registerPasskey(actor, key.create(options), device, at(seconds));
  return key;
}

const addFactor = (actor: Actor, seconds = 0): Actor => ({ ...actor, totpAt: at(seconds) });

const signIn = async (key: TestAuthenticator, change: Parameters<TestAuthenticator['show']>[1] = {}, seconds = 60) =>
  signInWithPasskey({
    credential: key.show(await createSignInOptions(browser, at(seconds)), change),
    browser,
    device,
    now: at(seconds),
  });
const readStoredPasskey = async () =>
  (await db()).passkey.findFirstOrThrow({
    select: { id: true, counter: true, name: true, backupEligible: true, backedUp: true, lastUsedAt: true },
  });

const refused = { status: 401, key: 'passkey-refused' };

beforeEach(async () => {
  await resetDatabase();
  mona = await startSignedIn('mona@midan.example');
  passkey = await register(mona);
});

describe('adding, renaming and removing [N22]', () => {
  test('a new passkey is named after the device, logged and emailed, and stores whether it can be backed up [N22]', async () => {
    expect(await readStoredPasskey()).toMatchObject({
      name: 'Chrome · Android',
      counter: 0n,
      backupEligible: true,
      backedUp: true,
      lastUsedAt: null,
    });
    expect([await listTemplates(), await listAuditActions()]).toEqual([['passkey-added'], ['passkey.added']]);
    expect(await createRegistrationOptions({ actor: addFactor(mona), device, now: start })).toMatchObject({
      rp: { id: 'localhost' },
      excludeCredentials: [{ id: passkey.id.toString('base64url') }],
    });
  });

  test('adding a passkey requires a fresh sign-in [N22, X05]', async () => {
    await expect(createRegistrationOptions({ actor: mona, device, now: at(601) })).rejects.toMatchObject({
      status: 403,
      key: 'reauthenticate',
    });
  });

  test('with a second factor, adding a passkey requires it within the last ten minutes; a fresh password is not enough [N22, X29]', async () => {
    const stepUp = { status: 403, key: 'step-up' };
    await expect(createRegistrationOptions({ actor: mona, device, now: start })).rejects.toMatchObject(stepUp);
    await expect(createRegistrationOptions({ actor: addFactor(mona, -601), device, now: start })).rejects.toMatchObject(
      stepUp,
    );
    const options = await createRegistrationOptions({ actor: addFactor(mona), device, now: start });
    await expect(registerPasskey(mona, new TestAuthenticator().create(options), device, start)).rejects.toMatchObject(
      stepUp,
    );
    await registerPasskey(addFactor(mona), new TestAuthenticator().create(options), device, start);
    const hala = await startSignedIn('hala@midan.example');
    const registration = await createRegistrationOptions({ actor: hala, device, now: start });
    const { secret } = await enrolTotp({ actor: hala, device, now: start });
    await confirmTotp({
      actor: hala,
      typed: generateSync({ secret, epoch: start.getTime() / 1000 }),
      device,
      now: start,
    });
    await expect(createRegistrationOptions({ actor: hala, device, now: start })).rejects.toMatchObject(stepUp);
    await expect(
      registerPasskey(hala, new TestAuthenticator().create(registration), device, start),
    ).rejects.toMatchObject(stepUp);
    expect(await (await db()).passkey.count()).toBe(2);
  });

  test('refuses an ended session, a known passkey and a twenty-first passkey [N22]', async () => {
    const other = await startSignedIn('hala@midan.example');
    await expect(register(other, passkey)).rejects.toMatchObject({ status: 409, key: 'passkey-known' });
    const options = await createRegistrationOptions({ actor: addFactor(mona), device, now: start });
    await endSession(mona.sessionId, 'logout', start);
    await expect(registerPasskey(mona, new TestAuthenticator().create(options), device, start)).rejects.toMatchObject({
      status: 401,
    });
    for (let count = 0; count < 20; count += 1) await register(addFactor(other));
    await expect(register(addFactor(other))).rejects.toMatchObject({ status: 409, key: 'passkeys-full' });
  });

  test('only its owner renames or removes a passkey, and a removed passkey no longer signs in [N22]', async () => {
    const other = await startSignedIn('hala@midan.example');
    const { id } = await readStoredPasskey();
    const one = { userId: mona.userId, passkeyId: id };
    await expect(renamePasskey({ actor: other, ...one, userId: other.userId, name: 'Mine' })).rejects.toMatchObject({
      status: 404,
    });
    await expect(removePasskey({ actor: other, ...one, device, now: start })).rejects.toMatchObject({ status: 403 });
    await expect(
      removePasskey({ actor: other, ...one, userId: other.userId, device, now: start }),
    ).rejects.toMatchObject({ status: 404 });
    await renamePasskey({ actor: mona, ...one, name: 'هاتفي' });
    expect(await listPasskeys(mona, mona.userId)).toMatchObject([{ name: 'هاتفي' }]);
    const options = await createSignInOptions(browser, at(60));
    await removePasskey({ actor: mona, ...one, device, now: at(60) });
    await expect(
      signInWithPasskey({ credential: passkey.show(options), browser, device, now: at(60) }),
    ).rejects.toMatchObject(refused);
    expect([(await listTemplates()).at(-1), (await listAuditActions()).at(-1)]).toEqual([
      'passkey-removed',
      'passkey.removed',
    ]);
  });

  test('removing a passkey requires a sign-in of the last ten minutes or the current password [X43]', async () => {
    const { id } = await readStoredPasskey();
    const removal = { actor: mona, userId: mona.userId, passkeyId: id, device, now: at(601) };
    await expect(removePasskey(removal)).rejects.toMatchObject({ status: 403, key: 'reauthenticate' });
    expect(await listPasskeys(mona, mona.userId)).toHaveLength(1);
    await (
      await db()
    ).user.update({
      where: { id: mona.userId },
      data: { passwordHash: await hashPassword('river-lantern-42') },
      select: { id: true },
    });
    await expect(removePasskey({ ...removal, currentPassword: 'another-lantern-7' })).rejects.toMatchObject({
      status: 403,
      key: 'reauthenticate',
    });
    await removePasskey({ ...removal, currentPassword: 'river-lantern-42' });
    expect(await listPasskeys(mona, mona.userId)).toEqual([]);
  });

  test('the first confirmation of an address removes earlier passkeys [N22, X28]', async () => {
    await (await db()).user.updateMany({ data: { emailConfirmedAt: null, ownerProvenAt: null } });
    await transaction((tx) => confirmEmail(tx, mona.userId, device, at(60)));
    await expect(signIn(passkey)).rejects.toMatchObject(refused);
  });

  test('the data export lists passkeys without keys, and deleting the account removes them [N22]', async () => {
    const data = JSON.stringify(await exportOf(mona, mona.userId, start));
    expect(data).toContain('Chrome · Android');
    expect(data).not.toMatch(/publicKey|credentialId/);
    const client = await db();
    await client.user.delete({ where: { id: mona.userId }, select: { id: true } });
    expect(await client.passkey.count()).toBe(0);
  });
});

describe('signing in [N22]', () => {
  test('opens a session with both factors, even if an authenticator app is enrolled [N22]', async () => {
    const { secret } = await enrolTotp({ actor: addFactor(mona), device, now: start });
    await confirmTotp({
      actor: addFactor(mona),
      typed: generateSync({ secret, epoch: start.getTime() / 1000 }),
      device,
      now: start,
    });
    const session = await signIn(passkey);
    expect(await findActor(session.sessionId, mona.userId, at(60))).toMatchObject({
      totpEnrolled: true,
      totpAt: at(60),
      signedInAt: at(60),
    });
    expect(await readStoredPasskey()).toMatchObject({ counter: 1n, lastUsedAt: at(60) });
  });

  test('accepts authenticators without a counter each time [N22]', async () => {
    for (const seconds of [60, 61]) await signIn(passkey, { counter: 0 }, seconds);
    expect((await readStoredPasskey()).counter).toBe(0n);
  });

  test('a challenge works once, in sequence and in parallel [N22]', async () => {
    const options = await createSignInOptions(browser, at(60));
    const credential = passkey.show(options, { counter: 0 });
    const tries = await Promise.allSettled(
      [1, 2, 3].map(() => signInWithPasskey({ credential, browser, device, now: at(60) })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(signInWithPasskey({ credential, browser, device, now: at(61) })).rejects.toMatchObject(refused);
    expect(await (await db()).spentChallenge.count()).toBe(2);
    await sweepExpired(at(3600));
    expect(await (await db()).spentChallenge.count()).toBe(0);
    await expect(signInWithPasskey({ credential, browser, device, now: at(3600) })).rejects.toMatchObject(refused);
  });

  test('refuses a challenge that is expired, forged or meant for another browser or purpose [N22]', async () => {
    const others = [
      await createSignInOptions('another browser', at(60)),
      await createStepUpOptions(mona, at(60)),
      await createSignInOptions(browser, at(-600)),
      { challenge: Buffer.from('x.99999999999999.y').toString('base64url') },
      { challenge: '' },
    ];
    for (const options of others)
      await expect(
        signInWithPasskey({ credential: passkey.show(options), browser, device, now: at(60) }),
      ).rejects.toMatchObject(refused);
    await expect(createSignInOptions(null, start)).rejects.toMatchObject({ status: 422, key: 'form-expired' });
  });

  test('refuses a wrong origin, site, response type or key, an unverified user and a damaged signature [N22]', async () => {
    await expect(signIn(passkey, { origin: 'https://midan.evil.example' })).rejects.toMatchObject(refused);
    await expect(signIn(passkey, { origin: 'http://localhost:3001' })).rejects.toMatchObject(refused);
    await expect(signIn(passkey, { rpId: 'evil.example' })).rejects.toMatchObject(refused);
    await expect(signIn(passkey, { type: 'webauthn.create' })).rejects.toMatchObject(refused);
    await expect(signIn(passkey, { userVerified: false })).rejects.toMatchObject(refused);
    await expect(signIn(new TestAuthenticator())).rejects.toMatchObject(refused);
    const shown = passkey.show(await createSignInOptions(browser, at(60)));
    const forged = new TestAuthenticator().show(await createSignInOptions(browser, at(60)));
    await expect(
      signInWithPasskey({ credential: { ...shown, response: forged.response }, browser, device, now: at(60) }),
    ).rejects.toMatchObject(refused);
  });

  test('refuses a stale counter and logs a cloned key; a replay or forged response is not logged as one [N22]', async () => {
    await signIn(passkey, { counter: 7 });
    for (const counter of [7, 3, 0]) await expect(signIn(passkey, { counter }, 61)).rejects.toMatchObject(refused);
    expect((await listAuditActions()).filter((action) => action === 'passkey.cloned')).toHaveLength(3);
    const shown = passkey.show(await createSignInOptions(browser, at(61)), { counter: 8 });
    const send = () => signInWithPasskey({ credential: shown, browser, device, now: at(61) });
    await send();
    await expect(send()).rejects.toMatchObject(refused);
    const junk = {
      ...new TestAuthenticator().show(await createSignInOptions(browser, at(60))),
      id: passkey.id.toString('base64url'),
      rawId: passkey.id.toString('base64url'),
    };
    await expect(signInWithPasskey({ credential: junk, browser, device, now: at(60) })).rejects.toMatchObject(refused);
    expect((await listAuditActions()).filter((action) => action === 'passkey.cloned')).toHaveLength(3);
    await signIn(passkey, { counter: 9 }, 62);
  });

  test('accepts the user handle of the passkey’s owner and refuses another account’s [X37]', async () => {
    const hala = await startSignedIn('hala@midan.example');
    const signWithHandle = async (userHandle: string, seconds: number) => {
      const shown = passkey.show(await createSignInOptions(browser, at(seconds)));
      return signInWithPasskey({
        credential: { ...shown, response: { ...shown.response, userHandle } },
        browser,
        device,
        now: at(seconds),
      });
    };
    const handleOf = ({ userId }: Actor) => Buffer.from(userId).toString('base64url');
    await expect(signWithHandle(handleOf(hala), 60)).rejects.toMatchObject(refused);
    await expect(signWithHandle('AAAA', 60)).rejects.toMatchObject(refused);
    await signWithHandle(handleOf(mona), 61);
    await signWithHandle('', 62);
  });

  test('refused passkeys count as failures of the IP address [N22, X29]', async () => {
    await (await db()).rateLimit.create({ data: { key: 'login-address:10.0.0.1', points: 299, expiresAt: at(500) } });
    await expect(signIn(passkey, { origin: 'https://evil.example' })).rejects.toMatchObject(refused);
    await expect(signIn(passkey)).rejects.toMatchObject({ status: 429 });
  });
});

test('accepts responses whose optional members are null or missing [N22]', async () => {
  const key = new TestAuthenticator();
  const created = key.create(await createRegistrationOptions({ actor: addFactor(mona), device, now: start }));
  const registration = newPasskeySchema.parse({
    credential: {
      ...created,
      authenticatorAttachment: null,
      clientExtensionResults: null,
      response: { ...created.response, transports: null, publicKey: null },
    },
  });
  await registerPasskey(addFactor(mona), registration.credential, device, start);

  const shown = key.show(await createSignInOptions(browser, at(60)));
  const signInBody = passkeySignInSchema.parse({
    credential: {
      ...shown,
      authenticatorAttachment: null,
      clientExtensionResults: null,
      response: { ...shown.response, userHandle: null },
    },
    callbackUrl: null,
  });
  const session = await signInWithPasskey({ credential: signInBody.credential, browser, device, now: at(60) });
  expect(await findActor(session.sessionId, mona.userId, at(60))).not.toBeNull();

  const { id, rawId, type, response } = key.show(await createStepUpOptions(mona, at(61)));
  await stepUpByPasskey(
    mona,
    passkeyStepUpSchema.parse({ credential: { id, rawId, type, response } }).credential,
    device,
    at(61),
  );
});

describe('stepping up [N22]', () => {
  const stepUp = async (actor: Actor, key: TestAuthenticator, seconds = 700) =>
    stepUpByPasskey(actor, key.show(await createStepUpOptions(actor, at(seconds))), device, at(seconds));

  test('an admin’s passkey counts as a second factor for ten minutes, in this session only [N22, D12]', async () => {
    const chief = await startSignedIn('chief@midan.example', 'admin');
    const key = await register(chief);
    const { secret } = await enrolTotp({ actor: addFactor(chief), device, now: start });
    await confirmTotp({
      actor: addFactor(chief),
      typed: generateSync({ secret, epoch: start.getTime() / 1000 }),
      device,
      now: start,
    });
    const elsewhere = {
      ...chief,
      ...(await startSession({ userId: chief.userId, totpAt: start }, device, start)),
      totpAt: start,
    };
    const findSessionActor = async (actor: Actor, seconds: number) =>
      (await findActor(actor.sessionId, actor.userId, at(seconds)))!;
    expect(() => assertAdmin({ ...elsewhere, totpEnrolled: true }, { stepUp: true, now: at(700) })).toThrow('step-up');
    await stepUp(chief, key);
    expect(() => assertAdmin({ ...elsewhere, totpEnrolled: true }, { stepUp: true, now: at(700) })).toThrow('step-up');
    const proven = await findSessionActor(chief, 700);
    assertAdmin(proven, { stepUp: true, now: at(1299) });
    expect(() => assertAdmin(proven, { stepUp: true, now: at(1301) })).toThrow('step-up');
  });

  test('refuses another user’s passkey, another session’s challenge, a replay and a removed passkey [N22]', async () => {
    const hala = await startSignedIn('hala@midan.example');
    await expect(createStepUpOptions(hala, start)).rejects.toMatchObject({ status: 409, key: 'no-passkey' });
    await register(hala);
    await expect(stepUp(hala, passkey)).rejects.toMatchObject({ status: 422, key: 'passkey-refused' });
    const elsewhere = await startSignedIn('mona@midan.example');
    const credential = passkey.show(await createStepUpOptions(elsewhere, at(60)));
    await expect(stepUpByPasskey(mona, credential, device, at(60))).rejects.toMatchObject({ status: 422 });
    await stepUpByPasskey(elsewhere, credential, device, at(60));
    await expect(stepUpByPasskey(elsewhere, credential, device, at(60))).rejects.toMatchObject({ status: 422 });
    const options = await createStepUpOptions(mona, at(61));
    await removePasskey({
      actor: mona,
      userId: mona.userId,
      passkeyId: (await listPasskeys(mona, mona.userId))[0]!.id,
      device,
      now: at(61),
    });
    await expect(stepUpByPasskey(mona, passkey.show(options), device, at(61))).rejects.toMatchObject({ status: 422 });
  });
});

test('registering refuses another session’s challenge, a replay, another origin and an unverified user [N22]', async () => {
  const elsewhere = addFactor(await startSignedIn('mona@midan.example'));
  const options = await createRegistrationOptions({ actor: elsewhere, device, now: start });
  const refusal = { status: 422, key: 'passkey-refused' };
  const key = new TestAuthenticator();
  await expect(registerPasskey(mona, key.create(options), device, start)).rejects.toMatchObject(refusal);
  await expect(
    registerPasskey(elsewhere, key.create(options, { origin: 'https://evil.example' }), device, start),
  ).rejects.toMatchObject(refusal);
  await expect(
    registerPasskey(elsewhere, key.create(options, { rpId: 'evil.example' }), device, start),
  ).rejects.toMatchObject(refusal);
  await expect(
    registerPasskey(elsewhere, key.create(options, { userVerified: false }), device, start),
  ).rejects.toMatchObject(refusal);
  await expect(registerPasskey(elsewhere, key.create(options), device, at(601))).rejects.toMatchObject(refusal);
  await registerPasskey(elsewhere, key.create(options), device, start);
  await expect(
    registerPasskey(elsewhere, new TestAuthenticator().create(options), device, start),
  ).rejects.toMatchObject(refusal);
});
