import { listMyPayments } from '@/lib/checkout/orders/list-payments';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'self' }, ({ params, actor }) => listMyPayments({ actor, userId: params.userId ?? '' })),
});
