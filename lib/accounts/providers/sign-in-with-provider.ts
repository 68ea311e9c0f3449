import { z } from 'zod';
import { promoteConfiguredAdmin } from '@/lib/accounts/administrators';
import { markOwnerProven } from '@/lib/accounts/confirm-email';
import { lockUser } from '@/lib/accounts/lock-user';
import { recordSecurityEvent } from '@/lib/accounts/security-events';
import type { Device } from '@/lib/accounts/sessions/devices';
import { revokeSessions } from '@/lib/accounts/sessions/end-sessions';
import type { OpenedSession } from '@/lib/accounts/sessions/start-session';
import { completeSignIn, type IdentifiedUser } from '@/lib/accounts/sign-in';
import { isUniqueViolation, transaction, type Tx } from '@/lib/database/client';
import type { Language } from '@/lib/language';
import { Problem } from '@/lib/problem';
import { fail, ok, type Result } from '@/lib/result';
import {
  fetchProfileByCode,
  type ProviderName,
  type ProviderProfile,
  providerTitle,
  readProfileFromIdToken,
} from './openid';

export type ProviderSignInResult =
  Result<OpenedSession, 'account-exists'> | { ok: false; code: 'totp-required'; person: IdentifiedUser };

export async function signInWithProfile(
  request: Omit<LinkProviderInput, 'device'>,
  device: Device,
  totp: string | undefined,
): Promise<ProviderSignInResult> {
  const linked = await linkProvider({ ...request, device });
  if (!linked.ok) return linked;
  const session = await completeSignIn(linked.value, totp, device, request.now);
  return session.ok ? session : { ...session, person: linked.value };
}

const text = z.string().max(5000);
const code = { code: text.min(1), redirectUri: text.min(1), codeVerifier: text.optional(), totp: text.optional() };

export const googleLoginSchema = z.union([
  z.object(code),
  z.object({ idToken: text.min(1), totp: text.optional() }),
  z
    .object({ accessToken: text.min(1), totp: text.optional() })
    .transform(({ accessToken, totp }) => ({ idToken: accessToken, totp })),
]);
export const linkedinLoginSchema = z.object(code);

export type Credentials = z.output<typeof googleLoginSchema>;
interface SignInContext {
  guestId: string | null;
  lang: Language;
  device: Device;
  now: Date;
}

const fetchProfile = (provider: ProviderName, credentials: Credentials): Promise<ProviderProfile> =>
  'code' in credentials
    ? fetchProfileByCode(provider, credentials)
    : readProfileFromIdToken(provider, credentials.idToken);

/** @throws Problem 401 refused or `totp-required`, 409 `account-exists`, 429, 503 */
export async function signInWithProvider(
  provider: ProviderName,
  credentials: Credentials,
  { guestId, lang, device, now }: SignInContext,
): Promise<OpenedSession> {
  const profile = await fetchProfile(provider, credentials);
  const signedIn = await signInWithProfile({ provider, profile, lang, guestId, now }, device, credentials.totp);
  if (signedIn.ok) return signedIn.value;
  throw signedIn.code === 'account-exists'
    ? new Problem(409, 'account-exists')
    : new Problem(401, 'totp-required', { headers: { 'www-authenticate': 'Bearer' } });
}

interface LinkProviderInput {
  provider: ProviderName;
  profile: ProviderProfile;
  lang: Language;
  guestId: string | null;
  device: Device;
  now: Date;
}

type LinkProviderResult = Result<{ userId: string; linkId: string }, 'account-exists'>;

/** Links by email only if the provider verified it and the user confirmed it: it may be a stranger's (D6, X28). */
async function linkProvider(input: LinkProviderInput): Promise<LinkProviderResult> {
  const attempt = () => transaction((tx) => linkInTransaction(tx, input));
  return attempt().catch((error: unknown) => {
    if (isUniqueViolation(error)) return attempt();
    throw error;
  });
}

async function linkInTransaction(tx: Tx, input: LinkProviderInput): Promise<LinkProviderResult> {
  const { profile, provider, now } = input;
  const known = await tx.providerAccount.findUnique({
    where: { issuer_subject: { issuer: profile.issuer, subject: profile.subject } },
    select: { id: true, userId: true },
  });
  if (known) return ok({ userId: known.userId, linkId: known.id });
  const holder = profile.email
    ? await tx.user.findUnique({ where: { email: profile.email }, select: { id: true } })
    : null;
  if (holder && !(profile.emailIsVerified && (await linkToEmailOwner(tx, holder.id, input))))
    return fail('account-exists');
  const userId = holder?.id ?? (await createLearner(tx, input));
  const email = profile.emailIsVerified ? profile.email : null;
  const link = await tx.providerAccount.create({
    data: { userId, provider, issuer: profile.issuer, subject: profile.subject, email, createdAt: now },
    select: { id: true },
  });
  await promoteConfiguredAdmin(tx, userId, now);
  return ok({ userId, linkId: link.id });
}

/** Removes a password set before ownership was proven, since it may be a stranger's. */
async function linkToEmailOwner(
  tx: Tx,
  userId: string,
  { provider, profile, device, now }: LinkProviderInput,
): Promise<boolean> {
  await lockUser(tx, userId);
  const holder = await tx.user.findFirst({
    where: { id: userId, email: profile.email },
    select: { emailConfirmedAt: true, passwordHash: true },
  });
  if (!holder?.emailConfirmedAt) return false;
  const dropsPassword = (await markOwnerProven(tx, userId, now)) && holder.passwordHash !== null;
  if (dropsPassword)
    await tx.user.update({ where: { id: userId }, data: { passwordHash: null }, select: { id: true } });
  const details = { provider: providerTitle(provider) };
  await recordSecurityEvent(tx, {
    userId,
    event: 'provider-linked',
    device,
    now,
    details,
    mailData: { password: dropsPassword ? 'removed' : 'unchanged' },
  });
  return true;
}

async function createLearner(tx: Tx, { profile, lang, guestId, now }: LinkProviderInput): Promise<string> {
  const owned = profile.emailIsVerified
    ? { email: profile.email, emailConfirmedAt: now, ownerProvenAt: now }
    : { email: null, emailConfirmedAt: null, ownerProvenAt: null };
  const data = { role: 'learner' as const, name: profile.name, lang, ...owned };
  if (guestId) {
    const upgraded = await tx.user.updateMany({ where: { id: guestId, role: 'guest' }, data });
    if (upgraded.count > 0) {
      await revokeSessions(tx, guestId, 'upgrade', now);
      return guestId;
    }
  }
  return (await tx.user.create({ data: { ...data, createdAt: now }, select: { id: true } })).id;
}
