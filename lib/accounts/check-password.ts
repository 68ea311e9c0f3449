import 'server-only';
import { db, transaction } from '@/lib/db';
import { fail, ok, type Result } from '@/lib/result';
import { assertAddressMayTry, countFailedAddress, forgetLoginTries, takeLoginTry } from './login-tries';
import { verifyPassword } from './password-hash';
import { spendSecondFactor } from './totp';

export type PasswordTry = { email: string; password: string; totp?: string | undefined; address: string; now: Date };
export type ProvenPerson = { userId: string; /** A second factor was shown just now. */ totpAt: Date | null };

/**
 * Every way in with a password ends here, so every way has the same limits (Moodle CVE-2022-30600).
 * The answer is the same for an unknown address and a wrong password.
 * @throws Problem 429, 503
 */
export async function checkPassword(attempt: PasswordTry): Promise<Result<ProvenPerson, 'wrong-credentials' | 'totp-required'>> {
  const { email, password, totp, address, now } = attempt;
  await assertAddressMayTry(address, now);
  await takeLoginTry(email, now);
  const client = await db();
  const user = await client.user.findUnique({
    where: { email },
    select: { id: true, passwordHash: true, deletedAt: true, totpSecret: true, totpConfirmedAt: true },
  });
  const right = await verifyPassword(user?.passwordHash ?? null, password);
  if (!right || !user || user.deletedAt) {
    await countFailedAddress(address, now);
    return fail('wrong-credentials');
  }
  if (user.totpConfirmedAt === null) {
    await forgetLoginTries(email);
    return ok({ userId: user.id, totpAt: null });
  }
  if (!totp) return fail('totp-required');
  if (!(await transaction((tx) => spendSecondFactor(tx, user, totp, now)))) {
    await countFailedAddress(address, now);
    return fail('totp-required');
  }
  await forgetLoginTries(email);
  return ok({ userId: user.id, totpAt: now });
}
