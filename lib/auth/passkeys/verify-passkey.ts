import 'server-only';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { lockUser } from '@/lib/accounts/lock-user';
import { writeAudit } from '@/lib/accounts/audit';
import { withAttemptLimit } from '@/lib/auth/attempt-limit';
import { db, transaction, type Tx } from '@/lib/database/client';
import { log } from '@/lib/log';
import { readChallenge, relyingParty, spendChallenge, type ChallengeScope, type OpenChallenge } from './challenge';
import type { ShownCredential } from './schema';

interface Showing {
  credential: ShownCredential;
  scope: ChallengeScope;
  /** Whose passkey it must be; anybody's at a sign-in. */
  userId?: string;
  address: string;
  now: Date;
}

/** A signature that was right; it counts once `recordPasskeyUse` has spent it. */
export interface VerifiedPasskey { id: string; userId: string; challenge: OpenChallenge; counterBefore: bigint; counter: bigint; backedUp: boolean }

/** The one check of a passkey: ours, this person's, for this site and purpose, with the person verified by the device. @throws Problem 429 */
export const verifyPasskey = (showing: Showing): Promise<VerifiedPasskey | null> =>
  withAttemptLimit({ proof: 'passkey', address: showing.address, now: showing.now }, async () => {
    const client = await db();
    const stored = await client.passkey.findUnique({ where: { credentialId: showing.credential.id }, select: { id: true, userId: true, publicKey: true, counter: true } });
    if (!stored || (showing.userId !== undefined && stored.userId !== showing.userId)) return null;
    if (!isHandleOf(showing.credential, stored.userId)) return null;
    const verified = await signatureOf(showing, stored.publicKey);
    if (!verified) return null;
    const passkey = { ...verified, id: stored.id, userId: stored.userId, counterBefore: stored.counter };
    if (!isCloned(passkey)) return passkey;
    if (!(await isAnswered(passkey.challenge))) await recordClone(passkey);
    return null;
  });

/** WebAuthn 7.2, step 6: an answer that names an account names the owner of the passkey. Not every client sends the handle. */
const isHandleOf = ({ response: { userHandle } }: ShownCredential, userId: string): boolean =>
  !userHandle || Buffer.from(userHandle, 'base64url').toString() === userId;

type Signature = Pick<VerifiedPasskey, 'challenge' | 'counter' | 'backedUp'>;

async function signatureOf({ credential, scope, now }: Showing, publicKey: string): Promise<Signature | null> {
  const { id, origin } = relyingParty();
  let challenge: OpenChallenge | null = null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: credential, expectedOrigin: origin, expectedRPID: id, requireUserVerification: true,
      expectedChallenge: (signed) => (challenge = readChallenge(signed, scope, now)) !== null,
      // The counter is compared by `isCloned`, after the signature: before it, anybody could make one look cloned.
      credential: { id: credential.id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
    });
    return verified && challenge ? { challenge, counter: BigInt(authenticationInfo.newCounter), backedUp: authenticationInfo.credentialBackedUp } : null;
  } catch (error) {
    // The library throws for whatever it refuses.
    log.debug({ error: String(error) }, 'passkey refused');
    return null;
  }
}

/** An authenticator that counts has signed more often than before; otherwise a copy of it was used (WebAuthn 6.1.1). */
const isCloned = ({ counter, counterBefore }: VerifiedPasskey): boolean => (counter > 0n || counterBefore > 0n) && counter <= counterBefore;

/** An answer that is sent again counts behind too, and is no copy. */
async function isAnswered({ nonce }: OpenChallenge): Promise<boolean> {
  const client = await db();
  return (await client.spentChallenge.count({ where: { nonce } })) > 0;
}

async function recordClone({ id, userId }: VerifiedPasskey): Promise<void> {
  log.warn({ userId, passkeyId: id }, 'a passkey counted backwards: a copy of it may exist');
  await transaction((tx) => writeAudit(tx, { actor: null, action: 'passkey.cloned', subject: `user:${userId}` }));
}

/** In the transaction of what it allows. False when the challenge was answered before, or the passkey was used or removed meanwhile. */
export async function recordPasskeyUse(tx: Tx, { id, userId, challenge, counterBefore, counter, backedUp }: VerifiedPasskey, now: Date): Promise<boolean> {
  await lockUser(tx, userId);
  if (!(await spendChallenge(tx, challenge))) return false;
  const used = await tx.passkey.updateMany({ where: { id, userId, counter: counterBefore }, data: { counter, backedUp, lastUsedAt: now } });
  return used.count === 1;
}
