import { refundRequestSchema, requestRefund } from '@/lib/checkout/refunds/request-refund';
import { now } from '@/lib/clock';
import { refundRequested } from '@/lib/api/answers/payments';
import { handler } from '@/lib/api/handler';

export const POST = handler(
  { access: 'self', answers: { 202: refundRequested }, body: refundRequestSchema, form: { next: '/profile/payments?notice=refund-requested', back: '/profile/payments' } },
  async ({ params, actor, body }) => {
    await requestRefund({ actor, userId: params.userId ?? '', orderId: params.orderId ?? '', reason: body.reason, courseName: body.courseName, seats: body.seats, now: now() });
    return Response.json({ status: 'refund_requested' }, { status: 202, headers: { 'cache-control': 'no-store' } });
  },
);
