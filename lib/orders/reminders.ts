import type { ReminderKind } from '@/generated/prisma/enums';
import { addSeconds } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { hmacOf, safeEqual } from '@/lib/config/secrets';
import { isEnabled } from '@/lib/content/enabled-features';
import { listOwnedCourses } from '@/lib/courses/enrolment/enrolment';
import { db, type Prisma, transaction, type Tx } from '@/lib/database/client';
import { tryEach } from '@/lib/database/try-each';
import type { Language } from '@/lib/language';
import { enqueueMail } from '@/lib/mail/outbox';
import { assertSameUser, type MaybeActor } from '@/lib/permissions';
import { notFound, Problem } from '@/lib/problem';
import { cleanCode } from '@/lib/text';
import { readBilling } from './billing';
import { canMailAboutUnpaidOrder } from './order-mails';
import { writeNote } from './order-notes';
import { lockOrder, orderLanguage } from './order-row';
import { buyAgainUrl } from './payment-url';
import { stillSoldCondition } from './pricing';

const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;
const batchSize = 100;

/** Order ages at which card and wallet buyers are reminded; after `until` a reminder would come too late. */
const reminderAges: Record<Exclude<ReminderKind, 'kiosk'>, { from: number; until: number }> = {
  hour: { from: hourSeconds, until: daySeconds },
  day: { from: daySeconds, until: 3 * daySeconds },
};

/** Remind the buyer this long before a kiosk reference expires. */
const kioskReminderSeconds = daySeconds;

/** Excludes declined payments and expired references: the buyer already knows the outcome (row N13). */
const unpaidCondition = {
  status: { in: ['pending', 'expired'] },
  paidAt: null,
  needsReview: null,
  amountPiastres: { gt: 0 },
  userId: { not: null },
  product: { active: true },
} satisfies Prisma.OrderWhereInput;

/** A kiosk bill is paid as ordered. Other reminders lead to a new purchase, which must still be offered. */
async function purchasableCondition(kind: ReminderKind): Promise<Prisma.OrderWhereInput> {
  if (kind === 'kiosk') return {};
  return { AND: [await stillSoldCondition(), (await isEnabled('coupons')) ? {} : { couponId: null }] };
}

function dueCondition(kind: ReminderKind, now: Date): Prisma.OrderWhereInput {
  const undecided = { reminders: { none: { kind } } };
  if (kind === 'kiosk') {
    const soon = { gt: now, lte: addSeconds(now, kioskReminderSeconds) };
    return {
      ...unpaidCondition,
      ...undecided,
      status: 'pending',
      billReference: { not: null },
      expiresAt: soon,
      createdAt: { lte: addSeconds(now, -hourSeconds) },
    };
  }
  const { from, until } = reminderAges[kind];
  return {
    ...unpaidCondition,
    ...undecided,
    billReference: null,
    createdAt: { gt: addSeconds(now, -until), lte: addSeconds(now, -from) },
  };
}

const kinds = ['hour', 'day', 'kiosk'] as const satisfies readonly ReminderKind[];

export async function hasRemindersDue(now: Date): Promise<boolean> {
  const client = await db();
  const dueByKind = await Promise.all(
    kinds.map(async (kind) => ({ ...dueCondition(kind, now), ...(await purchasableCondition(kind)) })),
  );
  return (await client.order.findFirst({ where: { OR: dueByKind }, select: { id: true } })) !== null;
}

export async function sendReminders(now: Date, stopping?: AbortSignal): Promise<number> {
  const client = await db();
  let mailed = 0;
  await tryEach(
    kinds,
    async (kind) => {
      const condition = { ...dueCondition(kind, now), ...(await purchasableCondition(kind)) };
      for (let isFull = true; isFull && !stopping?.aborted;) {
        const dueOrders = await client.order.findMany({
          where: condition,
          orderBy: { createdAt: 'asc' },
          take: batchSize,
          select: { id: true },
        });
        await tryEach(
          dueOrders,
          async ({ id }) => {
            mailed += Number(await transaction((tx) => decideReminder(tx, id, kind, now)));
          },
          stopping,
        );
        isFull = dueOrders.length === batchSize;
      }
    },
    stopping,
  );
  return mailed;
}

const dueOrderFields = {
  id: true,
  number: true,
  purpose: true,
  gift: { select: { recipientName: true } },
  userId: true,
  lang: true,
  billing: true,
  description: true,
  productKey: true,
  amountPiastres: true,
  coupon: { select: { code: true } },
  lines: { select: { courseSlug: true } },
  billReference: true,
  createdAt: true,
  expiresAt: true,
  user: { select: { email: true } },
} as const satisfies Prisma.OrderSelect;
type DueOrder = Prisma.OrderGetPayload<{ select: typeof dueOrderFields }>;

/** Stores decision and email in one transaction, while holding the order's lock. */
async function decideReminder(tx: Tx, orderId: string, kind: ReminderKind, now: Date): Promise<boolean> {
  await lockOrder(tx, orderId);
  const order = await tx.order.findFirst({
    where: { ...dueCondition(kind, now), id: orderId },
    select: dueOrderFields,
  });
  if (!order) return false;
  const billing = readBilling(order.billing);
  const emails = await lockEmails(tx, [billing?.email ?? null, order.user?.email ?? null]);
  const mailed =
    billing !== null &&
    (await isReminderWanted(tx, order, emails)) &&
    (await canMailAboutUnpaidOrder(tx, { userId: order.userId, email: billing.email }, now));
  const decided = await tx.reminder.createMany({
    data: [{ orderId, kind, decidedAt: now, mailed }],
    skipDuplicates: true,
  });
  if (decided.count === 0 || !mailed) return false;
  const name = `${billing.first_name} ${billing.last_name}`;
  await enqueueMail(tx, {
    key: reminderKeyOf(order.id, kind, order.userId),
    to: billing.email,
    isAtMostOnce: true,
    ...buildReminderMail(order, kind, name),
  });
  await writeNote(tx, { orderId, kind: 'reminded', detail: { reminder: kind }, now });
  return true;
}

/** Returns false if the buyer opted out, already owns everything, or has started to buy any of it again. */
async function isReminderWanted(
  tx: Tx,
  { id, purpose, userId, lines, createdAt }: DueOrder,
  emails: string[],
): Promise<boolean> {
  if (userId === null || (await tx.reminderOptOut.count({ where: { email: { in: emails } } })) > 0) return false;
  const courseSlugs = lines.map(({ courseSlug }) => courseSlug);
  if (purpose === 'self' && (await listOwnedCourses({ userId, courseSlugs }, tx)).length === courseSlugs.length)
    return false;
  return (
    (await tx.order.count({
      where: {
        userId,
        purpose,
        lines: { some: { courseSlug: { in: courseSlugs } } },
        createdAt: { gt: createdAt },
        id: { not: id },
      },
    })) === 0
  );
}

function buildReminderMail(order: DueOrder, kind: ReminderKind, name: string) {
  const lang = orderLanguage(order);
  const { siteUrl } = config();
  const { page, oneClick } = stopUrls(order.id, lang);
  const shared = {
    name,
    orderNumber: String(order.number),
    description: order.description,
    amountPiastres: String(order.amountPiastres),
    sheetUrl: page,
    ...(order.gift && { recipient: order.gift.recipientName }),
  };
  if (kind !== 'kiosk') {
    const data = {
      ...shared,
      url: `${siteUrl}${buyAgainUrl(lang, { ...order, coupon: order.coupon?.code ?? null })}`,
    };
    return {
      lang,
      template: `reminder-${kind}`,
      data,
      unsubscribeUrl: oneClick,
      expiresAt: addSeconds(order.createdAt, reminderAges[kind].until),
    };
  }
  const data = {
    ...shared,
    url: `${siteUrl}/${lang}/payment?order=${order.id}`,
    billReference: order.billReference ?? '',
    payUntilAt: order.expiresAt.toISOString(),
  };
  return { lang, template: 'reminder-kiosk', data, unsubscribeUrl: oneClick, expiresAt: order.expiresAt };
}

interface StopLink {
  readonly order: string;
  readonly key: string;
}

const stopKeyOf = (orderId: string): string => hmacOf('stop-reminders', orderId);

/** `page` asks for confirmation; mail programs post to `oneClick` (RFC 8058). */
export function stopUrls(orderId: string, lang: Language): { page: string; oneClick: string } {
  const query = new URLSearchParams({ order: orderId, key: stopKeyOf(orderId) });
  const { siteUrl } = config();
  return {
    page: `${siteUrl}/${lang}/order-reminders?${query}`,
    oneClick: `${siteUrl}/api/reminders/stop?${query}&lang=${lang}`,
  };
}

export const isStopLink = ({ order, key }: StopLink): boolean => safeEqual(key, stopKeyOf(order));

const foldEmail = (email: string): string => cleanCode(email).toLowerCase();

/** Locks addresses, so that no reminder is written during an opt-out. Sorts them to avoid deadlocks. */
async function lockEmails(tx: Tx, emails: readonly (string | null)[]): Promise<string[]> {
  const distinctEmails = [...new Set(emails.flatMap((email) => (email === null ? [] : [foldEmail(email)])))].sort();
  for (const email of distinctEmails)
    await tx.$queryRaw`SELECT 1 AS locked FROM pg_advisory_xact_lock(hashtextextended(${`reminders:${email}`}, 0))`;
  return distinctEmails;
}

async function optOutOfReminders(tx: Tx, addresses: readonly (string | null)[], now: Date): Promise<void> {
  const emails = await lockEmails(tx, addresses);
  await tx.reminderOptOut.createMany({
    data: emails.map((email) => ({ email, createdAt: now })),
    skipDuplicates: true,
  });
  const waiting = await tx.outbox.findMany({
    where: { key: { startsWith: 'reminder:' }, doneAt: null },
    select: { id: true, payload: true },
  });
  const ids = waiting
    .filter(({ payload }) => emails.includes(foldEmail((payload as { to: string }).to)))
    .map(({ id }) => id);
  await tx.outbox.deleteMany({ where: { id: { in: ids } } });
}

/** Opts out both the mailbox that got the link and the buyer's account. @throws Problem 404 for an invalid link */
export async function stopReminders({ order, key, now }: StopLink & { now: Date }): Promise<void> {
  if (!isStopLink({ order, key })) throw notFound();
  await transaction(async (tx) => {
    const orderRow = await tx.order.findUnique({
      where: { id: order },
      select: { billing: true, user: { select: { email: true } } },
    });
    await optOutOfReminders(tx, [readBilling(orderRow?.billing)?.email ?? null, orderRow?.user?.email ?? null], now);
  });
}

interface SetRemindersInput {
  readonly actor: MaybeActor;
  readonly userId: string;
  readonly wanted: boolean;
  readonly now: Date;
}

/** Only the mailbox's owner lifts an opt-out. @throws Problem 401, 403, 404 without an address, 409 `unconfirmed` */
export async function setReminders({ actor, userId, wanted, now }: SetRemindersInput): Promise<{ wanted: boolean }> {
  assertSameUser(actor, userId);
  await transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { id: userId }, select: { email: true, emailConfirmedAt: true } });
    if (!user?.email) throw notFound();
    if (!wanted) return optOutOfReminders(tx, [user.email], now);
    if (!user.emailConfirmedAt) throw new Problem(409, 'unconfirmed');
    const emails = await lockEmails(tx, [user.email]);
    await tx.reminderOptOut.deleteMany({ where: { email: { in: emails } } });
  });
  return { wanted };
}

export async function wantsReminders(email: string | null): Promise<boolean> {
  if (email === null) return false;
  return (
    (await (await db()).reminderOptOut.findUnique({ where: { email: foldEmail(email) }, select: { email: true } })) ===
    null
  );
}

/** Contains the user's id between colons, so that account deletion finds the email. */
const reminderKeyOf = (orderId: string, kind: ReminderKind, userId: string | null): string =>
  `reminder:${orderId}:${kind}:${userId ?? ''}:`;

/** Deletes unsent reminders once the order was paid, declined or ended. The order must be locked. */
export async function withdrawReminders(tx: Tx, orderId: string): Promise<void> {
  await tx.outbox.deleteMany({ where: { key: { startsWith: `reminder:${orderId}:` }, doneAt: null } });
}
