import { endCoupon } from '@/lib/admin/coupons/coupons';
import { now } from '@/lib/clock';
import { adminCoupon } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';

export const POST = handler({ access: 'admin', answers: { 200: adminCoupon } }, async ({ actor, params: { id = '' } }) => endCoupon(actor, id, now()));
