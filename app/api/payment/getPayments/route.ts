import { listPayments } from '@/lib/checkout/orders/list-payments';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';
import { parseQuery } from '@/lib/api/parse-query';
import { pageNumber } from '@/lib/page-number';
import { z } from 'zod';

const querySchema = z.object({ page: pageNumber });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'learner' }, async ({ request, actor, lang }) => {
    const { page } = await parseQuery(request, querySchema, lang);
    const { total, lines } = await listPayments({ actor, page });
    return Response.json(lines, { headers: { 'x-total-count': String(total), 'cache-control': 'no-store' } });
  }),
});
