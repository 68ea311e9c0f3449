import 'server-only';
import { assertSessionLives, lockAdministrators, lockUser } from '@/lib/accounts/lock-user';
import { assertAdmin, assertSelf, type MaybeActor } from '@/lib/actor';
import { writeAudit } from '@/lib/accounts/audit';
import { transaction, type Tx } from '@/lib/database/client';
import { notFound, Problem } from '@/lib/problem';
import type { Device } from '@/lib/auth/sessions/device';
import { assertRecentProof } from '@/lib/auth/sessions/recent-proof';

export interface Deletion { actor: MaybeActor; userId: string; email: string; currentPassword?: string | undefined; device: Device; now: Date }

/**
 * The person goes, the books stay: orders, payments and refunds keep their amounts and dates and lose whose they were.
 * Somebody else's account goes by an administrator's step-up; the last administrator's stays.
 * @throws Problem 401, 403, 403 `reauthenticate`, `step-up`, 409 `last-administrator`, 422 for another e-mail than the account's
 */
export async function deleteAccount({ actor, userId, email, currentPassword, device, now }: Deletion): Promise<void> {
  assertSelf(actor, userId);
  if (actor.userId === userId) await assertRecentProof(actor, currentPassword, device, now);
  else assertAdmin(actor, { stepUp: true, now });
  await transaction(async (tx) => {
    await forgetOrders(tx, userId);
    const administrators = await lockAdministrators(tx);
    await lockUser(tx, userId);
    await assertSessionLives(tx, actor);
    const user = await tx.user.findUnique({ where: { id: userId }, select: { email: true } });
    if (!user) throw notFound();
    if (user.email !== null && user.email !== email) throw new Problem(422, 'delete-mismatch');
    if (administrators.includes(userId) && administrators.length === 1) throw new Problem(409, 'last-administrator');
    await forgetPerson(tx, userId, user.email);
    await tx.user.delete({ where: { id: userId }, select: { id: true } });
    const byOther = actor.userId === userId ? null : actor;
    await writeAudit(tx, { actor: byOther, action: 'account.deleted', subject: `user:${userId}` });
  });
}

/** Before the person is locked, as everywhere: order first, then buyer. */
async function forgetOrders(tx: Tx, userId: string): Promise<void> {
  await tx.order.updateMany({ where: { userId }, data: { billing: {} } });
  await tx.refundRequest.updateMany({ where: { userId }, data: { reason: '' } });
}

/** What does not fall with the row itself. */
async function forgetPerson(tx: Tx, userId: string, email: string | null): Promise<void> {
  await tx.audit.updateMany({ where: { actorId: userId }, data: { actorName: '' } });
  if (email === null) return;
  await tx.enquiry.deleteMany({ where: { email } });
  await tx.outbox.deleteMany({ where: { kind: 'mail', payload: { path: ['to'], equals: email } } });
}
