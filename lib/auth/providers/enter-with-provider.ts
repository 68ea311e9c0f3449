import 'server-only';
import { checkSecondFactor } from '@/lib/auth/totp/check-second-factor';
import { db } from '@/lib/database/client';
import { fail, ok, type Result } from '@/lib/result';
import type { Device } from '@/lib/auth/sessions/device';
import { joinProvider, type Joining } from './join-provider';
import { startSession, type OpenedSession } from '@/lib/auth/sessions/start-session';

/** A provider's person, and the link by which the account is theirs. */
export interface NamedPerson { userId: string; linkId: string }
export type ProviderEntry = Result<OpenedSession, 'account-exists'> | { ok: false; code: 'totp-required'; person: NamedPerson };

/** A provider's word, then the second factor where there is one (api.md, totp/confirm). @throws Problem 429 */
export async function enterWithProvider(joining: Joining, device: Device, totp: string | undefined): Promise<ProviderEntry> {
  const joined = await joinProvider(joining);
  if (!joined.ok) return joined;
  const session = await finishEntry(joined.value, totp, device, joining.now);
  return session.ok ? session : { ...session, person: joined.value };
}

/** What is left once a provider has named somebody: the second factor, where one is enrolled. @throws Problem 401 when the link is gone, 429 */
export async function finishEntry(person: NamedPerson, totp: string | undefined, device: Device, now: Date): Promise<Result<OpenedSession, 'totp-required'>> {
  const { userId } = person;
  const client = await db();
  const isEnrolled = (await client.user.count({ where: { id: userId, totpConfirmedAt: { not: null } } })) > 0;
  if (isEnrolled && !(totp && (await checkSecondFactor({ userId, typed: totp, address: device.address, now })))) return fail('totp-required');
  return ok(await startSession({ ...person, totpAt: isEnrolled ? now : null }, device, now));
}
