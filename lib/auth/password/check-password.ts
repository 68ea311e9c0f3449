import 'server-only';
import { db } from '@/lib/database/client';
import { fail, ok, type Result } from '@/lib/result';
import { checkSecondFactor } from '@/lib/auth/totp/check-second-factor';
import { withAttemptLimit, type KnownPlace } from '@/lib/auth/attempt-limit';
import { deviceTokenOf } from '@/lib/auth/sessions/device-token';
import { safeEqual } from '@/lib/config/secrets';
import { verifyPassword } from './password-hash';

export interface PasswordAttempt { email: string; password: string; totp?: string | undefined; address: string; userAgent?: string; /** The cookie of a browser that was signed in before. */ deviceToken?: string | undefined; now: Date }
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
export async function checkPassword({ email, password, totp, address, userAgent = '', deviceToken, now }: PasswordAttempt): Promise<Result<ProvenPerson, 'wrong-credentials' | 'totp-required'>> {
  const from = await placeOf(email, deviceToken);
  const user = await withAttemptLimit({ proof: 'password', account: email, from, address, now }, () => findByPassword(email, password));
  if (!user) return fail('wrong-credentials');
  const { id: userId, passwordHash } = user;
  if (user.totpConfirmedAt === null) return ok({ userId, passwordHash, totpAt: null });
  if (!totp || !(await checkSecondFactor({ userId, typed: totp, device: { userAgent, address }, now }))) return fail('totp-required');
  return ok({ userId, passwordHash, totpAt: now });
}

async function placeOf(email: string, deviceToken: string | undefined): Promise<KnownPlace | undefined> {
  if (!deviceToken) return undefined;
  const client = await db();
  const user = await client.user.findUnique({ where: { email }, select: { id: true } });
  return user && safeEqual(deviceToken, deviceTokenOf(user.id)) ? 'known-device' : undefined;
}

async function findByPassword(email: string, password: string): Promise<{ id: string; passwordHash: string; totpConfirmedAt: Date | null } | null> {
  const client = await db();
  const user = await client.user.findUnique({ where: { email }, select: { id: true, passwordHash: true, totpConfirmedAt: true } });
  const right = await verifyPassword(user?.passwordHash ?? null, password);
  if (!right || !user?.passwordHash) return null;
  return { id: user.id, passwordHash: user.passwordHash, totpConfirmedAt: user.totpConfirmedAt };
}
