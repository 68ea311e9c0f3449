import {
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { Device } from '@/lib/accounts/sessions/devices';
import { createSession, type OpenedSession } from '@/lib/accounts/sessions/start-session';
import { addSeconds } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { hmacOf, randomToken, safeEqual } from '@/lib/config/secrets';
import { db, transaction, type Tx } from '@/lib/database/client';
import { log } from '@/lib/log';
import { type Actor, assertLearner, type MaybeActor } from '@/lib/permissions';
import { Problem } from '@/lib/problem';
import { singleLine } from '@/lib/schemas';
import { withAttemptLimit } from './attempt-limit';
import { writeAudit } from './audit';
import { assertSessionActive, lockUser } from './lock-user';

interface VerifyPasskeyInput {
  credential: PasskeyAssertion;
  scope: ChallengeScope;
  /** Absent when signing in. */
  userId?: string;
  ip: string;
  now: Date;
}

/** Valid only after `recordPasskeyUse` has spent the challenge. */
interface VerifiedPasskey {
  id: string;
  userId: string;
  challenge: OpenChallenge;
  counterBefore: bigint;
  counter: bigint;
  backedUp: boolean;
}

const verifyPasskey = (input: VerifyPasskeyInput): Promise<VerifiedPasskey | null> =>
  withAttemptLimit({ credential: 'passkey', ip: input.ip, now: input.now }, async () => {
    const client = await db();
    const stored = await client.passkey.findUnique({
      where: { credentialId: input.credential.id },
      select: { id: true, userId: true, publicKey: true, counter: true },
    });
    if (!stored || (input.userId !== undefined && stored.userId !== input.userId)) return null;
    if (!isHandleOf(input.credential, stored.userId)) return null;
    const verified = await verifySignature(input, stored.publicKey);
    if (!verified) return null;
    const passkey = { ...verified, id: stored.id, userId: stored.userId, counterBefore: stored.counter };
    if (!isCloned(passkey)) return passkey;
    if (!(await isChallengeSpent(passkey.challenge))) await recordClone(passkey);
    return null;
  });

/** WebAuthn 7.2, step 6: a user handle must name the passkey's owner, but not every client sends one. */
const isHandleOf = ({ response: { userHandle } }: PasskeyAssertion, userId: string): boolean =>
  !userHandle || Buffer.from(userHandle, 'base64url').toString() === userId;

type SignatureResult = Pick<VerifiedPasskey, 'challenge' | 'counter' | 'backedUp'>;

async function verifySignature(
  { credential, scope, now }: VerifyPasskeyInput,
  publicKey: string,
): Promise<SignatureResult | null> {
  const { id, origin } = relyingParty();
  let challenge: OpenChallenge | null = null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: credential,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      expectedChallenge: (signed) => (challenge = readChallenge(signed, scope, now)) !== null,
      // `counter: 0` skips the library's check. `isCloned` compares later, so that only a signed response looks cloned.
      credential: { id: credential.id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
    });
    return verified && challenge
      ? { challenge, counter: BigInt(authenticationInfo.newCounter), backedUp: authenticationInfo.credentialBackedUp }
      : null;
  } catch (error) {
    log.debug({ error: String(error) }, 'passkey refused');
    return null;
  }
}

/** A counter that does not grow with each signature means that the authenticator was copied (WebAuthn 6.1.1). */
const isCloned = ({ counter, counterBefore }: VerifiedPasskey): boolean =>
  (counter > 0n || counterBefore > 0n) && counter <= counterBefore;

/** A replayed response also has a stale counter; it does not mean the key was cloned. */
async function isChallengeSpent({ nonce }: OpenChallenge): Promise<boolean> {
  const client = await db();
  return (await client.spentChallenge.count({ where: { nonce } })) > 0;
}

async function recordClone({ id, userId }: VerifiedPasskey): Promise<void> {
  log.warn(
    { userId, passkeyId: id },
    'The signature counter of a passkey did not increase, so the passkey may have been copied',
  );
  await transaction((tx) => writeAudit(tx, { actor: null, action: 'passkey.cloned', subject: `user:${userId}` }));
}

/** @returns false if the challenge is spent, or the passkey was used or removed in between */
async function recordPasskeyUse(
  tx: Tx,
  { id, userId, challenge, counterBefore, counter, backedUp }: VerifiedPasskey,
  now: Date,
): Promise<boolean> {
  await lockUser(tx, userId);
  if (!(await spendChallenge(tx, challenge))) return false;
  const used = await tx.passkey.updateMany({
    where: { id, userId, counter: counterBefore },
    data: { counter, backedUp, lastUsedAt: now },
  });
  return used.count === 1;
}

const refusedProblem = () => new Problem(401, 'passkey-refused', { headers: { 'www-authenticate': 'Bearer' } });

function signInScope(browser: string | null): ChallengeScope {
  if (browser === null) throw new Problem(422, 'form-expired');
  return { purpose: 'sign-in', boundTo: browser };
}

/** Lists no credentials, so that the response reveals nothing about accounts. @throws Problem 422 `form-expired` without a cookie */
export const createSignInOptions = async (
  browser: string | null,
  now: Date,
): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  generateAuthenticationOptions({
    rpID: relyingParty().id,
    challenge: newChallenge(signInScope(browser), now),
    userVerification: 'required',
  });

interface PasskeySignInInput {
  credential: PasskeyAssertion;
  browser: string | null;
  device: Device;
  now: Date;
}

/** @throws Problem 401 `passkey-refused`, 422 `form-expired` without a cookie, 429 */
export async function signInWithPasskey({
  credential,
  browser,
  device,
  now,
}: PasskeySignInInput): Promise<OpenedSession> {
  const passkey = await verifyPasskey({ credential, scope: signInScope(browser), ip: device.ip, now });
  if (!passkey) throw refusedProblem();
  return transaction(async (tx) => {
    if (!(await recordPasskeyUse(tx, passkey, now))) throw refusedProblem();
    return createSession(tx, { userId: passkey.userId, totpAt: now }, device, now);
  });
}

const stepUpScope = (actor: Actor): ChallengeScope => ({ purpose: 'step-up', boundTo: actor.sessionId });

/** @throws Problem 401, 403, 409 `no-passkey` */
export async function createStepUpOptions(
  actor: MaybeActor,
  now: Date,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  assertLearner(actor);
  const client = await db();
  const own = await client.passkey.findMany({
    where: { userId: actor.userId },
    select: { credentialId: true, transports: true },
  });
  if (own.length === 0) throw new Problem(409, 'no-passkey');
  return generateAuthenticationOptions({
    rpID: relyingParty().id,
    challenge: newChallenge(stepUpScope(actor), now),
    userVerification: 'required',
    allowCredentials: own.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transports as AuthenticatorTransport[],
    })),
  });
}

/** @throws Problem 401, 403, 422 `passkey-refused`, 429 */
export async function stepUpByPasskey(
  actor: MaybeActor,
  credential: PasskeyAssertion,
  device: Device,
  now: Date,
): Promise<void> {
  assertLearner(actor);
  const passkey = await verifyPasskey({
    credential,
    scope: stepUpScope(actor),
    userId: actor.userId,
    ip: device.ip,
    now,
  });
  const refused = new Problem(422, 'passkey-refused');
  if (!passkey) throw refused;
  await transaction(async (tx) => {
    if (!(await recordPasskeyUse(tx, passkey, now))) throw refused;
    await assertSessionActive(tx, actor);
    await tx.session.update({ where: { id: actor.sessionId }, data: { totpAt: now }, select: { id: true } });
  });
}

const lifetimeSeconds = 600;

type PasskeyPurpose = 'register' | 'sign-in' | 'step-up';

/** `boundTo` is the session id or, before sign-in, the token in the browser's CSRF cookie. */
export interface ChallengeScope {
  purpose: PasskeyPurpose;
  boundTo: string;
}

export function relyingParty(): { id: string; origin: string } {
  const { hostname, origin } = new URL(config().siteUrl);
  return { id: hostname, origin };
}

const macOf = ({ purpose, boundTo }: ChallengeScope, nonce: string, expiresAt: string): string =>
  hmacOf('passkey-challenge', [purpose, boundTo, nonce, expiresAt].join('\n'));

/** Returns `nonce.expiry.mac`. The MAC covers the scope, so that challenges need no storage. */
export function newChallenge(scope: ChallengeScope, now: Date): string {
  const nonce = randomToken(18);
  const expiresAt = String(addSeconds(now, lifetimeSeconds).getTime());
  return [nonce, expiresAt, macOf(scope, nonce, expiresAt)].join('.');
}

export interface OpenChallenge {
  nonce: string;
  expiresAt: Date;
}

/** @returns null if the challenge is forged, has expired or belongs to another scope */
export function readChallenge(signed: string, scope: ChallengeScope, now: Date): OpenChallenge | null {
  const [nonce = '', expiry = '', mac = ''] = Buffer.from(signed, 'base64url').toString('utf8').split('.');
  if (!safeEqual(mac, macOf(scope, nonce, expiry))) return null;
  const expiresAt = new Date(Number(expiry));
  return expiresAt > now ? { nonce, expiresAt } : null;
}

/** @returns false if the challenge was spent before */
export async function spendChallenge(tx: Tx, { nonce, expiresAt }: OpenChallenge): Promise<boolean> {
  const spent = await tx.spentChallenge.createMany({ data: [{ nonce, expiresAt }], skipDuplicates: true });
  return spent.count === 1;
}

/** Leaves room for clientDataJSON and RSA keys, which are longer than credential ids (at most 1,023 bytes). */
const base64url = z
  .string()
  .min(1)
  .max(20_000)
  .regex(/^[\w-]+$/);

/** Native clients and password managers send `null` for a missing member. */
const nullToUndefined = <T>(value: T | null | undefined): T | undefined => value ?? undefined;

const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional().catch(undefined),
  clientExtensionResults: z
    .object({})
    .nullish()
    .transform(() => ({})),
};
const transports = z.array(z.string().max(20)).max(10).nullish().transform(nullToUndefined);
const userHandle = z.string().max(200).nullish().transform(nullToUndefined);

const attestationSchema = z.object({
  ...credential,
  response: z.object({ clientDataJSON: base64url, attestationObject: base64url, transports }),
});

const assertionSchema = z.object({
  ...credential,
  response: z.object({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url, userHandle }),
});
export type PasskeyAttestation = z.output<typeof attestationSchema>;
export type PasskeyAssertion = z.output<typeof assertionSchema>;

const parseFormValue = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
};

const passkeyName = singleLine('passkey_name_required').min(1, 'passkey_name_required').max(60, 'too_long');

export const newPasskeySchema = z.object({ credential: attestationSchema });
export const passkeySignInSchema = z.object({
  credential: z.preprocess(parseFormValue, assertionSchema),
  callbackUrl: z.string().max(2000).nullish().transform(nullToUndefined),
});
export const passkeyStepUpSchema = z.object({ credential: assertionSchema });
export const passkeyNameSchema = z.object({ name: passkeyName });
