import 'server-only';
import { lockOrder } from '@/lib/checkout/orders/order-row';
import type { OrderStatus } from '@/generated/prisma/enums';
import type { Prisma, Tx } from '@/lib/database/client';
import { Problem } from '@/lib/problem';

/** What is read of a seat; `line.refunds`: the requests that want its money back, or got it. */
export const seatFields = {
  id: true, orderId: true, position: true, email: true, tokenHash: true, invitedAt: true, invitations: true, holderId: true, acceptedAt: true,
  line: {
    select: {
      courseSlug: true, order: { select: { userId: true, status: true, lang: true, user: { select: { name: true } } } },
      refunds: { where: { request: { status: { not: 'refused' } } }, select: { request: { select: { status: true } } } },
    },
  },
} as const satisfies Prisma.SeatSelect;

export type SeatRow = Prisma.SeatGetPayload<{ select: typeof seatFields }>;

/** `accepted` also when the holder's account was deleted since: then there is no holder. */
export type SeatState = 'free' | 'invited' | 'accepted' | 'refund-requested' | 'refunded';

interface SeatFacts {
  readonly tokenHash: string | null;
  readonly acceptedAt: Date | null;
  readonly line: { readonly order: { readonly status: OrderStatus }; readonly refunds: ReadonlyArray<{ readonly request: { readonly status: string } }> };
}

/** What is derived is stored nowhere: a refund is seen at its lines, an invitation at its token. */
export function stateOf({ tokenHash, acceptedAt, line: { order, refunds } }: SeatFacts): SeatState {
  if (order.status === 'refunded' || refunds.some(({ request }) => request.status === 'done')) return 'refunded';
  if (refunds.length > 0) return 'refund-requested';
  if (acceptedAt !== null) return 'accepted';
  return tokenHash === null ? 'free' : 'invited';
}

/** How people count seats. */
export const seatNumber = ({ position }: { position: number }): number => position + 1;

/** How many mails a seat is offered by, whoever they go to: withdrawing and inviting again starts no new count. */
export const mostInvitations = 10;

/** What a seat is while nobody has it. */
export const emptied = { email: null, tokenHash: null, invitedAt: null, holderId: null, acceptedAt: null } as const;

/** The seat as it is in its order's lock; null for none, or when it is not wanted in this state. */
export async function lockSeat(tx: Tx, where: Prisma.SeatWhereInput): Promise<SeatRow | null> {
  const found = await tx.seat.findFirst({ where, select: { orderId: true } });
  if (!found) return null;
  await lockOrder(tx, found.orderId);
  return tx.seat.findFirst({ where, select: seatFields });
}

/** @throws Problem 409 `seat-changed`: it has become something else meanwhile */
export function assertState(seat: SeatRow, wanted: SeatState): void {
  if (stateOf(seat) !== wanted) throw new Problem(409, 'seat-changed');
}
