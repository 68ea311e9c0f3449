import { acceptSeat, inviteToSeats } from '@/lib/orders/seats/invitations';
import { listSeatOrders, type ShownSeat } from '@/lib/orders/seats/seats';
import type { Actor } from '@/lib/permissions';
import { listMails } from './outbox';
import { buy, createBuyer, type Shop } from './shop';

export const buySeats = (shop: Shop, manager: Actor, count = 5, productKey = 'product-a'): Promise<string> =>
  buy(shop, manager, { productKey, purchaseFor: { kind: 'seats', count } });

export const invite = (manager: Actor, orderId: string, ...emails: string[]): Promise<void> =>
  inviteToSeats({ actor: manager, orderId, emails, now: new Date() });

export async function readInvitedToken(email: string): Promise<string> {
  const mail = (await listMails('seat-invitation:')).findLast(({ to }) => to === email);
  return new URL(mail?.data.url ?? '').searchParams.get('token') ?? '';
}

export async function acceptInvitation(email: string, person?: Actor): Promise<Actor> {
  const actor = person ?? (await createBuyer());
  await acceptSeat({ actor, token: await readInvitedToken(email), now: new Date() });
  return actor;
}

export const listSeats = async (manager: Actor): Promise<ShownSeat[]> =>
  (await listSeatOrders(manager)).flatMap(({ seats }) => seats);

export const listSeatStates = async (manager: Actor): Promise<string[]> =>
  (await listSeats(manager)).map(({ state }) => state);

export const findSeatId = async (manager: Actor, email: string): Promise<string> =>
  (await listSeats(manager)).find((seat) => seat.email === email)?.id ?? '';
