import 'server-only';
import { checkSecondFactor } from '@/lib/auth/totp/check-second-factor';
import { db } from '@/lib/database/client';
import { fail, ok, type Result } from '@/lib/result';
import type { Device } from '@/lib/auth/sessions/device';
import { joinProvider, type Joining } from './join-provider';
import { startSession, type OpenedSession } from '@/lib/auth/sessions/start-session';

/** A person whom a provider has identified, and the link to their account. */
export interface LinkedPerson { userId: string; linkId: string }
export type ProviderSignIn = Result<OpenedSession, 'account-exists'> | { ok: false; code: 'totp-required'; person: LinkedPerson };

/** The profile decides the account; then the second factor, where one is enrolled. @throws Problem 429 */
export async function signInWithProfile(request: Omit<Joining, 'device'>, device: Device, totp: string | undefined): Promise<ProviderSignIn> {
  const joined = await joinProvider({ ...request, device });
  if (!joined.ok) return joined;
  const session = await completeSignIn(joined.value, totp, device, request.now);
  return session.ok ? session : { ...session, person: joined.value };
}

/** The rest of the sign-in: the second factor, where one is enrolled. @throws Problem 401 when the link was removed, 429 */
export async function completeSignIn(person: LinkedPerson, totp: string | undefined, device: Device, now: Date): Promise<Result<OpenedSession, 'totp-required'>> {
  const { userId } = person;
  const client = await db();
  const isEnrolled = (await client.user.count({ where: { id: userId, totpConfirmedAt: { not: null } } })) > 0;
  if (isEnrolled && !(totp && (await checkSecondFactor({ userId, typed: totp, device, now })))) return fail('totp-required');
  return ok(await startSession({ ...person, totpAt: isEnrolled ? now : null }, device, now));
}
