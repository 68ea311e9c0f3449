import { z } from 'zod';
import type { OrderStatus } from '@/generated/prisma/enums';
import { readCourseTitles } from '@/lib/courses/catalogue/catalogue';
import { countLessonAccesses } from '@/lib/courses/enrolment/lesson-access';
import { isLessonFinished } from '@/lib/courses/progress/progress';
import { db, type Prisma, type Tx } from '@/lib/database/client';
import { internationalLanguage, type Localised } from '@/lib/language';
import { typedNumber } from '@/lib/numbers';
import { lockOrder } from '@/lib/orders/order-row';
import { type Actor, assertLearner, type MaybeActor } from '@/lib/permissions';
import { Problem } from '@/lib/problem';

/** A holder's progress, which the seats' buyer may see; the invitation says so. */
export interface HolderProgress {
  readonly played: number;
  readonly total: number;
  readonly lastActiveAt: Date | null;
  readonly certificateId: string | null;
  /** Lessons opened that count for the refund policy; the seat can be taken back while there are none. */
  readonly accessed: number;
}

export interface ShownSeat {
  readonly id: string;
  readonly position: number;
  readonly number: number;
  readonly state: SeatState;
  readonly email: string | null;
  readonly holder: string | null;
  readonly invitedAt: Date | null;
  readonly acceptedAt: Date | null;
  readonly progress: HolderProgress | null;
}

export async function readSeats(orderId: string): Promise<ShownSeat[]> {
  const client = await db();
  const seats = await client.seat.findMany({
    where: { orderId },
    orderBy: { position: 'asc' },
    select: { ...seatFields, holder: { select: { name: true } } },
  });
  const holderIds = seats.flatMap(({ holderId }) => holderId ?? []);
  const [first] = seats;
  const progressOf =
    first && holderIds.length > 0 ? await readHolderProgress(first.line.courseSlug, holderIds) : () => null;
  return seats.map((seat) =>
    shownSeat(seat, seat.holder?.name ?? null, seat.holderId === null ? null : progressOf(seat.holderId)),
  );
}

function shownSeat(seat: SeatRow, holder: string | null, progress: HolderProgress | null): ShownSeat {
  const { id, position, email, invitedAt, acceptedAt } = seat;
  return {
    id,
    position,
    number: seatNumber(seat),
    state: seatStateOf(seat),
    email,
    holder,
    invitedAt,
    acceptedAt,
    progress,
  };
}

async function readHolderProgress(courseSlug: string, userIds: string[]): Promise<(userId: string) => HolderProgress> {
  const client = await db();
  const where = { courseSlug, userId: { in: userIds } };
  const [lessons, rows, certificates, countsOf] = await Promise.all([
    client.lesson.findMany({ where: { courseSlug }, select: { file: true, durationSeconds: true } }),
    client.lessonProgress.findMany({
      where,
      select: { userId: true, lesson: true, played: true, watchedSeconds: true, updatedAt: true },
    }),
    client.certificate.findMany({ where, select: { userId: true, id: true } }),
    countLessonAccesses(
      client,
      userIds.map((userId) => ({ userId, courseSlug })),
    ),
  ]);
  return (userId) => {
    const userRows = rows.filter((row) => row.userId === userId);
    const lastActiveAt = userRows.reduce<Date | null>(
      (latest, { updatedAt }) => (latest === null || updatedAt > latest ? updatedAt : latest),
      null,
    );
    return {
      played: lessons.filter((lesson) =>
        isLessonFinished(
          lesson,
          userRows.find((row) => row.lesson === lesson.file),
        ),
      ).length,
      total: lessons.length,
      lastActiveAt,
      certificateId: certificates.find((row) => row.userId === userId)?.id ?? null,
      accessed: countsOf({ userId, courseSlug }).accessed,
    };
  };
}

export interface SeatOrder {
  readonly orderId: string;
  readonly number: number;
  readonly courseTitle: Localised;
  readonly paidAt: Date;
  readonly seats: ShownSeat[];
}

export async function listSeatOrders(actor: MaybeActor): Promise<SeatOrder[]> {
  assertLearner(actor);
  const client = await db();
  const orders = await client.order.findMany({
    where: { userId: actor.userId, purpose: 'seats', paidAt: { not: null } },
    orderBy: { createdAt: 'desc' },
    select: { id: true, number: true, courseSlug: true, paidAt: true },
  });
  const titles = await readCourseTitles(orders.map(({ courseSlug }) => courseSlug));
  return Promise.all(
    orders.map(async ({ id, number, courseSlug, paidAt }) => ({
      orderId: id,
      number,
      courseTitle: titles(courseSlug),
      paidAt: paidAt!,
      seats: await readSeats(id),
    })),
  );
}

export async function hasSeats({ userId }: Actor): Promise<boolean> {
  const client = await db();
  const [order, seat] = await Promise.all([
    client.order.findFirst({ where: { userId, purpose: 'seats', paidAt: { not: null } }, select: { id: true } }),
    client.seat.findFirst({ where: { holderId: userId }, select: { id: true } }),
  ]);
  return order !== null || seat !== null;
}

export const seatFields = {
  id: true,
  orderId: true,
  position: true,
  email: true,
  tokenHash: true,
  invitedAt: true,
  invitations: true,
  holderId: true,
  acceptedAt: true,
  line: {
    select: {
      courseSlug: true,
      order: { select: { userId: true, status: true, lang: true, user: { select: { name: true } } } },
      refunds: {
        where: { request: { status: { not: 'refused' } } },
        select: { request: { select: { status: true } } },
      },
    },
  },
} as const satisfies Prisma.SeatSelect;

export type SeatRow = Prisma.SeatGetPayload<{ select: typeof seatFields }>;

/** A seat stays `accepted`, without a holder, after its holder's account was deleted. */
type SeatState = 'free' | 'invited' | 'accepted' | 'refund-requested' | 'refunded';

interface SeatFacts {
  readonly tokenHash: string | null;
  readonly acceptedAt: Date | null;
  readonly line: {
    readonly order: { readonly status: OrderStatus };
    readonly refunds: ReadonlyArray<{ readonly request: { readonly status: string } }>;
  };
}

/** Derives the state, which is not stored: a refund from its lines, an invitation from its token. */
export function seatStateOf({ tokenHash, acceptedAt, line: { order, refunds } }: SeatFacts): SeatState {
  if (order.status === 'refunded' || refunds.some(({ request }) => request.status === 'done')) return 'refunded';
  if (refunds.length > 0) return 'refund-requested';
  if (acceptedAt !== null) return 'accepted';
  return tokenHash === null ? 'free' : 'invited';
}

export const seatNumber = ({ position }: { position: number }): number => position + 1;

/** Limit of invitation emails per seat, to any address. Withdrawing an invitation does not reset the count. */
export const maxInvitations = 10;

export const emptySeatData = {
  email: null,
  tokenHash: null,
  invitedAt: null,
  holderId: null,
  acceptedAt: null,
} as const;

export async function lockSeat(tx: Tx, where: Prisma.SeatWhereInput): Promise<SeatRow | null> {
  const seat = await tx.seat.findFirst({ where, select: { orderId: true } });
  if (!seat) return null;
  await lockOrder(tx, seat.orderId);
  return tx.seat.findFirst({ where, select: seatFields });
}

export function assertSeatState(seat: SeatRow, expectedState: SeatState): void {
  if (seatStateOf(seat) !== expectedState) throw new Problem(409, 'seat-changed');
}

/** A single seat is an ordinary purchase. */
export const minSeats = 2;
export const maxSeats = 50;

export const defaultSeats = 5;

/** Accepts Arabic and Western digits. Numbers this small have no separators, so the language does not matter. */
const countSchema = (fewest: number, error: string) =>
  z
    .union([
      z.number(),
      z
        .string()
        .max(20)
        .transform((typed) => typedNumber(typed, internationalLanguage)),
    ])
    .pipe(z.number(error).int(error).min(fewest, error).max(maxSeats, error));

export const seatCount = countSchema(minSeats, 'seat_count');

export const refundedSeatCount = countSchema(1, 'returned_seat_count');

export interface TypedSeats {
  readonly typed: string;
  readonly count: number | null;
}

export const typedSeats = (typed: string | undefined): TypedSeats | null =>
  typed === undefined ? null : { typed, count: seatCount.safeParse(typed).data ?? null };
