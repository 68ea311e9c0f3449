import 'server-only';
import { translatorOf } from '@/lib/i18n/translator';
import type { Language } from '@/lib/language';
import { Problem } from '@/lib/problem';

export type CouponRefusal =
  | 'coupon-unknown' | 'coupon-not-yet' | 'coupon-expired' | 'coupon-used-up' | 'coupon-used-by-you' | 'coupon-other-course' | 'coupon-not-on-sale';

/** 422 with the reason at the field `coupon`. */
export async function couponProblem(refusal: CouponRefusal, lang: Language): Promise<Problem> {
  const translate = await translatorOf(lang);
  return new Problem(422, refusal, { errors: { coupon: [translate(`problems.${refusal.replaceAll('-', '_')}`)] } });
}
