import 'server-only';
import { assertOwner, type MaybeActor } from '@/lib/actor';
import { purge } from '@/lib/cache/invalidate';
import { transaction } from '@/lib/database/client';
import { takeLimit } from '@/lib/database/rate-limit';
import { unauthorized } from '@/lib/problem';
import { assertSessionLives, lockUser } from './lock-user';
import { recordSecurityEvent, type RecordedEvent } from './security-events';

export interface DetailsChange {
  actor: MaybeActor;
  userId: string;
  /** Absent: stays as it is. */
  name?: string | undefined;
  phone?: string | undefined;
  device: NonNullable<RecordedEvent['device']>;
  now: Date;
}

export interface Details { name: string; phone: string | null }

/** N24: a person's name and phone; orders, receipts and certificates stay as they were. @throws Problem 401, 403 for another person's, 429 */
export async function changeDetails({ actor, userId, device, now, ...wanted }: DetailsChange): Promise<Details> {
  assertOwner(actor, userId);
  await takeLimit('details-user', userId, now);
  const { before, after } = await transaction(async (tx) => {
    await lockUser(tx, userId);
    await assertSessionLives(tx, actor);
    const before = await tx.user.findUnique({ where: { id: userId }, select: { name: true, phone: true } });
    if (!before) throw unauthorized();
    const after = { name: wanted.name ?? before.name, phone: wanted.phone ?? before.phone };
    await tx.user.update({ where: { id: userId }, data: after, select: { id: true } });
    for (const [field, event] of [['name', 'name-changed'], ['phone', 'phone-changed']] as const) {
      const [from, to] = [before[field] ?? '', after[field] ?? ''];
      if (from !== to) await recordSecurityEvent(tx, { userId, event, device, now, details: { from, to } });
    }
    return { before, after };
  });
  // Course pages show the first name of those who rated.
  if (before.name !== after.name) purge('ratings');
  return after;
}
