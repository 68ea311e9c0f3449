import 'server-only';
import { assertSelf, type MaybeActor } from '@/lib/actor';
import { writeAudit } from '@/lib/audit';
import { db, transaction, type Tx } from '@/lib/db';
import { notFound, Problem } from '@/lib/problem';
import type { Device } from './device';
import { assertRecentProof } from './recent-proof';

export type Deletion = { actor: MaybeActor; userId: string; email: string; currentPassword?: string | undefined; device: Device; now: Date };

/**
 * The person goes, the books stay: orders, payments and refunds keep their amounts and dates and lose whose they were.
 * @throws Problem 401, 403, 403 `reauthenticate`, 422 for another e-mail than the account's
 */
export async function deleteAccount({ actor, userId, email, currentPassword, device, now }: Deletion): Promise<void> {
  assertSelf(actor, userId);
  await assertRecentProof(actor, currentPassword, device, now);
  const client = await db();
  const user = await client.user.findUnique({ where: { id: userId }, select: { email: true } });
  if (!user) throw notFound();
  if (user.email !== null && user.email !== email) throw new Problem(422, 'delete-mismatch');
  await transaction(async (tx) => {
    await forgetPerson(tx, userId, user.email);
    await tx.user.delete({ where: { id: userId }, select: { id: true } });
    const byOther = actor.userId === userId ? null : actor;
    await writeAudit(tx, { actor: byOther, action: 'account.deleted', subject: `user:${userId}` });
  });
}

/** What does not fall with the row itself. */
async function forgetPerson(tx: Tx, userId: string, email: string | null): Promise<void> {
  await tx.order.updateMany({ where: { userId }, data: { billing: {} } });
  await tx.refundRequest.updateMany({ where: { userId }, data: { reason: '' } });
  await tx.audit.updateMany({ where: { actorId: userId }, data: { actorName: '' } });
  if (email === null) return;
  await tx.enquiry.deleteMany({ where: { email } });
  await tx.outbox.deleteMany({ where: { kind: 'mail', payload: { path: ['to'], equals: email } } });
}
