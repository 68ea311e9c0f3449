import 'server-only';
import { mailOwner, recordSecurityEvent } from '@/lib/accounts/security-events';
import type { Tx } from '@/lib/database/client';
import { deviceName, type Device } from '@/lib/auth/sessions/device';

const mostCompared = 200;

/**
 * Records a sign-in from a browser and system that this account has not been used with, and mails its owner unless it is the first of all.
 * The network does not count: a telephone changes it all day. Call under the user's lock, before the session's row is created.
 */
export async function recordNewDevice(tx: Tx, userId: string, device: Device, now: Date): Promise<void> {
  const seen = await userAgentsOf(tx, userId);
  const name = deviceName(device.userAgent);
  if (seen.some((userAgent) => deviceName(userAgent) === name)) return;
  await recordSecurityEvent(tx, { userId, event: 'signed-in', device, now });
  if (seen.length > 0) await mailOwner(tx, userId, { template: 'new-device', now, data: { device: name ?? 'unknown' } });
}

/** Of sessions and of earlier events, since ended sessions are deleted after a month. */
async function userAgentsOf(tx: Tx, userId: string): Promise<string[]> {
  const grouped = { by: ['userAgent' as const], orderBy: { userAgent: 'asc' as const }, take: mostCompared };
  const sessions = await tx.session.groupBy({ ...grouped, where: { userId } });
  const events = await tx.securityEvent.groupBy({ ...grouped, where: { userId, event: 'signed-in' } });
  return [...sessions, ...events].map(({ userAgent }) => userAgent);
}
