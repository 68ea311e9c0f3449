import 'server-only';
import type { ReminderKind } from '@/generated/prisma/enums';
import { assertOwner, type MaybeActor } from '@/lib/actor';
import { readBilling } from '@/lib/checkout/orders/billing';
import { config } from '@/lib/config/config';
import { hmacOf, safeEqual } from '@/lib/config/secrets';
import { db, transaction, type Tx } from '@/lib/database/client';
import type { Language } from '@/lib/language';
import { notFound } from '@/lib/problem';
import { cleanCode } from '@/lib/single-line';

/** Reminders about orders not paid yet have a link that stops them, without signing in: whoever reads the mailbox may. */
export interface StopLink { readonly order: string; readonly key: string }

const keyOf = (orderId: string): string => hmacOf('stop-reminders', orderId);

/** `page`: where a person confirms it; `oneClick`: what a mail program posts to (RFC 8058). */
export function stopUrls(orderId: string, lang: Language): { page: string; oneClick: string } {
  const query = new URLSearchParams({ order: orderId, key: keyOf(orderId) });
  const { siteUrl } = config();
  return { page: `${siteUrl}/${lang}/order-reminders?${query}`, oneClick: `${siteUrl}/api/reminders/stop?${query}&lang=${lang}` };
}

export const isStopLink = ({ order, key }: StopLink): boolean => safeEqual(key, keyOf(order));

const folded = (email: string): string => cleanCode(email).toLowerCase();

/** Addresses are locked in one order, so that a reminder is not written while one of them is being opted out. */
export async function lockAddresses(tx: Tx, addresses: readonly (string | null)[]): Promise<string[]> {
  const found = [...new Set(addresses.flatMap((address) => (address === null ? [] : [folded(address)])))].sort();
  for (const address of found) await tx.$queryRaw`SELECT 1 AS locked FROM pg_advisory_xact_lock(hashtextextended(${`reminders:${address}`}, 0))`;
  return found;
}

async function optOut(tx: Tx, addresses: readonly (string | null)[], now: Date): Promise<void> {
  const emails = await lockAddresses(tx, addresses);
  await tx.reminderOptOut.createMany({ data: emails.map((email) => ({ email, createdAt: now })), skipDuplicates: true });
  const waiting = await tx.outbox.findMany({ where: { key: { startsWith: 'reminder:' }, doneAt: null }, select: { id: true, payload: true } });
  const ids = waiting.filter(({ payload }) => emails.includes(folded((payload as { to: string }).to))).map(({ id }) => id);
  await tx.outbox.deleteMany({ where: { id: { in: ids } } });
}

/** For the mailbox that got the link and the account that placed the order. @throws Problem 404 for a link that is not ours */
export async function stopReminders({ order, key, now }: StopLink & { now: Date }): Promise<void> {
  if (!isStopLink({ order, key })) throw notFound();
  await transaction(async (tx) => {
    const found = await tx.order.findUnique({ where: { id: order }, select: { billing: true, user: { select: { email: true } } } });
    await optOut(tx, [readBilling(found?.billing)?.email ?? null, found?.user?.email ?? null], now);
  });
}

export interface ReminderChoice { readonly actor: MaybeActor; readonly userId: string; readonly wanted: boolean; readonly now: Date }

/** The switch in the profile: for the account's own address. @throws Problem 401, 403, 404 for an account without an address */
export async function setReminders({ actor, userId, wanted, now }: ReminderChoice): Promise<{ wanted: boolean }> {
  assertOwner(actor, userId);
  await transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { id: userId }, select: { email: true } });
    if (!user?.email) throw notFound();
    if (!wanted) return optOut(tx, [user.email], now);
    const emails = await lockAddresses(tx, [user.email]);
    await tx.reminderOptOut.deleteMany({ where: { email: { in: emails } } });
  });
  return { wanted };
}

export async function wantsReminders(email: string | null): Promise<boolean> {
  if (email === null) return false;
  return (await (await db()).reminderOptOut.findUnique({ where: { email: folded(email) }, select: { email: true } })) === null;
}

/** The user's id stands in it between colons, by which deleting an account finds it. */
export const reminderKeyOf = (orderId: string, kind: ReminderKind, userId: string | null): string => `reminder:${orderId}:${kind}:${userId ?? ''}:`;

/** What has not been sent yet is not sent once the order was paid, declined or ended. Call it in the order's lock. */
export async function withdrawReminders(tx: Tx, orderId: string): Promise<void> {
  await tx.outbox.deleteMany({ where: { key: { startsWith: `reminder:${orderId}:` }, doneAt: null } });
}
