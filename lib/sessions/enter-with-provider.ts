import 'server-only';
import { forgetLoginTries, takeLoginTry } from '@/lib/accounts/login-tries';
import { spendSecondFactor } from '@/lib/accounts/totp';
import { db, transaction } from '@/lib/db';
import { fail, ok, type Result } from '@/lib/result';
import type { Device } from './device';
import { joinProvider, type Joining } from './join-provider';
import { startSession, type OpenedSession } from './start-session';

export type ProviderEntry = Result<OpenedSession, 'account-exists'> | { ok: false; code: 'totp-required'; userId: string };

/** A provider's word, then the second factor where there is one (api.md, totp/confirm). @throws Problem 429 */
export async function enterWithProvider(joining: Joining, device: Device, totp: string | undefined): Promise<ProviderEntry> {
  const joined = await joinProvider(joining);
  if (!joined.ok) return joined;
  const proven = await proveSecondFactor(joined.value.userId, totp, joining.now);
  if (!proven.ok) return { ...fail('totp-required'), userId: joined.value.userId };
  return ok(await startSession({ userId: joined.value.userId, totpAt: proven.value }, device, joining.now));
}

/** The time at which a factor was shown just now, null where none is enrolled. @throws Problem 429 */
export async function proveSecondFactor(userId: string, totp: string | undefined, now: Date): Promise<Result<Date | null, 'totp-required'>> {
  const client = await db();
  const user = await client.user.findUniqueOrThrow({ where: { id: userId }, select: { id: true, totpSecret: true, totpConfirmedAt: true } });
  if (user.totpConfirmedAt === null) return ok(null);
  if (!totp) return fail('totp-required');
  await takeLoginTry(`totp:${userId}`, now);
  if (!(await transaction((tx) => spendSecondFactor(tx, user, totp, now)))) return fail('totp-required');
  await forgetLoginTries(`totp:${userId}`);
  return ok(now);
}
