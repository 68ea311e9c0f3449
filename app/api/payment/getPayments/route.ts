import { z } from 'zod';
import { listPayments } from '@/lib/checkout/orders/list-payments';
import { everybodysPayments } from '@/lib/api/answers/payments';
import { handler } from '@/lib/api/handler';
import { pageNumber } from '@/lib/schemas';

const querySchema = z.object({ page: pageNumber });

export const GET = handler({ access: 'learner', answers: { 200: everybodysPayments }, query: querySchema }, async ({ actor, query: { page } }) => {
  const { total, lines } = await listPayments({ actor, page });
  return Response.json(lines, { headers: { 'x-total-count': String(total), 'cache-control': 'no-store' } });
});
