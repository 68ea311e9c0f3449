import 'server-only';
import { authenticator } from 'otplib';
import type { Tx } from '@/lib/database/client';
import { foldDigits } from '@/lib/digits';
import { hmacOf, open } from '@/lib/config/secrets';
import { cleanCode } from '@/lib/single-line';

const stepSeconds = 30;

/** A code as it may be typed: in digits of any script, with spaces. */
const codeOf = (typed: string): string => foldDigits(cleanCode(typed)).replace(/\s/g, '');

/** The 30-second step a typed code belongs to (the current one or a neighbour), or null. */
export function stepOfCode(secret: string, typed: string, now: Date): number | null {
  const checker = authenticator.clone({ window: 1, epoch: now.getTime() });
  const delta = checker.checkDelta(codeOf(typed), secret);
  return delta === null ? null : Math.floor(now.getTime() / 1000 / stepSeconds) + delta;
}

export const recoveryCodeHash = (userId: string, code: string): string =>
  hmacOf('recovery-code', `${userId}:${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`);

interface Enrolled { id: string; totpSecret: string | null }

export type SpentFactor = 'authenticator' | 'recovery-code';

/** Spends a code of the authenticator or a recovery code; each is valid once. Null when it is wrong or was used. */
export async function spendSecondFactor(tx: Tx, user: Enrolled, typed: string, now: Date): Promise<SpentFactor | null> {
  const secret = user.totpSecret === null ? null : open('totp', user.totpSecret);
  const code = codeOf(typed);
  if (secret !== null && /^\d{6}$/.test(code)) {
    const step = stepOfCode(secret, code, now);
    if (step === null) return null;
    const fresh = await tx.user.updateMany({
      where: { id: user.id, totpSecret: user.totpSecret, totpConfirmedAt: { not: null }, OR: [{ totpLastStep: null }, { totpLastStep: { lt: step } }] },
      data: { totpLastStep: step },
    });
    return fresh.count === 1 ? 'authenticator' : null;
  }
  const spent = await tx.recoveryCode.updateMany({ where: { userId: user.id, hash: recoveryCodeHash(user.id, code), usedAt: null }, data: { usedAt: now } });
  return spent.count === 1 ? 'recovery-code' : null;
}
