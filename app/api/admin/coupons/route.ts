import { newCouponSchema } from '@/lib/admin/coupons/coupon-schema';
import { couponQuerySchema, createCoupon, listCoupons } from '@/lib/admin/coupons/coupons';
import { now } from '@/lib/clock';
import { adminCoupon, adminCoupons } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { listAnswer } from '@/lib/api/paging';

export const GET = handler({ access: 'admin', answers: { 200: adminCoupons }, query: couponQuerySchema }, async ({ request, actor, query }) =>
  listAnswer(request, await listCoupons(actor, { ...query, now: now() })));
export const POST = handler({ access: 'adminStepUp', answers: { 201: adminCoupon }, body: newCouponSchema }, async ({ actor, body, lang }) =>
  Response.json(await createCoupon(actor, body, { lang, now: now() }), { status: 201 }));
