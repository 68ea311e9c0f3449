import { adminCoupon } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { changeCoupon, couponChangeSchema, deleteCoupon, requireCoupon } from '@/lib/orders/admin/coupons';

export const GET = handler(
  {
    id: 'getCoupon',
    tag: 'Administration',
    summary: 'A coupon with its use and income',
    access: 'admin',
    answers: { 200: adminCoupon },
  },
  async ({ actor, params: { id = '' } }) => requireCoupon(actor, id, now()),
);
export const PUT = handler(
  {
    id: 'changeCoupon',
    tag: 'Administration',
    summary: 'Change a coupon',
    description: 'The code cannot change. Open orders keep their price.',
    access: 'adminStepUp',
    answers: { 200: adminCoupon },
    problems: [409],
    body: couponChangeSchema,
  },
  async ({ actor, params: { id = '' }, body, lang }) => changeCoupon(actor, id, body, { lang, now: now() }),
);
export const DELETE = handler(
  {
    id: 'deleteCoupon',
    tag: 'Administration',
    summary: 'Delete a coupon that no order uses',
    access: 'adminStepUp',
    answers: { 204: null },
    problems: [409],
  },
  async ({ actor, params: { id = '' } }) => {
    await deleteCoupon(actor, id, now());
    return new Response(null, { status: 204 });
  },
);
