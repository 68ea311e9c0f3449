import { adminCoupon, adminCoupons } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { listHeaders } from '@/lib/api/openapi/shared-texts';
import { listResponse } from '@/lib/api/responses';
import { now } from '@/lib/clock';
import { couponQuerySchema, createCoupon, listCoupons, newCouponSchema } from '@/lib/orders/admin/coupons';

export const GET = handler(
  {
    id: 'listCoupons',
    tag: 'Administration',
    summary: 'Coupons with their use and income',
    access: 'admin',
    answers: { 200: adminCoupons },
    headers: listHeaders,
    query: couponQuerySchema,
  },
  async ({ request, actor, query }) => listResponse(request, await listCoupons(actor, { ...query, now: now() })),
);
export const POST = handler(
  {
    id: 'createCoupon',
    tag: 'Administration',
    summary: 'Create a coupon',
    description: 'Set either `percent` or `amount` (in piastres).',
    access: 'adminStepUp',
    answers: { 201: adminCoupon },
    problems: [409],
    body: newCouponSchema,
  },
  async ({ actor, body, lang }) =>
    Response.json(await createCoupon(actor, body, { lang, now: now() }), { status: 201 }),
);
