import 'server-only';
import type { OpenedSession } from '@/lib/auth/sessions/start-session';
import { completeSignIn } from '@/lib/auth/sign-in/complete-sign-in';
import type { IdentifiedPerson } from '@/lib/auth/sign-in/pending-sign-in';
import type { Result } from '@/lib/result';
import type { Device } from '@/lib/auth/sessions/device';
import { joinProvider, type Joining } from './join-provider';

export type ProviderSignIn = Result<OpenedSession, 'account-exists'> | { ok: false; code: 'totp-required'; person: IdentifiedPerson };

/** The profile decides the account; then the second factor, where one is enrolled. @throws Problem 429 */
export async function signInWithProfile(request: Omit<Joining, 'device'>, device: Device, totp: string | undefined): Promise<ProviderSignIn> {
  const joined = await joinProvider({ ...request, device });
  if (!joined.ok) return joined;
  const session = await completeSignIn(joined.value, totp, device, request.now);
  return session.ok ? session : { ...session, person: joined.value };
}
