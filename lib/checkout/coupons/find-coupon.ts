import 'server-only';
import { z } from 'zod';
import { isOn } from '@/lib/content/capabilities';
import { db } from '@/lib/database/client';
import { isLimited, takeLimit } from '@/lib/database/rate-limit';
import { foldDigits } from '@/lib/digits';
import { translatorOf } from '@/lib/i18n/translator';
import type { Language } from '@/lib/language';
import { Problem, tooMany } from '@/lib/problem';
import { cleanCode } from '@/lib/single-line';

interface Asked { readonly code: string; readonly userId: string; readonly address: string; readonly now: Date }

/**
 * The id of the coupon with this folded code, or null. Guessing is limited: of a person every try counts, so that parallel
 * ones do too; of an address, which many people may share, only codes that nobody has. With coupons switched off there is none.
 * @throws Problem 429
 */
export async function findCouponId({ code, userId, address, now }: Asked): Promise<string | null> {
  if (!(await isOn('coupons'))) return null;
  await takeLimit('coupon-user', userId, now);
  if (await isLimited('coupon-address', address, now)) throw tooMany(60);
  const client = await db();
  const found = await client.coupon.findUnique({ where: { code }, select: { id: true } });
  if (!found) await takeLimit('coupon-address', address, now);
  return found?.id ?? null;
}

/** As codes are compared: capitals, digits 0–9, no spaces, nothing invisible. */
export const foldCouponCode = (typed: string): string => foldDigits(cleanCode(typed)).replaceAll(/\s/g, '').toUpperCase();

/** What somebody types; nothing is no coupon. */
export const typedCouponCode = z.string().max(60, 'too_long').transform(foldCouponCode);

/** What administration may call a coupon: Latin or Arabic letters, digits and hyphens. */
export const newCouponCode = z.string('required').transform(foldCouponCode).pipe(z.string().min(1, 'required').regex(/^[A-Z0-9\u0621-\u064A-]{3,40}$/, 'coupon_code_invalid'));

export type CouponRefusal =
  | 'coupon-unknown' | 'coupon-not-yet' | 'coupon-expired' | 'coupon-used-up' | 'coupon-used-by-you' | 'coupon-other-course' | 'coupon-not-on-sale' | 'coupon-not-for-teams';

/** 422 with the reason at the field `coupon`. */
export async function couponProblem(refusal: CouponRefusal, lang: Language): Promise<Problem> {
  const translate = await translatorOf(lang);
  return new Problem(422, refusal, { errors: { coupon: [translate(`problems.${refusal.replaceAll('-', '_')}`)] } });
}
