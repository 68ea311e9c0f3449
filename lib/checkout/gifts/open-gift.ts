import 'server-only';
import { z } from 'zod';
import { assertLearner, isLearner, type MaybeActor } from '@/lib/actor';
import { writeNote } from '@/lib/checkout/orders/order-notes';
import { lockBuyer, lockOrder } from '@/lib/checkout/orders/order-row';
import { courseTitles } from '@/lib/courses/catalogue/catalogue';
import { grantEnrolment, listOwnedCourses } from '@/lib/courses/enrolment/enrolment';
import { inTurn } from '@/lib/database/in-turn';
import { db, transaction, type Database, type Prisma, type Tx } from '@/lib/database/client';
import type { Localised } from '@/lib/language';
import { notFound, Problem } from '@/lib/problem';
import { giftHash, giverName } from './send-gift';

export const openGiftSchema = z.object({ token: z.string('required').min(1, 'required').max(100) });

/** Why a gift cannot be opened, for somebody or at all. */
export type GiftRefusal = 'gift-opened' | 'gift-returned' | 'gift-refund-requested' | 'gift-owned';

interface Asked { readonly actor: MaybeActor; readonly token: string }

const fields = {
  id: true, status: true, billing: true,
  lines: {
    orderBy: { position: 'asc' },
    select: { courseSlug: true, refunds: { where: { request: { status: 'done' } }, select: { requestId: true } } },
  },
  gift: { select: { card: true, recipientName: true, openedAt: true, openedById: true } },
} as const satisfies Prisma.OrderSelect;

type GiftOrder = Prisma.OrderGetPayload<{ select: typeof fields }>;

const findOrder = (client: Database | Tx, token: string): Promise<GiftOrder | null> =>
  client.order.findFirst({ where: { gift: { tokenHash: giftHash(token) } }, select: fields });

/** A course of a bundle that went back is no part of the gift any more. */
const courseSlugsOf = ({ lines }: GiftOrder): string[] => lines.filter(({ refunds }) => refunds.length === 0).map(({ courseSlug }) => courseSlug);

function refusalOf({ status, gift }: GiftOrder): GiftRefusal | null {
  if (gift?.openedAt) return 'gift-opened';
  if (status === 'refund_requested') return 'gift-refund-requested';
  return status === 'paid' ? null : 'gift-returned';
}

/** A gift as the page of its link shows it: of the giver the name alone, null once their account is deleted. */
export interface ShownGift {
  readonly giver: string | null;
  readonly recipientName: string;
  readonly card: string;
  readonly courses: ReadonlyArray<{ readonly slug: string; readonly title: Localised; /** By whoever looks. */ readonly isOwned: boolean }>;
  readonly refusal: GiftRefusal | null;
  /** Opened by whoever looks. */
  readonly isMine: boolean;
}

/** The gift of a link, or null for one that is not, or no longer, ours. It changes nothing: mail scanners open links. */
export async function findGift({ actor, token }: Asked): Promise<ShownGift | null> {
  const client = await db();
  const order = await findOrder(client, token);
  if (!order?.gift) return null;
  const { card, recipientName, openedById } = order.gift;
  const courseSlugs = courseSlugsOf(order);
  const userId = isLearner(actor) ? actor.userId : null;
  const owned = userId === null ? [] : await listOwnedCourses({ userId, courseSlugs });
  const titles = await courseTitles(courseSlugs);
  return {
    card, recipientName, giver: giverName(order),
    courses: courseSlugs.map((slug) => ({ slug, title: titles(slug), isOwned: owned.includes(slug) })),
    refusal: refusalOf(order) ?? (owned.length === courseSlugs.length ? 'gift-owned' : null),
    isMine: userId !== null && openedById === userId,
  };
}

/**
 * Opens the courses of a gift to whoever has its link, once; the giver may. Who opened it already is told where it is. Somebody
 * who has all of it leaves it unopened for somebody else.
 * @returns the courses
 * @throws Problem 401, 403 · 404 `unknown-gift` · 409 with a `GiftRefusal`
 */
export async function openGift({ actor, token, now }: Asked & { readonly now: Date }): Promise<{ courseSlugs: string[] }> {
  assertLearner(actor);
  const { userId } = actor;
  const known = await findOrder(await db(), token);
  if (!known) throw notFound('unknown-gift');
  return inTurn(known.id, () => transaction(async (tx) => {
    await lockOrder(tx, known.id);
    // The link may have been replaced, and the gift opened, before the lock.
    const order = await findOrder(tx, token);
    if (!order) throw notFound('unknown-gift');
    const courseSlugs = courseSlugsOf(order);
    if (order.gift?.openedById === userId) return { courseSlugs };
    const refusal = refusalOf(order);
    if (refusal) throw new Problem(409, refusal);
    await lockBuyer(tx, userId);
    const owned = await listOwnedCourses({ userId, courseSlugs }, tx);
    if (owned.length === courseSlugs.length) throw new Problem(409, 'gift-owned');
    const orderId = order.id;
    await tx.gift.update({ where: { orderId }, data: { openedAt: now, openedById: userId }, select: { orderId: true } });
    await writeNote(tx, { orderId, kind: 'gift-opened', actorId: userId, now });
    for (const courseSlug of courseSlugs.filter((slug) => !owned.includes(slug))) {
      await grantEnrolment(tx, { userId, courseSlug, orderId, source: 'purchase', now });
      await writeNote(tx, { orderId, kind: 'granted', detail: { courseSlug }, now });
    }
    return { courseSlugs };
  }));
}
