import { z } from 'zod';
import { internationalLanguage } from '@/lib/language';
import { typedNumber } from '@/lib/numbers';

/** One is bought as anybody buys a course. */
export const fewestSeats = 2;
export const mostSeats = 50;

/** What the link to seats begins with. */
export const usualSeats = 5;

/** A number, or one typed on either keyboard. So few need no separators, which languages write differently. @param fault a key of `validation` */
const counted = (fewest: number, fault: string) => z
  .union([z.number(), z.string().max(20).transform((typed) => typedNumber(typed, internationalLanguage))])
  .pipe(z.number(fault).int(fault).min(fewest, fault).max(mostSeats, fault));

/** How many seats an order is for. */
export const seatCount = counted(fewestSeats, 'seat_count');

/** How many free seats are given back. */
export const returnedSeatCount = counted(1, 'returned_seat_count');

export interface TypedSeats {
  readonly typed: string;
  /** Null when what was typed is no number of seats that is sold. */
  readonly count: number | null;
}

/** Of the payment page's address; null when it names no seats. */
export const typedSeats = (typed: string | undefined): TypedSeats | null =>
  (typed === undefined ? null : { typed, count: seatCount.safeParse(typed).data ?? null });
