import 'server-only';
import { db } from '@/lib/database/client';
import { fail, ok, type Result } from '@/lib/result';
import { checkSecondFactor } from '@/lib/auth/totp/check-second-factor';
import { withAttemptLimit } from '@/lib/auth/attempt-limit';
import { verifyPassword } from './password-hash';

export interface PasswordAttempt { email: string; password: string; totp?: string | undefined; address: string; userAgent?: string; now: Date }
export interface ProvenPerson {
  userId: string;
  /** When the second factor was shown; null where none is enrolled. */
  totpAt: Date | null;
  /** The hash that the password was verified against. */
  passwordHash: string;
}

/**
 * Every sign-in with a password goes through here, so all have the same limits (compare Moodle CVE-2022-30600).
 * The result is the same for an unknown address and a wrong password.
 * @throws Problem 429, 503
 */
export async function checkPassword({ email, password, totp, address, userAgent = '', now }: PasswordAttempt): Promise<Result<ProvenPerson, 'wrong-credentials' | 'totp-required'>> {
  const user = await withAttemptLimit({ proof: 'password', account: email, address, now }, () => findByPassword(email, password));
  if (!user) return fail('wrong-credentials');
  const { id: userId, passwordHash } = user;
  if (user.totpConfirmedAt === null) return ok({ userId, passwordHash, totpAt: null });
  if (!totp || !(await checkSecondFactor({ userId, typed: totp, device: { userAgent, address }, now }))) return fail('totp-required');
  return ok({ userId, passwordHash, totpAt: now });
}

async function findByPassword(email: string, password: string): Promise<{ id: string; passwordHash: string; totpConfirmedAt: Date | null } | null> {
  const client = await db();
  const user = await client.user.findUnique({ where: { email }, select: { id: true, passwordHash: true, totpConfirmedAt: true } });
  const right = await verifyPassword(user?.passwordHash ?? null, password);
  if (!right || !user?.passwordHash) return null;
  return { id: user.id, passwordHash: user.passwordHash, totpConfirmedAt: user.totpConfirmedAt };
}
