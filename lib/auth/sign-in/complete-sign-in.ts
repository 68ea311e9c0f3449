import 'server-only';
import { spendLoginCode } from '@/lib/auth/one-time-codes/login-code';
import type { Device } from '@/lib/auth/sessions/device';
import { startSessionIn, type OpenedSession } from '@/lib/auth/sessions/start-session';
import { checkSecondFactor } from '@/lib/auth/totp/check-second-factor';
import { db, transaction } from '@/lib/database/client';
import { fail, ok, type Result } from '@/lib/result';
import type { IdentifiedPerson } from './pending-sign-in';

/** The rest of a sign-in: the second factor, where one is enrolled. @throws Problem 401 when the link or code no longer counts, 429 */
export async function completeSignIn(person: IdentifiedPerson, totp: string | undefined, device: Device, now: Date): Promise<Result<OpenedSession, 'totp-required'>> {
  const isEnrolled = await hasSecondFactor(person);
  if (isEnrolled && !(totp && (await checkSecondFactor({ userId: person.userId, typed: totp, device, now })))) return fail('totp-required');
  const totpAt = isEnrolled ? now : null;
  return ok(await transaction(async (tx) => {
    if ('codeId' in person) await spendLoginCode(tx, { ...person, totpAt }, device, now);
    return startSessionIn(tx, { ...person, totpAt }, device, now);
  }));
}

/** A code confirms the address, and the first confirmation removes a second factor from before, which may be a stranger's (X28). */
async function hasSecondFactor(person: IdentifiedPerson): Promise<boolean> {
  const client = await db();
  const counts = 'codeId' in person ? { emailConfirmedAt: { not: null } } : {};
  return (await client.user.count({ where: { id: person.userId, totpConfirmedAt: { not: null }, ...counts } })) > 0;
}
