import 'server-only';
import { recordSecurityEvent, type SecurityEvent } from '@/lib/accounts/security-events';
import { db, transaction, type Tx } from '@/lib/database/client';
import { withAttemptLimit } from '@/lib/auth/attempt-limit';
import { deviceName, type Device } from '@/lib/auth/sessions/device';
import { spendSecondFactor } from './totp';

interface Shown {
  userId: string;
  /** Six digits of the authenticator, or a recovery code. */
  typed: string;
  device: Device;
  now: Date;
}

/** The one check of a second factor. False for a wrong or used code, and where none is enrolled. @throws Problem 429 */
export async function checkSecondFactor(shown: Shown): Promise<boolean> {
  const { userId, device, now } = shown;
  const attempt = { proof: 'second-factor', account: userId, address: device.address, now } as const;
  const right = await withAttemptLimit(attempt, () => spend(shown), () => transaction((tx) => record(tx, shown, 'second-factor-locked')));
  return right !== null;
}

async function spend(shown: Shown): Promise<true | null> {
  const client = await db();
  const user = await client.user.findFirst({ where: { id: shown.userId, totpConfirmedAt: { not: null } }, select: { id: true, totpSecret: true } });
  if (!user) return null;
  return transaction(async (tx) => {
    const spent = await spendSecondFactor(tx, user, shown.typed, shown.now);
    if (spent === 'recovery-code') await record(tx, shown, 'recovery-code-used');
    return spent ? true : null;
  });
}

const record = (tx: Tx, { userId, device, now }: Shown, event: SecurityEvent): Promise<void> =>
  recordSecurityEvent(tx, { userId, event, device, now, mailData: { device: deviceName(device.userAgent) ?? 'unknown' } });
