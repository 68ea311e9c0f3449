import { z } from 'zod';

/** A number of a query, in digits alone: neither `1e2` nor `0x10`. */
export const wholeNumber = (most: number, message: string) => z.string(message).regex(/^\d{1,6}$/, message).transform(Number).pipe(z.number().min(1, message).max(most));

/** `?page=` of every list. */
export const pageNumber = wholeNumber(100_000, 'page_number').default(1);
