import type { Actor } from '@/lib/actor';
import { changeGift } from '@/lib/checkout/gifts/change-gift';
import type { GiftDetails } from '@/lib/checkout/gifts/gift-details';
import { openGift } from '@/lib/checkout/gifts/open-gift';
import { listMyPaymentCards } from '@/lib/checkout/orders/my-payments';
import { startCheckout } from '@/lib/checkout/purchase/start-checkout';
import { requestRefund } from '@/lib/checkout/refunds/request-refund';
import { db } from '@/lib/database/client';
import { billing, pay, settled, type Shop } from './shop';

export const gift: GiftDetails = { recipientEmail: 'hala@example.com', recipientName: 'هالة', card: 'كل عام وأنتِ بخير', sendAt: null };

interface GiftPurchase { productKey?: string; details?: Partial<GiftDetails>; now?: Date }

export const askForGift = (actor: Actor, { productKey = 'product-a', details = {}, now = new Date() }: GiftPurchase = {}) =>
  startCheckout({ actor, productKey, purchaseFor: { kind: 'gift', gift: { ...gift, ...details } }, billing, address: 'x', lang: 'ar', now });

/** Paid and settled. */
export async function buyGift(shop: Shop, actor: Actor, purchase: GiftPurchase = {}): Promise<{ orderId: string }> {
  const { url, orderId } = await askForGift(actor, purchase);
  await pay(shop, url);
  await settled(orderId);
  return { orderId };
}

interface GiftMail { to: string; lang: string; data: Record<string, string> }

/** The mails to recipients, the first one first. */
export async function giftMails(): Promise<GiftMail[]> {
  const rows = await (await db()).outbox.findMany({ where: { key: { startsWith: 'gift:' } }, orderBy: { id: 'asc' }, select: { payload: true } });
  return rows.map(({ payload }) => payload as unknown as GiftMail);
}

/** Of the newest link. */
export const giftToken = async (): Promise<string> => new URL((await giftMails()).at(-1)?.data.url ?? 'http://none').searchParams.get('token') ?? '';

export const open = (actor: Actor | null, token: string) => openGift({ actor, token, now: new Date() });

export const change = (actor: Actor, orderId: string, { email = gift.recipientEmail, day = '' } = {}) => changeGift({
  actor, userId: actor.userId, orderId, change: { recipient_email: email, recipient_name: gift.recipientName, send_on: day }, now: new Date(),
});

export const wantBack = (actor: Actor, orderId: string, courseName?: string) =>
  requestRefund({ actor, userId: actor.userId, orderId, reason: 'changed my mind', courseName, now: new Date() });

/** The newest of somebody's payments, as their list shows it. */
export const cardOf = async (actor: Actor) => (await listMyPaymentCards(actor))[0];

export async function noteKinds(orderId: string): Promise<string[]> {
  const notes = await (await db()).orderNote.findMany({ where: { orderId }, orderBy: { id: 'asc' }, select: { kind: true } });
  return notes.map(({ kind }) => kind);
}
