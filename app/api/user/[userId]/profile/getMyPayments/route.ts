import { listMyPayments } from '@/lib/checkout/payment-list';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'self' }, ({ params, actor }) => listMyPayments({ actor, userId: params.userId ?? '' })),
});
