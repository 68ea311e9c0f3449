import 'server-only';
import { assertSessionLives, lockAdministrators, lockUser } from '@/lib/accounts/lock-user';
import { assertAdmin, assertSelf, type Actor, type MaybeActor } from '@/lib/actor';
import { writeAudit } from '@/lib/accounts/audit';
import { addressesOf, enquiriesFrom, giftsTo, invitationsTo, signUpsOf, subscriptionsOf, type OwnAddress } from '@/lib/accounts/own-addresses';
import { purge } from '@/lib/cache/invalidate';
import { transaction, type Tx } from '@/lib/database/client';
import { endSubscription } from '@/lib/newsletter/unsubscribe';
import { notFound, Problem, unavailable } from '@/lib/problem';
import type { Device } from '@/lib/auth/sessions/device';
import { assertRecentProof } from '@/lib/auth/sessions/recent-proof';

export interface Deletion { actor: MaybeActor; userId: string; email: string; currentPassword?: string | undefined; device: Device; now: Date }

/**
 * Deletes the person; orders, payments and refunds keep amounts and dates without personal data. Another person's account needs an
 * administrator's step-up; the last administrator's cannot be deleted.
 * @throws Problem 401, 403, 403 `reauthenticate`, `step-up`, 409 `last-administrator`, 422 for another email than the account's
 */
export async function deleteAccount({ actor, userId, email, currentPassword, device, now }: Deletion): Promise<void> {
  assertSelf(actor, userId);
  if (actor.userId === userId) await assertRecentProof(actor, currentPassword, device, now);
  else assertAdmin(actor, { stepUp: true, now });
  for (let tries = 1; ; tries += 1) {
    try {
      await transaction((tx) => deleteIn(tx, { actor, userId, email }));
      // Course pages show the name and text of ratings.
      return purge('ratings');
    } catch (error) {
      if (!(error instanceof OrderMadeMeanwhile)) throw error;
      if (tries === maxTries) throw unavailable();
    }
  }
}

const maxTries = 5;

/** An order came between the lock of the person's orders and that of the person. Locked after its buyer it could deadlock with its settlement, so all begins anew. */
class OrderMadeMeanwhile extends Error {}

async function deleteIn(tx: Tx, { actor, userId, email }: { actor: Actor; userId: string; email: string }): Promise<void> {
  await anonymiseOrders(tx, userId);
  await forgetGifts(tx, userId);
  const administrators = await lockAdministrators(tx);
  await lockUser(tx, userId);
  if ((await tx.order.count({ where: { userId, NOT: { billing: { equals: {} } } } })) > 0) throw new OrderMadeMeanwhile();
  await assertSessionLives(tx, actor);
  const user = await tx.user.findUnique({ where: { id: userId }, select: { email: true } });
  if (!user) throw notFound();
  if (user.email !== null && user.email !== email) throw new Problem(422, 'delete-mismatch');
  if (administrators.includes(userId) && administrators.length === 1) throw new Problem(409, 'last-administrator');
  await deletePersonalData(tx, userId, user.email);
  await tx.user.delete({ where: { id: userId }, select: { id: true } });
  const byOther = actor.userId === userId ? null : actor;
  await writeAudit(tx, { actor: byOther, action: 'account.deleted', subject: `user:${userId}` });
}

/** Before the user is locked: the lock order is order, then buyer. Reasons that people typed, for this person's orders, may name them; what happened by itself has none of theirs. */
async function anonymiseOrders(tx: Tx, userId: string): Promise<void> {
  await tx.order.updateMany({ where: { userId }, data: { billing: {} } });
  // What went back by itself has a reason of ours.
  await tx.refundRequest.updateMany({ where: { userId, doubleCharge: false }, data: { reason: '' } });
  await tx.refundRequest.updateMany({ where: { order: { userId } }, data: { decisionReason: null } });
  await tx.$executeRaw`
    UPDATE "OrderNote" SET "detail" = "detail" - 'reason'
    WHERE "actorId" IS NOT NULL AND "orderId" IN (SELECT "id" FROM "Order" WHERE "userId" = ${userId})`;
  await tx.$executeRaw`
    UPDATE "Audit" SET "detail" = "detail" - 'reason' WHERE "subject" IN (SELECT 'order:' || "id" FROM "Order" WHERE "userId" = ${userId})`;
}

/**
 * What the gifts that the person bought, and those they opened, say about people (row N11). A gift that is paid and waits for its date
 * keeps it until its mail is written. Their links stay good: what was given stays given. The person's orders are locked, so that none is
 * mailed meanwhile.
 */
async function forgetGifts(tx: Tx, userId: string): Promise<void> {
  const isWaiting = { sentAt: null, order: { status: { in: ['paid' as const, 'refund_requested' as const] } } };
  await tx.gift.updateMany({
    where: { OR: [{ openedById: userId }, { order: { userId }, NOT: isWaiting }] }, data: { recipientEmail: '', recipientName: '', card: '' },
  });
}

/** Rows that do not cascade from the user. What was only typed as an address, and never confirmed, may be somebody else's. */
async function deletePersonalData(tx: Tx, userId: string, email: string | null): Promise<void> {
  await tx.audit.updateMany({ where: { actorId: userId }, data: { actorName: '' } });
  await tx.audit.updateMany({ where: { subject: `user:${userId}` }, data: { detail: {} } });
  await withdrawQuestions(tx, userId);
  const addresses = await addressesOf(tx, userId);
  await forgetSeatAddresses(tx, userId, addresses);
  await deleteMails(tx, { userId, email, addresses });
  await tx.gift.updateMany({ where: giftsTo(addresses), data: { recipientEmail: '', recipientName: '', card: '' } });
  await tx.enquiry.deleteMany({ where: enquiriesFrom(addresses) });
  for (const { id } of await tx.subscriber.findMany({ where: subscriptionsOf(addresses), select: { id: true } })) await endSubscription(tx, id);
  const emails = addresses.map(({ email: own }) => own);
  await tx.subscriptionRequest.deleteMany({ where: signUpsOf(addresses) });
  await tx.reminderOptOut.deleteMany({ where: { email: { in: emails } } });
}

/** Keys of mails that only the account with an address gets there. */
const accountMails = ['confirm:', 'otp:', 'login:', 'email-in-use:'];

interface Mailed { userId: string; email: string | null; addresses: OwnAddress[] }

/** Sent or not: to the person, about their orders wherever those went, and their enquiries on their way to the company. */
async function deleteMails(tx: Tx, { userId, email, addresses }: Mailed): Promise<void> {
  const toAddresses = addresses.map(({ email: to, until }) => ({ payload: { path: ['to'], equals: to }, ...(until ? { createdAt: { lte: until } } : {}) }));
  const ofAccount = accountMails.map((key) => ({ payload: { path: ['to'], equals: email ?? '' }, key: { startsWith: key } }));
  const enquiries = await tx.enquiry.findMany({ where: enquiriesFrom(addresses), select: { id: true } });
  const keys = enquiries.flatMap(({ id }) => [`contact:${id}`, `contact-webhook:${id}`]);
  const orders = await tx.order.findMany({ where: { userId }, select: { id: true } });
  const aboutOrders = orders.map(({ id }) => ({ payload: { path: ['data', 'orderId'], equals: id } }));
  await tx.outbox.deleteMany({ where: { newsletterId: null, OR: [{ key: { contains: `:${userId}:` } }, { key: { in: keys } }, ...toAddresses, ...ofAccount, ...aboutOrders] } });
  await deleteGiftMails(tx, userId, addresses);
}

/** What was sent of gifts that the person bought, opened or might have opened: those that wait are still sent, to the recipient and to the giver. */
async function deleteGiftMails(tx: Tx, userId: string, addresses: OwnAddress[]): Promise<void> {
  const gifts = await tx.gift.findMany({ where: { OR: [{ openedById: userId }, { order: { userId } }, giftsTo(addresses)] }, select: { orderId: true } });
  const ofGifts = gifts.flatMap(({ orderId }) => [{ key: { startsWith: `gift:${orderId}:` } }, { key: `receipt:${orderId}` }]);
  await tx.outbox.deleteMany({ where: { doneAt: { not: null }, OR: ofGifts } });
}

/**
 * Addresses that the person invited to seats, and theirs wherever others invited them (row N11). Links that were sent stay good, and a seat
 * that the person held stays used.
 */
async function forgetSeatAddresses(tx: Tx, userId: string, addresses: OwnAddress[]): Promise<void> {
  await tx.seat.updateMany({ where: { email: { not: null }, OR: [{ line: { order: { userId } } }, { holderId: userId }, invitationsTo(addresses)] }, data: { email: null } });
}

/** A question that others have answered stays as their answers' place, without its text; the rest goes with the person. */
async function withdrawQuestions(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Audit" SET "detail" = "detail" - 'reason' WHERE "subject" IN (
      SELECT 'question:' || "id" FROM "Question" WHERE "userId" = ${userId} UNION ALL SELECT 'answer:' || "id" FROM "Answer" WHERE "userId" = ${userId})`;
  await tx.question.deleteMany({ where: { userId, answers: { none: { userId: { not: userId } } } } });
  await tx.question.updateMany({ where: { userId }, data: { text: '', hiddenWhy: null } });
}
