import 'server-only';
import { db, transaction } from '@/lib/database/client';
import { withAttemptLimit } from '@/lib/auth/attempt-limit';
import { spendSecondFactor } from './totp';

interface Shown {
  userId: string;
  /** Six digits of the authenticator, or a recovery code. */
  typed: string;
  address: string;
  now: Date;
}

/** The one check of a second factor. False for a wrong or used code, and where none is enrolled. @throws Problem 429 */
export async function checkSecondFactor({ userId, typed, address, now }: Shown): Promise<boolean> {
  const right = await withAttemptLimit({ proof: 'second-factor', account: userId, address, now }, async () => {
    const client = await db();
    const user = await client.user.findFirst({ where: { id: userId, totpConfirmedAt: { not: null } }, select: { id: true, totpSecret: true } });
    return user && (await transaction((tx) => spendSecondFactor(tx, user, typed, now))) ? true : null;
  });
  return right !== null;
}
