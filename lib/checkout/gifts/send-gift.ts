import 'server-only';
import { readBilling } from '@/lib/checkout/orders/billing';
import { mailGiftReceipt } from '@/lib/checkout/orders/order-mails';
import { writeNote } from '@/lib/checkout/orders/order-notes';
import { lockOrder, orderFields, orderLanguage, type OrderRow } from '@/lib/checkout/orders/order-row';
import { config } from '@/lib/config/config';
import { hmacOf, randomToken } from '@/lib/config/secrets';
import { db, transaction, type Prisma, type Tx } from '@/lib/database/client';
import { eachOnItsOwn } from '@/lib/database/each-on-its-own';
import type { Language } from '@/lib/language';
import { enqueueMail } from '@/lib/mail/outbox';

const batchSize = 100;

/** A gift that was just paid for: nobody has the courses before it is opened. Its mail goes out now, or on its date. */
export async function giveGift(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  await mailGiftReceipt(tx, order, now);
  const sendAt = order.gift?.sendAt ?? now;
  if (sendAt <= now) await mailGift(tx, order, now);
}

/**
 * Writes the recipient a mail with a new link; earlier links open nothing from then on. What is stored about the recipient of a
 * giver who deleted the account goes with it. Call it in the order's lock.
 */
export async function mailGift(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const { id, gift } = order;
  if (!gift) throw new Error(`order ${id} is no gift`);
  const lang = orderLanguage(order);
  const { hash, url } = newGiftLink(lang);
  const key = `gift:${id}:`;
  await tx.outbox.deleteMany({ where: { key: { startsWith: key }, doneAt: null } });
  const forgotten = order.userId === null ? { recipientEmail: '', recipientName: '', card: '' } : {};
  await tx.gift.update({
    where: { orderId: id }, data: { tokenHash: hash, sentAt: gift.sentAt ?? now, mails: { increment: 1 }, ...forgotten }, select: { orderId: true },
  });
  const data = { name: gift.recipientName, giver: giverName(order) ?? 'none', description: order.description, message: gift.card, url };
  await enqueueMail(tx, { key: `${key}${gift.mails + 1}`, to: gift.recipientEmail, lang, template: 'gift', data });
  await writeNote(tx, { orderId: id, kind: 'gift-sent', detail: { mails: gift.mails + 1 }, now });
}

/** All that a recipient learns of the giver; null once their name is gone with their account. */
export function giverName({ billing }: Pick<OrderRow, 'billing'>): string | null {
  const typed = readBilling(billing);
  return typed && `${typed.first_name} ${typed.last_name}`;
}

const isDue = (now: Date) => ({ sentAt: null, sendAt: { lte: now }, order: { status: 'paid' } }) satisfies Prisma.GiftWhereInput;

export async function hasGiftsToSend(now: Date): Promise<boolean> {
  return (await (await db()).gift.findFirst({ where: isDue(now), select: { orderId: true } })) !== null;
}

/** The job: gifts whose date has come. While a refund is asked for, none. @returns how many mails were written */
export async function sendGifts(now: Date, stopping?: AbortSignal): Promise<number> {
  const client = await db();
  let mailed = 0;
  for (let isFull = true; isFull && !stopping?.aborted;) {
    const due = await client.gift.findMany({ where: isDue(now), orderBy: { sendAt: 'asc' }, take: batchSize, select: { orderId: true } });
    await eachOnItsOwn(due, async ({ orderId }) => {
      mailed += Number(await transaction((tx) => sendDue(tx, orderId, now)));
    }, stopping);
    isFull = due.length === batchSize;
  }
  return mailed;
}

async function sendDue(tx: Tx, orderId: string, now: Date): Promise<boolean> {
  await lockOrder(tx, orderId);
  const order = await tx.order.findFirst({ where: { id: orderId, gift: isDue(now) }, select: orderFields });
  if (!order) return false;
  await mailGift(tx, order, now);
  return true;
}

/** Only this is stored of a link. */
export const giftHash = (token: string): string => hmacOf('gift-link', token);

/** The link opens a gift once, for whoever has it: it was mailed to the recipient. */
export function newGiftLink(lang: Language): { hash: string; url: string } {
  const token = randomToken();
  return { hash: giftHash(token), url: `${config().siteUrl}/${lang}/gift?${new URLSearchParams({ token })}` };
}
