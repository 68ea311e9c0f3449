import { adminCoupon } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { endCoupon } from '@/lib/orders/admin/coupons';

export const POST = handler(
  {
    id: 'endCoupon',
    tag: 'Administration',
    summary: 'End a coupon now',
    access: 'admin',
    answers: { 200: adminCoupon },
  },
  async ({ actor, params: { id = '' } }) => endCoupon(actor, id, now()),
);
