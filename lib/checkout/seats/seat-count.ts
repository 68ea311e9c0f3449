import { z } from 'zod';
import { foldDigits } from '@/lib/digits';

/** One is bought as anybody buys a course. */
export const fewestSeats = 2;
export const mostSeats = 50;

/** What the link to seats begins with. */
export const usualSeats = 5;

const numberOf = (typed: string): number => Number(foldDigits(typed).trim() || Number.NaN);

/** A number, or one typed on either keyboard. @param fault a key of `validation` */
const counted = (fewest: number, fault: string) => z
  .union([z.number(), z.string().max(20).transform(numberOf)])
  .pipe(z.number(fault).int(fault).min(fewest, fault).max(mostSeats, fault));

/** How many seats an order is for. */
export const seatCount = counted(fewestSeats, 'seat_count');

/** How many free seats are given back. */
export const returnedSeatCount = counted(1, 'returned_seat_count');

export interface TypedSeats {
  readonly count: number;
  /** What was typed is no number of seats that is sold; `count` is the nearest one. */
  readonly isOff: boolean;
}

/** Of the payment page's address; null when it names no seats. */
export function typedSeats(typed: string | undefined): TypedSeats | null {
  if (typed === undefined) return null;
  const parsed = seatCount.safeParse(typed);
  if (parsed.success) return { count: parsed.data, isOff: false };
  return { count: Math.round(numberOf(typed)) > mostSeats ? mostSeats : fewestSeats, isOff: true };
}
