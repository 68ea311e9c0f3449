import 'server-only';
import { z } from 'zod';
import { assertAdmin, type Actor, type MaybeActor } from '@/lib/actor';
import { writeAudit } from '@/lib/accounts/audit';
import { holderOf, lockOrder } from '@/lib/checkout/orders/order-row';
import { inquireOrder } from '@/lib/checkout/settlement/inquire';
import { writeNote, type NoteKind } from '@/lib/checkout/orders/order-notes';
import { grantEnrolment, revokeEnrolment } from '@/lib/courses/enrolment/enrolment';
import { db, transaction, type Tx } from '@/lib/database/client';
import { notFound, Problem } from '@/lib/problem';

export const reasonSchema = z.object({ reason: z.string('required').trim().min(3, 'required').max(500, 'too_long') });

interface Asked { orderId: string; reason: string; now: Date }
interface Access { userId: string; courseSlug: string }

/** Opens the courses for whom the order is for; money is not touched. @throws Problem 401, 403, 404 · 409 `no-buyer`, also of a gift that nobody opened */
export async function grantOrder(actor: MaybeActor, { orderId, reason, now }: Asked): Promise<void> {
  assertAdmin(actor);
  await transaction(async (tx) => {
    for (const access of await accessesOf(tx, orderId)) await grantEnrolment(tx, { ...access, orderId, source: 'admin', now });
    await record(tx, actor, { kind: 'granted', orderId, reason, now });
  });
}

/** Ends the access that this order opened, and no other order's; what was paid is a matter of refunds. Where it opened nothing, nothing is recorded. */
export async function revokeOrder(actor: MaybeActor, { orderId, reason, now }: Asked): Promise<void> {
  assertAdmin(actor);
  await transaction(async (tx) => {
    let ended = 0;
    for (const access of await accessesOf(tx, orderId)) ended += Number(await revokeEnrolment(tx, { ...access, orderId, now }));
    if (ended > 0) await record(tx, actor, { kind: 'revoked', orderId, reason, now });
  });
}

/** Asks the provider now, and settles what it answers. */
export async function reconcileOrder(actor: MaybeActor, { orderId, reason, now }: Asked): Promise<void> {
  assertAdmin(actor);
  const client = await db();
  const known = await client.order.findUnique({ where: { id: orderId }, select: { id: true } });
  if (!known) throw notFound();
  await inquireOrder(orderId, { source: 'inquiry', withClosed: true, now });
  await transaction((tx) => record(tx, actor, { kind: 'reconciled', orderId, reason, now }));
}

/** Who has the courses of an order, or should: its buyer, or who opened the gift. */
async function accessesOf(tx: Tx, orderId: string): Promise<Access[]> {
  await lockOrder(tx, orderId);
  const order = await tx.order.findUnique({ where: { id: orderId }, select: { purpose: true, userId: true, gift: { select: { openedById: true } }, lines: { select: { courseSlug: true } } } });
  if (!order) throw notFound();
  const { lines } = order;
  const userId = holderOf(order);
  if (!userId) throw new Problem(409, 'no-buyer');
  return lines.map(({ courseSlug }) => ({ userId, courseSlug }));
}

async function record(tx: Tx, actor: Actor, { kind, orderId, reason, now }: Asked & { kind: NoteKind }): Promise<void> {
  await writeNote(tx, { orderId, kind, actorId: actor.userId, detail: { reason }, now });
  await writeAudit(tx, { actor, action: `order.${kind}`, subject: `order:${orderId}`, detail: { reason } });
}
