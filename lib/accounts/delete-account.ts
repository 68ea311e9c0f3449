import type { Device } from '@/lib/accounts/sessions/devices';
import { revokeSessions } from '@/lib/accounts/sessions/end-sessions';
import { assertFreshSignIn } from '@/lib/accounts/sessions/fresh-sign-in';
import { purge } from '@/lib/cache/invalidate';
import { addSeconds } from '@/lib/clock';
import { outboxKeysOf } from '@/lib/contact/receive-message';
import { type Database, type Prisma, transaction, type Tx } from '@/lib/database/client';
import { tryEach } from '@/lib/database/try-each';
import { endSubscription } from '@/lib/newsletter/subscription';
import { type Actor, assertAdmin, assertSameUserOrAdmin, type MaybeActor } from '@/lib/permissions';
import { notFound, Problem, unavailable } from '@/lib/problem';
import { writeAudit } from './audit';
import { assertSessionActive, lockAdministrators, lockUser } from './lock-user';
import {
  enquiriesCondition,
  giftsCondition,
  invitationsCondition,
  listOwnEmails,
  type OwnEmail,
  subscriptionRequestsCondition,
  subscriptionsCondition,
} from './own-emails';

export interface DeleteAccountInput {
  actor: MaybeActor;
  userId: string;
  email?: string | undefined;
  currentPassword?: string | undefined;
  device: Device;
  now: Date;
}

/** @throws Problem 401, 403 (`reauthenticate`, `step-up`), 409 `last-administrator`, 422 for another email */
export async function deleteAccount({
  actor,
  userId,
  email,
  currentPassword,
  device,
  now,
}: DeleteAccountInput): Promise<void> {
  assertSameUserOrAdmin(actor, userId);
  if (actor.userId === userId) await assertFreshSignIn(actor, currentPassword, device, now);
  else assertAdmin(actor, { stepUp: true, now });
  for (let attempt = 1; ; attempt += 1) {
    try {
      await transaction((tx) => deleteInTransaction(tx, { actor, userId, email, now }));
      // Ratings on course pages show the user's name.
      return purge('ratings');
    } catch (error) {
      if (!(error instanceof OrderCreatedConcurrently)) throw error;
      if (attempt === maxAttempts) throw unavailable();
    }
  }
}

const maxAttempts = 5;

/** An order was placed before its buyer was locked. Locking it now could deadlock, so the deletion restarts. */
class OrderCreatedConcurrently extends Error {}

async function deleteInTransaction(
  tx: Tx,
  { actor, userId, email, now }: { actor: Actor; userId: string; email: string | undefined; now: Date },
): Promise<void> {
  await anonymiseOrders(tx, userId);
  await forgetGifts(tx, userId);
  const administrators = await lockAdministrators(tx);
  await lockUser(tx, userId);
  if ((await tx.order.count({ where: { userId, NOT: { billing: { equals: {} } } } })) > 0)
    throw new OrderCreatedConcurrently();
  await assertSessionActive(tx, actor);
  const user = await tx.user.findUnique({ where: { id: userId }, select: { email: true } });
  if (!user) throw notFound();
  if (user.email !== null && user.email !== email) throw new Problem(422, 'delete-mismatch');
  if (administrators.includes(userId) && administrators.length === 1) throw new Problem(409, 'last-administrator');
  await deletePersonalData(tx, userId, user.email);
  await revokeSessions(tx, userId, 'deleted', now);
  await tx.user.delete({ where: { id: userId }, select: { id: true } });
  const byOther = actor.userId === userId ? null : actor;
  await writeAudit(tx, { actor: byOther, action: 'account.deleted', subject: `user:${userId}` });
}

/** Matches users without data of their own, apart from what signing up and signing in store. */
export const ownsNothing = {
  orders: { none: {} },
  enrolments: { none: {} },
  providerAccounts: { none: {} },
  passkeys: { none: {} },
  openedGifts: { none: {} },
  seats: { none: {} },
  progress: { none: {} },
  accesses: { none: {} },
  certificates: { none: {} },
  quizAttempts: { none: {} },
  feedback: { none: {} },
  notes: { none: {} },
  questions: { none: {} },
  answers: { none: {} },
  ratings: { none: {} },
  refundRequests: { none: {} },
  watchDays: { none: {} },
} satisfies Prisma.UserWhereInput;

const unconfirmedDays = 30;
const maxDeletionsPerSweep = 100;

/** Deletes unused accounts whose address was never confirmed: it may belong to another person. */
export async function sweepUnconfirmedAccounts(now: Date, client: Database): Promise<{ count: number }> {
  const isUnused: Prisma.UserWhereInput = {
    role: 'learner',
    email: { not: null },
    emailConfirmedAt: null,
    ownerProvenAt: null,
    lastSeenAt: { lt: addSeconds(now, -unconfirmedDays * 24 * 60 * 60) },
    ...ownsNothing,
  };
  const users = await client.user.findMany({ where: isUnused, select: { id: true }, take: maxDeletionsPerSweep });
  let count = 0;
  await tryEach(users, async ({ id: userId }) => {
    const isDeleted = await transaction(async (tx) => {
      await lockUser(tx, userId);
      const user = await tx.user.findFirst({ where: { id: userId, ...isUnused }, select: { email: true } });
      if (!user) return false;
      await deletePersonalData(tx, userId, user.email);
      await revokeSessions(tx, userId, 'deleted', now);
      await tx.user.delete({ where: { id: userId }, select: { id: true } });
      return true;
    });
    if (isDeleted) count += 1;
  });
  return { count };
}

/** Runs before the user is locked, because orders are always locked before their buyers. */
async function anonymiseOrders(tx: Tx, userId: string): Promise<void> {
  await tx.order.updateMany({ where: { userId }, data: { billing: {} } });
  // Keep the reasons of automatic refunds, which the system writes without personal data.
  await tx.refundRequest.updateMany({ where: { userId }, data: { reason: '' } });
  await tx.refundRequest.updateMany({ where: { order: { userId } }, data: { decisionReason: null } });
  await tx.$executeRaw`
    UPDATE "OrderNote" SET "detail" = "detail" - 'reason'
    WHERE "actorId" IS NOT NULL AND "orderId" IN (SELECT "id" FROM "Order" WHERE "userId" = ${userId})`;
  await tx.$executeRaw`
    UPDATE "Audit" SET "detail" = "detail" - 'reason' WHERE "subject" IN (SELECT 'order:' || "id" FROM "Order" WHERE "userId" = ${userId})`;
}

/** Keeps the recipient of a paid gift until the gift is mailed. Mailed links keep working (row N11). */
async function forgetGifts(tx: Tx, userId: string): Promise<void> {
  const isWaiting = { sentAt: null, order: { status: { in: ['paid' as const, 'refund_requested' as const] } } };
  await tx.gift.updateMany({
    where: { OR: [{ openedById: userId }, { order: { userId }, NOT: isWaiting }] },
    data: { recipientEmail: '', recipientName: '', card: '' },
  });
}

/** Keeps rows with an address that the user never confirmed, because it may be another person's. */
async function deletePersonalData(tx: Tx, userId: string, email: string | null): Promise<void> {
  await tx.audit.updateMany({ where: { actorId: userId }, data: { actorName: '' } });
  await tx.audit.updateMany({ where: { subject: `user:${userId}` }, data: { detail: {} } });
  await withdrawQuestions(tx, userId);
  const ownEmails = await listOwnEmails(tx, userId);
  await forgetSeatEmails(tx, userId, ownEmails);
  await deleteMails(tx, { userId, email, ownEmails });
  await tx.gift.updateMany({
    where: giftsCondition(ownEmails),
    data: { recipientEmail: '', recipientName: '', card: '' },
  });
  await tx.enquiry.deleteMany({ where: enquiriesCondition(ownEmails) });
  for (const { id } of await tx.subscriber.findMany({ where: subscriptionsCondition(ownEmails), select: { id: true } }))
    await endSubscription(tx, id);
  const emails = ownEmails.map(({ email: own }) => own);
  await tx.subscriptionRequest.deleteMany({ where: subscriptionRequestsCondition(ownEmails) });
  await tx.reminderOptOut.deleteMany({ where: { email: { in: emails } } });
}

/** Key prefixes of emails that go only to an account's own address. */
const accountMails = ['confirm:', 'otp:', 'login:', 'email-in-use:'];

interface MailOwner {
  userId: string;
  email: string | null;
  ownEmails: OwnEmail[];
}

async function deleteMails(tx: Tx, { userId, email, ownEmails }: MailOwner): Promise<void> {
  const toOwnEmails = ownEmails.map(({ email: to, until }) => ({
    payload: { path: ['to'], equals: to },
    ...(until ? { createdAt: { lte: until } } : {}),
  }));
  const ofAccount = accountMails.map((key) => ({
    payload: { path: ['to'], equals: email ?? '' },
    key: { startsWith: key },
  }));
  const enquiries = await tx.enquiry.findMany({ where: enquiriesCondition(ownEmails), select: { id: true } });
  const keys = enquiries.flatMap(({ id }) => Object.values(outboxKeysOf(id)));
  const orders = await tx.order.findMany({ where: { userId }, select: { id: true } });
  const aboutOrders = orders.map(({ id }) => ({ payload: { path: ['data', 'orderId'], equals: id } }));
  await tx.outbox.deleteMany({
    where: {
      newsletterId: null,
      OR: [{ key: { contains: `:${userId}:` } }, { key: { in: keys } }, ...toOwnEmails, ...ofAccount, ...aboutOrders],
    },
  });
  await deleteGiftMails(tx, userId, ownEmails);
}

/** Keeps unsent emails, because the recipient and the giver still need them. */
async function deleteGiftMails(tx: Tx, userId: string, ownEmails: OwnEmail[]): Promise<void> {
  const gifts = await tx.gift.findMany({
    where: { OR: [{ openedById: userId }, { order: { userId } }, giftsCondition(ownEmails)] },
    select: { orderId: true },
  });
  const ofGifts = gifts.flatMap(({ orderId }) => [
    { key: { startsWith: `gift:${orderId}:` } },
    { key: `receipt:${orderId}` },
  ]);
  await tx.outbox.deleteMany({ where: { doneAt: { not: null }, OR: ofGifts } });
}

/** Mailed invitations keep working, and a seat that the user held stays taken (row N11). */
async function forgetSeatEmails(tx: Tx, userId: string, ownEmails: OwnEmail[]): Promise<void> {
  await tx.seat.updateMany({
    where: {
      email: { not: null },
      OR: [{ line: { order: { userId } } }, { holderId: userId }, invitationsCondition(ownEmails)],
    },
    data: { email: null },
  });
}

/** Keeps a question that other users answered, but deletes its text. */
async function withdrawQuestions(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Audit" SET "detail" = "detail" - 'reason' WHERE "subject" IN (
      SELECT 'question:' || "id" FROM "Question" WHERE "userId" = ${userId} UNION ALL SELECT 'answer:' || "id" FROM "Answer" WHERE "userId" = ${userId})`;
  await tx.question.deleteMany({ where: { userId, answers: { none: { userId: { not: userId } } } } });
  await tx.question.updateMany({ where: { userId }, data: { text: '', hiddenWhy: null } });
}
