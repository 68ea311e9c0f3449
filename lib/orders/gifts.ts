import { z } from 'zod';
import { writeAudit } from '@/lib/accounts/audit';
import { config } from '@/lib/config/config';
import { hmacOf, randomToken } from '@/lib/config/secrets';
import { readCourseTitles } from '@/lib/courses/catalogue/catalogue';
import { grantEnrolment, listOwnedCourses } from '@/lib/courses/enrolment/enrolment';
import { type Database, db, type Prisma, transaction, type Tx } from '@/lib/database/client';
import { consumeLimit } from '@/lib/database/rate-limit';
import { runSerially } from '@/lib/database/run-serially';
import { tryEach } from '@/lib/database/try-each';
import type { Language, Localised } from '@/lib/language';
import { enqueueMail } from '@/lib/mail/outbox';
import { assertAdmin, assertLearner, assertSameUser, isLearner, type MaybeActor } from '@/lib/permissions';
import { notFound, Problem } from '@/lib/problem';
import { readBilling } from './billing';
import { type GiftChange, sendAtOf } from './gift-details';
import { mailGiftReceipt } from './order-mails';
import { writeNote } from './order-notes';
import { lockBuyer, lockOrder, orderFields, orderLanguage, type OrderRow } from './order-row';

const batchSize = 100;

export async function deliverGift(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  await mailGiftReceipt(tx, order, now);
  const sendAt = order.gift?.sendAt ?? now;
  if (sendAt <= now) await mailGift(tx, order, now);
}

/** Invalidates earlier links; forgets the recipient if the giver's account is gone. The order must be locked. */
async function mailGift(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const { id, gift } = order;
  if (!gift) throw new Error(`order ${id} is not a gift`);
  const lang = orderLanguage(order);
  const { hash, url } = newGiftLink(lang);
  const key = `gift:${id}:`;
  await tx.outbox.deleteMany({ where: { key: { startsWith: key }, doneAt: null } });
  const forgotten = order.userId === null ? { recipientEmail: '', recipientName: '', card: '' } : {};
  await tx.gift.update({
    where: { orderId: id },
    data: { tokenHash: hash, sentAt: gift.sentAt ?? now, mails: { increment: 1 }, ...forgotten },
    select: { orderId: true },
  });
  const data = {
    name: gift.recipientName,
    giver: giverName(order) ?? 'none',
    description: order.description,
    message: gift.card,
    url,
  };
  await enqueueMail(tx, { key: `${key}${gift.mails + 1}`, to: gift.recipientEmail, lang, template: 'gift', data });
  await writeNote(tx, { orderId: id, kind: 'gift-sent', detail: { mails: gift.mails + 1 }, now });
}

/** Recipients learn nothing else about the giver. Null once the name was deleted with the account. */
function giverName({ billing }: Pick<OrderRow, 'billing'>): string | null {
  const typed = readBilling(billing);
  return typed && `${typed.first_name} ${typed.last_name}`;
}

const dueCondition = (now: Date) =>
  ({ sentAt: null, sendAt: { lte: now }, order: { status: 'paid' } }) satisfies Prisma.GiftWhereInput;

export async function hasGiftsToSend(now: Date): Promise<boolean> {
  return (await (await db()).gift.findFirst({ where: dueCondition(now), select: { orderId: true } })) !== null;
}

/** Mails gifts whose date has come, unless a refund is requested. @returns the number of mails written */
export async function sendGifts(now: Date, stopping?: AbortSignal): Promise<number> {
  const client = await db();
  let mailed = 0;
  for (let isFull = true; isFull && !stopping?.aborted;) {
    const dueGifts = await client.gift.findMany({
      where: dueCondition(now),
      orderBy: { sendAt: 'asc' },
      take: batchSize,
      select: { orderId: true },
    });
    await tryEach(
      dueGifts,
      async ({ orderId }) => {
        mailed += Number(await transaction((tx) => sendGiftIfDue(tx, orderId, now)));
      },
      stopping,
    );
    isFull = dueGifts.length === batchSize;
  }
  return mailed;
}

async function sendGiftIfDue(tx: Tx, orderId: string, now: Date): Promise<boolean> {
  await lockOrder(tx, orderId);
  const order = await tx.order.findFirst({ where: { id: orderId, gift: dueCondition(now) }, select: orderFields });
  if (!order) return false;
  await mailGift(tx, order, now);
  return true;
}

const giftHash = (token: string): string => hmacOf('gift-link', token);

function newGiftLink(lang: Language): { hash: string; url: string } {
  const token = randomToken();
  return { hash: giftHash(token), url: `${config().siteUrl}/${lang}/gift?${new URLSearchParams({ token })}` };
}

const maxGiftMails = 6;

interface ChangeGiftInput {
  readonly actor: MaybeActor;
  readonly userId: string;
  readonly orderId: string;
  readonly change: GiftChange;
  readonly now: Date;
}

/** Resends a mail that was sent. @throws Problem 404, 429 · 409 `gift-opened`, `gift-closed`, `gift-mails-used` */
export async function changeGift({
  actor,
  userId,
  orderId,
  change,
  now,
}: ChangeGiftInput): Promise<{ mailed: boolean }> {
  assertSameUser(actor, userId);
  await consumeLimit('gift-user', userId, now);
  return transaction(async (tx) => {
    const gift = await requireUnopenedGift(tx, { id: orderId, userId });
    const recipient = { recipientEmail: change.recipient_email, recipientName: change.recipient_name };
    const sendAt = gift.sentAt ? gift.sendAt : sendAtOf(change.send_on, now);
    await tx.gift.update({ where: { orderId }, data: { ...recipient, sendAt }, select: { orderId: true } });
    await writeNote(tx, { orderId, kind: 'gift-changed', actorId: actor.userId, now });
    const isMailed = gift.sentAt !== null || sendAt === null;
    if (isMailed) await resendGiftMail(tx, orderId, now);
    return { mailed: isMailed };
  });
}

/** @throws as `changeGift`, except 429 · 409 `gift-no-address` when the giver's account is gone */
export async function resendGift(
  actor: MaybeActor,
  { orderId, reason, now }: { orderId: string; reason: string; now: Date },
): Promise<void> {
  assertAdmin(actor);
  await transaction(async (tx) => {
    const gift = await requireUnopenedGift(tx, { id: orderId });
    if (gift.recipientEmail === '') throw new Problem(409, 'gift-no-address');
    await resendGiftMail(tx, orderId, now);
    await writeAudit(tx, { actor, action: 'order.gift-sent', subject: `order:${orderId}`, detail: { reason } });
  });
}

async function requireUnopenedGift(tx: Tx, condition: { id: string; userId?: string }) {
  await lockOrder(tx, condition.id);
  const select = {
    status: true,
    gift: { select: { openedAt: true, sentAt: true, sendAt: true, mails: true, recipientEmail: true } },
  } as const satisfies Prisma.OrderSelect;
  const order = await tx.order.findFirst({ where: condition, select });
  const gift = order?.gift;
  if (!order || !gift) throw notFound('unknown-order');
  if (gift.openedAt) throw new Problem(409, 'gift-opened');
  if (order.status !== 'paid') throw new Problem(409, 'gift-closed');
  if (gift.mails >= maxGiftMails) throw new Problem(409, 'gift-mails-used');
  return gift;
}

async function resendGiftMail(tx: Tx, orderId: string, now: Date): Promise<void> {
  await mailGift(tx, await tx.order.findUniqueOrThrow({ where: { id: orderId }, select: orderFields }), now);
}

export const openGiftSchema = z.object({ token: z.string('required').min(1, 'required').max(100) });

type GiftRefusal = 'gift-opened' | 'gift-returned' | 'gift-refund-requested' | 'gift-owned';

interface GiftQuery {
  readonly actor: MaybeActor;
  readonly token: string;
}

const giftOrderFields = {
  id: true,
  status: true,
  billing: true,
  lines: {
    orderBy: { position: 'asc' },
    select: { courseSlug: true, refunds: { where: { request: { status: 'done' } }, select: { requestId: true } } },
  },
  gift: { select: { card: true, recipientName: true, openedAt: true, openedById: true } },
} as const satisfies Prisma.OrderSelect;

type GiftOrder = Prisma.OrderGetPayload<{ select: typeof giftOrderFields }>;

const findGiftOrder = (client: Database | Tx, token: string): Promise<GiftOrder | null> =>
  client.order.findFirst({ where: { gift: { tokenHash: giftHash(token) } }, select: giftOrderFields });

/** Omits refunded courses of a bundle. */
const courseSlugsOf = ({ lines }: GiftOrder): string[] =>
  lines.filter(({ refunds }) => refunds.length === 0).map(({ courseSlug }) => courseSlug);

function giftRefusalOf({ status, gift }: GiftOrder): GiftRefusal | null {
  if (gift?.openedAt) return 'gift-opened';
  if (status === 'refund_requested') return 'gift-refund-requested';
  return status === 'paid' ? null : 'gift-returned';
}

export interface ShownGift {
  readonly giver: string | null;
  readonly recipientName: string;
  readonly card: string;
  readonly courses: ReadonlyArray<{
    readonly slug: string;
    readonly title: Localised;
    readonly isOwned: boolean;
  }>;
  readonly refusal: GiftRefusal | null;
  readonly isMine: boolean;
}

/** Returns null for an unknown or replaced link. Changes nothing, because mail scanners open links. */
export async function findGift({ actor, token }: GiftQuery): Promise<ShownGift | null> {
  const client = await db();
  const order = await findGiftOrder(client, token);
  if (!order?.gift) return null;
  const { card, recipientName, openedById } = order.gift;
  const courseSlugs = courseSlugsOf(order);
  const userId = isLearner(actor) ? actor.userId : null;
  const owned = userId === null ? [] : await listOwnedCourses({ userId, courseSlugs });
  const titles = await readCourseTitles(courseSlugs);
  return {
    card,
    recipientName,
    giver: giverName(order),
    courses: courseSlugs.map((slug) => ({ slug, title: titles(slug), isOwned: owned.includes(slug) })),
    refusal: giftRefusalOf(order) ?? (owned.length === courseSlugs.length ? 'gift-owned' : null),
    isMine: userId !== null && openedById === userId,
  };
}

/** Refuses a learner who already owns every course. @throws Problem 404 · 409 with a `GiftRefusal` */
export async function openGift({
  actor,
  token,
  now,
}: GiftQuery & { readonly now: Date }): Promise<{ courseSlugs: string[] }> {
  assertLearner(actor);
  const { userId } = actor;
  const giftOrder = await findGiftOrder(await db(), token);
  if (!giftOrder) throw notFound('unknown-gift');
  return runSerially(giftOrder.id, () =>
    transaction(async (tx) => {
      await lockOrder(tx, giftOrder.id);
      // The link may have been replaced, or the gift opened, before the lock.
      const order = await findGiftOrder(tx, token);
      if (!order) throw notFound('unknown-gift');
      const courseSlugs = courseSlugsOf(order);
      if (order.gift?.openedById === userId) return { courseSlugs };
      const refusal = giftRefusalOf(order);
      if (refusal) throw new Problem(409, refusal);
      await lockBuyer(tx, userId);
      const owned = await listOwnedCourses({ userId, courseSlugs }, tx);
      if (owned.length === courseSlugs.length) throw new Problem(409, 'gift-owned');
      const orderId = order.id;
      await tx.gift.update({
        where: { orderId },
        data: { openedAt: now, openedById: userId },
        select: { orderId: true },
      });
      await writeNote(tx, { orderId, kind: 'gift-opened', actorId: userId, now });
      for (const courseSlug of courseSlugs.filter((slug) => !owned.includes(slug))) {
        await grantEnrolment(tx, { userId, courseSlug, orderId, source: 'purchase', now });
        await writeNote(tx, { orderId, kind: 'granted', detail: { courseSlug }, now });
      }
      return { courseSlugs };
    }),
  );
}
