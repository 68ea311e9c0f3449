import { refundRequestSchema, requestRefund } from '@/lib/checkout/refunds/request-refund';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler(
    { access: 'self', body: refundRequestSchema, form: { next: '/profile/payments?notice=refund-requested', back: '/profile/payments' } },
    async ({ params, actor, body }) => {
      await requestRefund({ actor, userId: params.userId ?? '', orderId: params.orderId ?? '', reason: body.reason, now: now() });
      return Response.json({ status: 'refund_requested' }, { status: 202, headers: { 'cache-control': 'no-store' } });
    },
  ),
});
