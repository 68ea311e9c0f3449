import { listPayments } from '@/lib/checkout/payment-list';
import { pageOf } from '@/lib/checkout/page-number';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler({ access: 'learner' }, async ({ request, actor }) => {
    const { total, lines } = await listPayments({ actor, page: pageOf(request) });
    return Response.json(lines, { headers: { 'x-total-count': String(total), 'cache-control': 'no-store' } });
  }),
});
