import 'server-only';
import type { ReminderKind } from '@/generated/prisma/enums';
import { addSeconds } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { readBilling } from '@/lib/checkout/orders/billing';
import { mayMailUnpaid } from '@/lib/checkout/orders/foreign-mailbox';
import { writeNote } from '@/lib/checkout/orders/order-notes';
import { lockOrder, orderLanguage } from '@/lib/checkout/orders/order-row';
import { buyAgainAddress } from '@/lib/checkout/orders/payment-address';
import { stillSold } from '@/lib/checkout/orders/still-sold';
import { isOn } from '@/lib/content/capabilities';
import { listOwnedCourses } from '@/lib/courses/enrolment/enrolment';
import { db, transaction, type Prisma, type Tx } from '@/lib/database/client';
import { eachOnItsOwn } from '@/lib/database/each-on-its-own';
import { enqueueMail } from '@/lib/mail/outbox';
import { lockAddresses, stopUrls, reminderKeyOf } from './opt-out';

const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;
const batchSize = 100;

/** A card's or wallet's order is reminded of at these ages; a mail that could not be sent before `until` is not worth sending. */
const ages: Record<Exclude<ReminderKind, 'kiosk'>, { from: number; until: number }> = {
  hour: { from: hourSeconds, until: daySeconds },
  day: { from: daySeconds, until: 3 * daySeconds },
};

/** How long before its end a kiosk's reference is reminded of, once it has been known for as long as an order is. */
const beforeKioskEnd = daySeconds;

/**
 * Orders that nobody paid (row N13). Also those whose payment page has closed, which it does after an hour; a declined payment
 * or a reference that ran out was an answer, and gets none. What a person has to look at may have been paid.
 */
const isUnpaid = {
  status: { in: ['pending', 'expired'] }, paidAt: null, needsReview: null, amountPiastres: { gt: 0 }, userId: { not: null }, product: { active: true },
} satisfies Prisma.OrderWhereInput;

/** A kiosk's bill is paid as it was ordered; whoever is led to buy again needs the same at the same price. */
async function isStillToBeHad(kind: ReminderKind): Promise<Prisma.OrderWhereInput> {
  if (kind === 'kiosk') return {};
  return { AND: [await stillSold(), (await isOn('coupons')) ? {} : { couponId: null }] };
}

function isDue(kind: ReminderKind, now: Date): Prisma.OrderWhereInput {
  const undecided = { reminders: { none: { kind } } };
  if (kind === 'kiosk') {
    const soon = { gt: now, lte: addSeconds(now, beforeKioskEnd) };
    return { ...isUnpaid, ...undecided, status: 'pending', billReference: { not: null }, expiresAt: soon, createdAt: { lte: addSeconds(now, -hourSeconds) } };
  }
  const { from, until } = ages[kind];
  return { ...isUnpaid, ...undecided, billReference: null, createdAt: { gt: addSeconds(now, -until), lte: addSeconds(now, -from) } };
}

const kinds = ['hour', 'day', 'kiosk'] as const satisfies readonly ReminderKind[];

export async function hasRemindersDue(now: Date): Promise<boolean> {
  const client = await db();
  const due = await Promise.all(kinds.map(async (kind) => ({ ...isDue(kind, now), ...(await isStillToBeHad(kind)) })));
  return (await client.order.findFirst({ where: { OR: due }, select: { id: true } })) !== null;
}

/** The job: decides for every order that is due, once for each kind. @returns how many mails were written */
export async function sendReminders(now: Date, stopping?: AbortSignal): Promise<number> {
  const client = await db();
  let mailed = 0;
  await eachOnItsOwn(kinds, async (kind) => {
    const wanted = { ...isDue(kind, now), ...(await isStillToBeHad(kind)) };
    for (let isFull = true; isFull && !stopping?.aborted;) {
      const due = await client.order.findMany({ where: wanted, orderBy: { createdAt: 'asc' }, take: batchSize, select: { id: true } });
      await eachOnItsOwn(due, async ({ id }) => {
        mailed += Number(await transaction((tx) => decide(tx, id, kind, now)));
      }, stopping);
      isFull = due.length === batchSize;
    }
  }, stopping);
  return mailed;
}

const fields = {
  id: true, number: true, purpose: true, gift: { select: { recipientName: true } }, userId: true, lang: true, billing: true, description: true, productKey: true, amountPiastres: true, coupon: { select: { code: true } },
  lines: { select: { courseSlug: true } }, billReference: true, createdAt: true, expiresAt: true, user: { select: { email: true } },
} as const satisfies Prisma.OrderSelect;
type DueOrder = Prisma.OrderGetPayload<{ select: typeof fields }>;

/** In the order's lock, where a payment waits or has been seen. The decision and the mail are one transaction. @returns whether a mail was written */
async function decide(tx: Tx, orderId: string, kind: ReminderKind, now: Date): Promise<boolean> {
  await lockOrder(tx, orderId);
  const order = await tx.order.findFirst({ where: { ...isDue(kind, now), id: orderId }, select: fields });
  if (!order) return false;
  const billing = readBilling(order.billing);
  const emails = await lockAddresses(tx, [billing?.email ?? null, order.user?.email ?? null]);
  const mailed = billing !== null && (await isWanted(tx, order, emails)) && (await mayMailUnpaid(tx, { userId: order.userId, email: billing.email }, now));
  const decided = await tx.reminder.createMany({ data: [{ orderId, kind, decidedAt: now, mailed }], skipDuplicates: true });
  if (decided.count === 0 || !mailed) return false;
  const name = `${billing.first_name} ${billing.last_name}`;
  await enqueueMail(tx, { key: reminderKeyOf(order.id, kind, order.userId), to: billing.email, once: true, ...mailOf(order, kind, name) });
  await writeNote(tx, { orderId, kind: 'reminded', detail: { reminder: kind }, now });
  return true;
}

/** Not when somebody said no, has all of it by now for themselves, or began to buy it again, of a bundle any course of it. */
async function isWanted(tx: Tx, { id, purpose, userId, lines, createdAt }: DueOrder, emails: string[]): Promise<boolean> {
  if (userId === null || (await tx.reminderOptOut.count({ where: { email: { in: emails } } })) > 0) return false;
  const courseSlugs = lines.map(({ courseSlug }) => courseSlug);
  if (purpose === 'self' && (await listOwnedCourses({ userId, courseSlugs }, tx)).length === courseSlugs.length) return false;
  return (await tx.order.count({ where: { userId, purpose, lines: { some: { courseSlug: { in: courseSlugs } } }, createdAt: { gt: createdAt }, id: { not: id } } })) === 0;
}

function mailOf(order: DueOrder, kind: ReminderKind, name: string) {
  const lang = orderLanguage(order);
  const { siteUrl } = config();
  const { page, oneClick } = stopUrls(order.id, lang);
  const shared = {
    name, orderNumber: String(order.number), description: order.description, amountPiastres: String(order.amountPiastres), sheetUrl: page, ...(order.gift && { recipient: order.gift.recipientName }),
  };
  if (kind !== 'kiosk') {
    const data = { ...shared, url: `${siteUrl}${buyAgainAddress(lang, { ...order, coupon: order.coupon?.code ?? null })}` };
    return { lang, template: `reminder-${kind}`, data, unsubscribeUrl: oneClick, expiresAt: addSeconds(order.createdAt, ages[kind].until) };
  }
  const data = { ...shared, url: `${siteUrl}/${lang}/payment?order=${order.id}`, billReference: order.billReference ?? '', payUntilAt: order.expiresAt.toISOString() };
  return { lang, template: 'reminder-kiosk', data, unsubscribeUrl: oneClick, expiresAt: order.expiresAt };
}
