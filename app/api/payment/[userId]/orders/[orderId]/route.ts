import { watchOrder } from '@/lib/checkout/settlement/watch-order';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';
import { notFound } from '@/lib/problem';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'self' }, async ({ params, actor }) => {
    const order = await watchOrder({ actor, userId: params.userId ?? '', orderId: params.orderId ?? '', now: now() });
    if (!order) throw notFound('unknown-order');
    const { orderId, status, productKey, amount, currency, method, billReference, expiresAt, paidAt } = order;
    return {
      orderId, status, productKey, amount, currency, method, paidAt,
      ...(billReference === null ? {} : { billReference }),
      ...(status === 'pending' ? { expiresAt } : {}),
    };
  }),
});
