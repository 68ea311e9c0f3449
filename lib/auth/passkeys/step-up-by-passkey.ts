import 'server-only';
import { generateAuthenticationOptions, type AuthenticatorTransport, type PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { assertSessionLives } from '@/lib/accounts/lock-user';
import { assertLearner, type Actor, type MaybeActor } from '@/lib/actor';
import type { Device } from '@/lib/auth/sessions/device';
import { db, transaction } from '@/lib/database/client';
import { Problem } from '@/lib/problem';
import { newChallenge, relyingParty, type ChallengeScope } from './challenge';
import type { ShownCredential } from './schema';
import { recordPasskeyUse, verifyPasskey } from './verify-passkey';

const scopeOf = (actor: Actor): ChallengeScope => ({ purpose: 'step-up', boundTo: actor.sessionId });

/** @throws Problem 401, 403, 409 `no-passkey` */
export async function passkeyStepUpOptions(actor: MaybeActor, now: Date): Promise<PublicKeyCredentialRequestOptionsJSON> {
  assertLearner(actor);
  const client = await db();
  const own = await client.passkey.findMany({ where: { userId: actor.userId }, select: { credentialId: true, transports: true } });
  if (own.length === 0) throw new Problem(409, 'no-passkey');
  return generateAuthenticationOptions({
    rpID: relyingParty().id, challenge: newChallenge(scopeOf(actor), now), userVerification: 'required',
    allowCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports: transports as AuthenticatorTransport[] })),
  });
}

/** As a code of the authenticator: valid for ten minutes in this session. @throws Problem 401, 403, 422 `passkey-refused`, 429 */
export async function stepUpByPasskey(actor: MaybeActor, credential: ShownCredential, device: Device, now: Date): Promise<void> {
  assertLearner(actor);
  const passkey = await verifyPasskey({ credential, scope: scopeOf(actor), userId: actor.userId, address: device.address, now });
  const refused = new Problem(422, 'passkey-refused');
  if (!passkey) throw refused;
  await transaction(async (tx) => {
    if (!(await recordPasskeyUse(tx, passkey, now))) throw refused;
    await assertSessionLives(tx, actor);
    await tx.session.update({ where: { id: actor.sessionId }, data: { totpAt: now }, select: { id: true } });
  });
}
