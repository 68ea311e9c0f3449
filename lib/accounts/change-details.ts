import { purge } from '@/lib/cache/invalidate';
import { transaction } from '@/lib/database/client';
import { consumeLimit } from '@/lib/database/rate-limit';
import { assertSameUser, type MaybeActor } from '@/lib/permissions';
import { unauthorized } from '@/lib/problem';
import { assertSessionActive, lockUser } from './lock-user';
import { type RecordedEvent, recordSecurityEvent } from './security-events';

export interface ChangeDetailsInput {
  actor: MaybeActor;
  userId: string;
  name?: string | undefined;
  phone?: string | undefined;
  device: NonNullable<RecordedEvent['device']>;
  now: Date;
}

export interface Details {
  name: string;
  phone: string | null;
}

/** Orders, receipts and certificates keep the old details (N24). @throws Problem 401, 403 for another user, 429 */
export async function changeDetails({ actor, userId, device, now, ...wanted }: ChangeDetailsInput): Promise<Details> {
  assertSameUser(actor, userId);
  await consumeLimit('details-user', userId, now);
  const { before, after } = await transaction(async (tx) => {
    await lockUser(tx, userId);
    await assertSessionActive(tx, actor);
    const before = await tx.user.findUnique({ where: { id: userId }, select: { name: true, phone: true } });
    if (!before) throw unauthorized();
    const after = { name: wanted.name ?? before.name, phone: wanted.phone ?? before.phone };
    await tx.user.update({ where: { id: userId }, data: after, select: { id: true } });
    for (const [field, event] of [
      ['name', 'name-changed'],
      ['phone', 'phone-changed'],
    ] as const) {
      const [from, to] = [before[field] ?? '', after[field] ?? ''];
      if (from !== to) await recordSecurityEvent(tx, { userId, event, device, now, details: { from, to } });
    }
    return { before, after };
  });
  // Ratings on course pages show the user's first name.
  if (before.name !== after.name) purge('ratings');
  return after;
}
