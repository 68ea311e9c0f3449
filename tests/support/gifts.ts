import { db } from '@/lib/database/client';
import type { GiftDetails } from '@/lib/orders/gift-details';
import { changeGift, openGift } from '@/lib/orders/gifts';
import { listMyPaymentCards } from '@/lib/orders/list-payments';
import type { Actor } from '@/lib/permissions';
import { listMails, readMailedToken } from './outbox';
import { checkOut, pay, type Shop, waitForOrder } from './shop';

export const gift: GiftDetails = {
  recipientEmail: 'hala@example.com',
  recipientName: 'هالة',
  card: 'كل عام وأنتِ بخير',
  sendAt: null,
};

interface GiftPurchase {
  productKey?: string;
  details?: Partial<GiftDetails>;
  now?: Date;
}

export const startGiftCheckout = (
  actor: Actor,
  { productKey = 'product-a', details = {}, now = new Date() }: GiftPurchase = {},
) => checkOut(actor, { productKey, purchaseFor: { kind: 'gift', gift: { ...gift, ...details } }, now });

export async function buyGift(shop: Shop, actor: Actor, purchase: GiftPurchase = {}): Promise<{ orderId: string }> {
  const { url, orderId } = await startGiftCheckout(actor, purchase);
  await pay(shop, url);
  await waitForOrder(orderId);
  return { orderId };
}

export const listGiftMails = () => listMails('gift:');
export const readGiftToken = () => readMailedToken('gift:');

export const openGiftAs = (actor: Actor | null, token: string) => openGift({ actor, token, now: new Date() });

export const changeGiftAs = (actor: Actor, orderId: string, { email = gift.recipientEmail, day = '' } = {}) =>
  changeGift({
    actor,
    userId: actor.userId,
    orderId,
    change: { recipient_email: email, recipient_name: gift.recipientName, send_on: day },
    now: new Date(),
  });

export const readFirstPaymentCard = async (actor: Actor) => (await listMyPaymentCards(actor))[0];

export async function listNoteKinds(orderId: string): Promise<string[]> {
  const notes = await (
    await db()
  ).orderNote.findMany({ where: { orderId }, orderBy: { id: 'asc' }, select: { kind: true } });
  return notes.map(({ kind }) => kind);
}
