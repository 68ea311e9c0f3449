import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { type Device, deviceName } from '@/lib/accounts/sessions/devices';
import { assertFreshSecondFactor, assertFreshSignIn } from '@/lib/accounts/sessions/fresh-sign-in';
import { config } from '@/lib/config/config';
import { db, transaction } from '@/lib/database/client';
import { consumeLimit, storageLimitOf } from '@/lib/database/rate-limit';
import { log } from '@/lib/log';
import { type Actor, assertLearner, assertSameUser, assertSameUserOrAdmin, type MaybeActor } from '@/lib/permissions';
import { notFound, Problem } from '@/lib/problem';
import { withAttemptLimit } from './attempt-limit';
import { auditRead, writeAudit } from './audit';
import { assertSessionActive, lockUser } from './lock-user';
import {
  type ChallengeScope,
  newChallenge,
  type OpenChallenge,
  type PasskeyAttestation,
  readChallenge,
  relyingParty,
  spendChallenge,
} from './passkey-sign-in';
import { recordSecurityEvent } from './security-events';

/** EdDSA, ES256 and RS256. */
const algorithms = [-8, -7, -257];

const scopeOf = (actor: Actor): ChallengeScope => ({ purpose: 'register', boundTo: actor.sessionId });
const refusedProblem = () => new Problem(422, 'passkey-refused');

interface RegistrationInput {
  actor: MaybeActor;
  currentPassword?: string | undefined;
  device: Device;
  now: Date;
}

/** @throws Problem 401, 403 `reauthenticate`, `step-up`, 409 `passkeys-full`, 429 */
export async function createRegistrationOptions({
  actor,
  currentPassword,
  device,
  now,
}: RegistrationInput): Promise<PublicKeyCredentialCreationOptionsJSON> {
  assertLearner(actor);
  await assertFreshSignIn(actor, currentPassword, device, now);
  const client = await db();
  await assertFreshSecondFactor(client, actor, now);
  const existing = await client.passkey.findMany({ where: { userId: actor.userId }, select: { credentialId: true } });
  if (existing.length >= storageLimitOf('passkey-user')) throw new Problem(409, 'passkeys-full');
  const { id } = relyingParty();
  return generateRegistrationOptions({
    rpName: config().siteProject,
    rpID: id,
    userName: actor.email ?? actor.name,
    userDisplayName: actor.name,
    userID: new Uint8Array(Buffer.from(actor.userId)),
    challenge: newChallenge(scopeOf(actor), now),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: existing.map(({ credentialId }) => ({ id: credentialId })),
    // Discoverable, so that users need not type an address. Verified by biometrics or PIN, to count as both factors.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

export interface AddedPasskey {
  id: string;
  name: string;
}

/** @throws Problem 401, 403 `step-up`, 409 `passkey-known`, `passkeys-full`, 422 `passkey-refused`, 429 */
export async function registerPasskey(
  actor: MaybeActor,
  credential: PasskeyAttestation,
  device: Device,
  now: Date,
): Promise<AddedPasskey> {
  assertLearner(actor);
  const created = await withAttemptLimit({ credential: 'passkey', ip: device.ip, now }, () =>
    verifyRegistration(actor, credential, now),
  );
  if (!created) throw refusedProblem();
  await consumeLimit('passkey-user', actor.userId, now);
  const name = deviceName(device.userAgent) ?? relyingParty().id;
  return transaction(async (tx) => {
    await lockUser(tx, actor.userId);
    await assertSessionActive(tx, actor);
    if (!(await spendChallenge(tx, created.challenge))) throw refusedProblem();
    await assertFreshSecondFactor(tx, actor, now);
    if ((await tx.passkey.count({ where: { userId: actor.userId } })) >= storageLimitOf('passkey-user'))
      throw new Problem(409, 'passkeys-full');
    const { challenge: _, ...passkey } = created;
    const added = await tx.passkey.createManyAndReturn({
      data: [{ ...passkey, userId: actor.userId, name, createdAt: now }],
      skipDuplicates: true,
      select: { id: true },
    });
    if (!added[0]) throw new Problem(409, 'passkey-known');
    await tx.session.update({ where: { id: actor.sessionId }, data: { totpAt: now }, select: { id: true } });
    await writeAudit(tx, { actor, action: 'passkey.added', subject: `user:${actor.userId}`, detail: { name } });
    await recordSecurityEvent(tx, {
      userId: actor.userId,
      event: 'passkey-added',
      device,
      now,
      details: { passkey: name },
    });
    return { id: added[0].id, name };
  });
}

interface VerifiedRegistration {
  challenge: OpenChallenge;
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string[];
  backupEligible: boolean;
  backedUp: boolean;
}

async function verifyRegistration(
  actor: Actor,
  response: PasskeyAttestation,
  now: Date,
): Promise<VerifiedRegistration | null> {
  const { id, origin } = relyingParty();
  let challenge: OpenChallenge | null = null;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
      expectedChallenge: (signed) => (challenge = readChallenge(signed, scopeOf(actor), now)) !== null,
    });
    if (!registrationInfo || !challenge) return null;
    const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
    return {
      challenge,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: credential.transports ?? [],
      backupEligible: credentialDeviceType === 'multiDevice',
      backedUp: credentialBackedUp,
    };
  } catch (error) {
    log.debug({ error: String(error) }, 'passkey refused');
    return null;
  }
}

export interface ListedPasskey {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  backedUp: boolean;
}

export async function listPasskeys(actor: MaybeActor, userId: string): Promise<ListedPasskey[]> {
  assertSameUserOrAdmin(actor, userId);
  const client = await db();
  await auditRead(client, { actor, userId, read: 'passkeys' });
  return client.passkey.findMany({
    where: { userId },
    orderBy: { createdAt: 'asc' },
    select: { id: true, name: true, createdAt: true, lastUsedAt: true, backedUp: true },
  });
}

interface PasskeyInput {
  actor: MaybeActor;
  userId: string;
  passkeyId: string;
}

export async function renamePasskey({
  actor,
  userId,
  passkeyId,
  name,
}: PasskeyInput & { name: string }): Promise<void> {
  assertSameUser(actor, userId);
  const client = await db();
  const renamed = await client.passkey.updateMany({ where: { id: passkeyId, userId }, data: { name } });
  if (renamed.count === 0) throw notFound();
}

interface RemovePasskeyInput extends PasskeyInput {
  currentPassword?: string | undefined;
  device: Device;
  now: Date;
}

/** @throws Problem 401, 403 `reauthenticate`, 404, 429 */
export async function removePasskey({
  actor,
  userId,
  passkeyId,
  currentPassword,
  device,
  now,
}: RemovePasskeyInput): Promise<void> {
  assertSameUser(actor, userId);
  await assertFreshSignIn(actor, currentPassword, device, now);
  await transaction(async (tx) => {
    await lockUser(tx, userId);
    await assertSessionActive(tx, actor);
    const passkey = await tx.passkey.findFirst({ where: { id: passkeyId, userId }, select: { name: true } });
    if (!passkey) throw notFound();
    await tx.passkey.delete({ where: { id: passkeyId }, select: { id: true } });
    await writeAudit(tx, {
      actor,
      action: 'passkey.removed',
      subject: `user:${userId}`,
      detail: { name: passkey.name },
    });
    await recordSecurityEvent(tx, {
      userId,
      event: 'passkey-removed',
      device,
      now,
      details: { passkey: passkey.name },
    });
  });
}
