import 'server-only';
import { assertAdmin, assertOwner, type MaybeActor } from '@/lib/actor';
import { writeAudit } from '@/lib/accounts/audit';
import { writeNote } from '@/lib/checkout/orders/order-notes';
import { lockOrder, orderFields } from '@/lib/checkout/orders/order-row';
import { transaction, type Prisma, type Tx } from '@/lib/database/client';
import { takeLimit } from '@/lib/database/rate-limit';
import { notFound, Problem } from '@/lib/problem';
import { sendAtOf, type GiftChange } from './gift-details';
import { mailGift } from './send-gift';

/** Of one gift, the first one included. */
const mostMails = 6;

interface Changed { readonly actor: MaybeActor; readonly userId: string; readonly orderId: string; readonly change: GiftChange; readonly now: Date }

/**
 * The giver puts the recipient right while nobody has opened the gift. What was mailed is mailed again, with a new link; before that
 * the date may change too.
 * @returns whether a mail was written
 * @throws Problem 401, 403, 404 · 409 `gift-opened`, `gift-closed`, `gift-mails-used` · 429
 */
export async function changeGift({ actor, userId, orderId, change, now }: Changed): Promise<{ mailed: boolean }> {
  assertOwner(actor, userId);
  await takeLimit('gift-user', userId, now);
  return transaction(async (tx) => {
    const { gift } = await openableGift(tx, { id: orderId, userId });
    const recipient = { recipientEmail: change.recipient_email, recipientName: change.recipient_name };
    const sendAt = gift.sentAt ? gift.sendAt : sendAtOf(change.send_on, now);
    await tx.gift.update({ where: { orderId }, data: { ...recipient, sendAt }, select: { orderId: true } });
    await writeNote(tx, { orderId, kind: 'gift-changed', actorId: actor.userId, now });
    const isMailed = gift.sentAt !== null || sendAt === null;
    if (isMailed) await mailAgain(tx, orderId, now);
    return { mailed: isMailed };
  });
}

/** An administrator has the mail sent again, to the same address. @throws as `changeGift`, but 429; 409 `gift-no-address` when the giver's account is gone */
export async function resendGift(actor: MaybeActor, { orderId, reason, now }: { orderId: string; reason: string; now: Date }): Promise<void> {
  assertAdmin(actor);
  await transaction(async (tx) => {
    const { gift } = await openableGift(tx, { id: orderId });
    if (gift.recipientEmail === '') throw new Problem(409, 'gift-no-address');
    await mailAgain(tx, orderId, now);
    await writeAudit(tx, { actor, action: 'order.gift-sent', subject: `order:${orderId}`, detail: { reason } });
  });
}

/** In the order's lock. */
async function openableGift(tx: Tx, which: { id: string; userId?: string }) {
  await lockOrder(tx, which.id);
  const select = { status: true, gift: { select: { openedAt: true, sentAt: true, sendAt: true, mails: true, recipientEmail: true } } } as const satisfies Prisma.OrderSelect;
  const order = await tx.order.findFirst({ where: which, select });
  const gift = order?.gift;
  if (!order || !gift) throw notFound('unknown-order');
  if (gift.openedAt) throw new Problem(409, 'gift-opened');
  if (order.status !== 'paid') throw new Problem(409, 'gift-closed');
  if (gift.mails >= mostMails) throw new Problem(409, 'gift-mails-used');
  return { gift };
}

async function mailAgain(tx: Tx, orderId: string, now: Date): Promise<void> {
  await mailGift(tx, await tx.order.findUniqueOrThrow({ where: { id: orderId }, select: orderFields }), now);
}
