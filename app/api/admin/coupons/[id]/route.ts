import { couponChangeSchema } from '@/lib/admin/coupons/coupon-schema';
import { changeCoupon, deleteCoupon, requireCoupon } from '@/lib/admin/coupons/coupons';
import { now } from '@/lib/clock';
import { adminCoupon } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';

export const GET = handler({ access: 'admin', answers: { 200: adminCoupon } }, async ({ actor, params: { id = '' } }) => requireCoupon(actor, id, now()));
export const PUT = handler({ access: 'adminStepUp', answers: { 200: adminCoupon }, body: couponChangeSchema }, async ({ actor, params: { id = '' }, body, lang }) =>
  changeCoupon(actor, id, body, { lang, now: now() }));
export const DELETE = handler({ access: 'adminStepUp', answers: { 204: null } }, async ({ actor, params: { id = '' } }) => {
  await deleteCoupon(actor, id, now());
  return new Response(null, { status: 204 });
});
