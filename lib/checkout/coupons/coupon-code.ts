import { z } from 'zod';
import { foldDigits } from '@/lib/digits';

/** As codes are compared: capitals, digits 0–9, no spaces. */
export const foldCouponCode = (typed: string): string => foldDigits(typed).replaceAll(/\s/g, '').toUpperCase();

/** What somebody types; nothing is no coupon. */
export const typedCouponCode = z.string().max(60, 'too_long').transform(foldCouponCode);

/** What administration may call a coupon: Latin or Arabic letters, digits and hyphens. */
export const newCouponCode = z.string('required').transform(foldCouponCode).pipe(z.string().min(1, 'required').regex(/^[A-Z0-9\u0621-\u064A-]{3,40}$/, 'coupon_code_invalid'));
