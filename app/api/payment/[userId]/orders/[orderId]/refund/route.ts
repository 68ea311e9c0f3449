import { refundRequested } from '@/lib/api/answers/payments';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { refundRequestSchema, requestRefund } from '@/lib/orders/refunds/refund-requests';

export const POST = handler(
  {
    id: 'requestRefund',
    tag: 'Payments',
    summary: 'Request a refund',
    description: '422 names the rule that refuses the refund. For a seat order, only unassigned seats are refunded.',
    access: 'sameUserOrAdmin',
    answers: { 202: refundRequested },
    problems: [409],
    body: refundRequestSchema,
    form: { next: '/profile/payments?notice=refund-requested', back: '/profile/payments' },
    example: { body: { reason: 'No time' } },
  },
  async ({ params, actor, body }) => {
    await requestRefund({
      actor,
      userId: params.userId ?? '',
      orderId: params.orderId ?? '',
      reason: body.reason,
      courseName: body.courseName,
      seats: body.seats,
      now: now(),
    });
    return Response.json({ status: 'refund_requested' }, { status: 202, headers: { 'cache-control': 'no-store' } });
  },
);
