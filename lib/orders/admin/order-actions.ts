import { z } from 'zod';
import { writeAudit } from '@/lib/accounts/audit';
import { grantEnrolment, revokeEnrolment } from '@/lib/courses/enrolment/enrolment';
import { db, transaction, type Tx } from '@/lib/database/client';
import { type NoteKind, writeNote } from '@/lib/orders/order-notes';
import { holderOf, lockOrder } from '@/lib/orders/order-row';
import { inquireOrder } from '@/lib/orders/settlement/inquire';
import { type Actor, assertAdmin, type MaybeActor } from '@/lib/permissions';
import { notFound, Problem } from '@/lib/problem';

export const reasonSchema = z.object({ reason: z.string('required').trim().min(3, 'required').max(500, 'too_long') });

interface OrderActionInput {
  orderId: string;
  reason: string;
  now: Date;
}
interface GrantedCourse {
  userId: string;
  courseSlug: string;
}

/** Grants access without moving money. @throws Problem 401, 403, 404 · 409 `no-buyer`, also for an unopened gift */
export async function grantOrder(actor: MaybeActor, { orderId, reason, now }: OrderActionInput): Promise<void> {
  assertAdmin(actor);
  await transaction(async (tx) => {
    for (const access of await listGrantedCourses(tx, orderId))
      await grantEnrolment(tx, { ...access, orderId, source: 'admin', now });
    await recordAction(tx, actor, { kind: 'granted', orderId, reason, now });
  });
}

/** Ends the access that this order opened, without a refund. Leaves no record if the order opened nothing. */
export async function revokeOrder(actor: MaybeActor, { orderId, reason, now }: OrderActionInput): Promise<void> {
  assertAdmin(actor);
  await transaction(async (tx) => {
    let ended = 0;
    for (const access of await listGrantedCourses(tx, orderId))
      ended += Number(await revokeEnrolment(tx, { ...access, orderId, now }));
    if (ended > 0) await recordAction(tx, actor, { kind: 'revoked', orderId, reason, now });
  });
}

export async function reconcileOrder(actor: MaybeActor, { orderId, reason, now }: OrderActionInput): Promise<void> {
  assertAdmin(actor);
  const client = await db();
  const order = await client.order.findUnique({ where: { id: orderId }, select: { id: true } });
  if (!order) throw notFound();
  await inquireOrder(orderId, { source: 'inquiry', withClosed: true, now });
  await transaction((tx) => recordAction(tx, actor, { kind: 'reconciled', orderId, reason, now }));
}

async function listGrantedCourses(tx: Tx, orderId: string): Promise<GrantedCourse[]> {
  await lockOrder(tx, orderId);
  const order = await tx.order.findUnique({
    where: { id: orderId },
    select: {
      purpose: true,
      userId: true,
      gift: { select: { openedById: true } },
      lines: { select: { courseSlug: true } },
    },
  });
  if (!order) throw notFound();
  const { lines } = order;
  const userId = holderOf(order);
  if (!userId) throw new Problem(409, 'no-buyer');
  return lines.map(({ courseSlug }) => ({ userId, courseSlug }));
}

async function recordAction(
  tx: Tx,
  actor: Actor,
  { kind, orderId, reason, now }: OrderActionInput & { kind: NoteKind },
): Promise<void> {
  await writeNote(tx, { orderId, kind, actorId: actor.userId, detail: { reason }, now });
  await writeAudit(tx, { actor, action: `order.${kind}`, subject: `order:${orderId}`, detail: { reason } });
}
