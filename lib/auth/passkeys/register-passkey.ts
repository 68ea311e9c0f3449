import 'server-only';
import { generateRegistrationOptions, verifyRegistrationResponse, type PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import { writeAudit } from '@/lib/accounts/audit';
import { assertSessionLives, lockUser } from '@/lib/accounts/lock-user';
import { recordSecurityEvent } from '@/lib/accounts/security-events';
import { assertLearner, type Actor, type MaybeActor } from '@/lib/actor';
import { withAttemptLimit } from '@/lib/auth/attempt-limit';
import { deviceName, type Device } from '@/lib/auth/sessions/device';
import { assertRecentProof, assertSecondFactorShown } from '@/lib/auth/sessions/recent-proof';
import { config } from '@/lib/config/config';
import { db, transaction } from '@/lib/database/client';
import { takeLimit, totalOf } from '@/lib/database/rate-limit';
import { log } from '@/lib/log';
import { Problem } from '@/lib/problem';
import { newChallenge, readChallenge, relyingParty, spendChallenge, type ChallengeScope, type OpenChallenge } from './challenge';
import type { CreatedCredential } from './schema';

/** EdDSA, ES256 and RS256: what authenticators have. */
const algorithms = [-8, -7, -257];

const scopeOf = (actor: Actor): ChallengeScope => ({ purpose: 'register', boundTo: actor.sessionId });
const refused = () => new Problem(422, 'passkey-refused');

interface Asking { actor: MaybeActor; currentPassword?: string | undefined; device: Device; now: Date }

/** After a fresh proof. @throws Problem 401, 403 `reauthenticate`, `step-up`, 409 `passkeys-full`, 429 */
export async function passkeyRegistrationOptions({ actor, currentPassword, device, now }: Asking): Promise<PublicKeyCredentialCreationOptionsJSON> {
  assertLearner(actor);
  await assertRecentProof(actor, currentPassword, device, now);
  const client = await db();
  await assertSecondFactorShown(client, actor, now);
  const present = await client.passkey.findMany({ where: { userId: actor.userId }, select: { credentialId: true } });
  if (present.length >= totalOf('passkey-user')) throw new Problem(409, 'passkeys-full');
  const { id } = relyingParty();
  return generateRegistrationOptions({
    rpName: config().siteProject, rpID: id, userName: actor.email ?? actor.name, userDisplayName: actor.name, userID: new Uint8Array(Buffer.from(actor.userId)),
    challenge: newChallenge(scopeOf(actor), now), attestationType: 'none', supportedAlgorithmIDs: algorithms,
    excludeCredentials: present.map(({ credentialId }) => ({ id: credentialId })),
    // Discoverable, so that nobody types an address first; the device asks for a finger, face or PIN, so that one passkey is both factors.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

export interface AddedPasskey { id: string; name: string }

/** Named after the device that registers it; counts as shown in this session, since the device has verified the person. @throws Problem 401, 403 `step-up`, 409 `passkey-known`, 422 `passkey-refused`, 429 */
export async function registerPasskey(actor: MaybeActor, credential: CreatedCredential, device: Device, now: Date): Promise<AddedPasskey> {
  assertLearner(actor);
  const created = await withAttemptLimit({ proof: 'passkey', address: device.address, now }, () => verifyCreated(actor, credential, now));
  if (!created) throw refused();
  await takeLimit('passkey-user', actor.userId, now);
  const name = deviceName(device.userAgent) ?? relyingParty().id;
  return transaction(async (tx) => {
    await lockUser(tx, actor.userId);
    await assertSessionLives(tx, actor);
    if (!(await spendChallenge(tx, created.challenge))) throw refused();
    await assertSecondFactorShown(tx, actor, now);
    if ((await tx.passkey.count({ where: { userId: actor.userId } })) >= totalOf('passkey-user')) throw new Problem(409, 'passkeys-full');
    const { challenge: _, ...passkey } = created;
    const added = await tx.passkey.createManyAndReturn({ data: [{ ...passkey, userId: actor.userId, name, createdAt: now }], skipDuplicates: true, select: { id: true } });
    if (!added[0]) throw new Problem(409, 'passkey-known');
    await tx.session.update({ where: { id: actor.sessionId }, data: { totpAt: now }, select: { id: true } });
    await writeAudit(tx, { actor, action: 'passkey.added', subject: `user:${actor.userId}`, detail: { name } });
    await recordSecurityEvent(tx, { userId: actor.userId, event: 'passkey-added', device, now, details: { passkey: name } });
    return { id: added[0].id, name };
  });
}

interface Created { challenge: OpenChallenge; credentialId: string; publicKey: string; counter: number; transports: string[]; backupEligible: boolean; backedUp: boolean }

async function verifyCreated(actor: Actor, response: CreatedCredential, now: Date): Promise<Created | null> {
  const { id, origin } = relyingParty();
  let challenge: OpenChallenge | null = null;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'], expectedOrigin: origin, expectedRPID: id, requireUserVerification: true,
      supportedAlgorithmIDs: algorithms, expectedChallenge: (signed) => (challenge = readChallenge(signed, scopeOf(actor), now)) !== null,
    });
    if (!registrationInfo || !challenge) return null;
    const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
    return {
      challenge, credentialId: credential.id, publicKey: Buffer.from(credential.publicKey).toString('base64url'), counter: credential.counter,
      transports: credential.transports ?? [], backupEligible: credentialDeviceType === 'multiDevice', backedUp: credentialBackedUp,
    };
  } catch (error) {
    // The library throws for whatever it refuses.
    log.debug({ error: String(error) }, 'passkey refused');
    return null;
  }
}
