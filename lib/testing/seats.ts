import type { Actor } from '@/lib/actor';
import { acceptSeat } from '@/lib/checkout/seats/accept-seat';
import { inviteToSeats } from '@/lib/checkout/seats/invite';
import { listSeatOrders, type ShownSeat } from '@/lib/checkout/seats/list-seats';
import { db } from '@/lib/database/client';
import { buy, newBuyer, type Shop } from './shop';

/** What the calls expect; null for those that read no body. */
export const seatBodies = {
  'POST /api/user/[userId]/seat-orders/[orderId]/invitations': { emails: 'hala@nile.example, mona@nile.example' },
  'POST /api/user/[userId]/seats/[seatId]/[action]': null,
  'POST /api/seats/accept': { token: 'x' },
  'POST /api/seats/decline': { token: 'x' },
  'POST /api/admin/seats/[id]/[action]': { reason: 'A reason' },
};

/** Paid and settled. */
export const buySeats = (shop: Shop, manager: Actor, count = 5, productKey = 'product-a'): Promise<string> =>
  buy(shop, manager, { productKey, purchaseFor: { kind: 'seats', count } });

export const invite = (manager: Actor, orderId: string, ...emails: string[]): Promise<void> =>
  inviteToSeats({ actor: manager, orderId, emails, now: new Date() });

/** Of the link in the newest mail to an address. */
export async function invitedToken(email: string): Promise<string> {
  const client = await db();
  const mail = await client.outbox.findFirstOrThrow({ where: { key: { startsWith: 'seat-invitation:' }, payload: { path: ['to'], equals: email } }, orderBy: { id: 'desc' }, select: { payload: true } });
  return new URL((mail.payload as { data: { url: string } }).data.url).searchParams.get('token') ?? '';
}

export async function accept(email: string, person?: Actor): Promise<Actor> {
  const actor = person ?? (await newBuyer());
  await acceptSeat({ actor, token: await invitedToken(email), now: new Date() });
  return actor;
}

export const seatsOf = async (manager: Actor): Promise<ShownSeat[]> => (await listSeatOrders(manager)).flatMap(({ seats }) => seats);

export const statesOf = async (manager: Actor): Promise<string[]> => (await seatsOf(manager)).map(({ state }) => state);

/** The seat whose invitation went to an address. */
export const seatIdOf = async (manager: Actor, email: string): Promise<string> => (await seatsOf(manager)).find((seat) => seat.email === email)?.id ?? '';
