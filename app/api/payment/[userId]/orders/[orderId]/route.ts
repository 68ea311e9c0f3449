import { order as orderAnswer } from '@/lib/api/answers/payments';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { watchOrder } from '@/lib/orders/find-order';
import { refundCode } from '@/lib/orders/order-row';
import { notFound } from '@/lib/problem';

export const GET = handler(
  {
    id: 'getOrder',
    tag: 'Payments',
    summary: 'An order',
    access: 'sameUserOrAdmin',
    answers: { 200: orderAnswer },
  },
  async ({ params, actor }) => {
    const order = await watchOrder({ actor, userId: params.userId ?? '', orderId: params.orderId ?? '', now: now() });
    if (!order) throw notFound('unknown-order');
    const { orderId, status, productKey, amount, currency, method, billReference, expiresAt, paidAt, returning } =
      order;
    return {
      orderId,
      status,
      productKey,
      amount,
      currency,
      method,
      paidAt,
      ...(billReference === null ? {} : { billReference }),
      ...(status === 'pending' ? { expiresAt } : {}),
      ...(returning ? { returning: refundCode(returning.kind) } : {}),
    };
  },
);
