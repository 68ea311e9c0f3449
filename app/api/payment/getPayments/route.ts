import { z } from 'zod';
import { everybodysPayments } from '@/lib/api/answers/payments';
import { handler } from '@/lib/api/handler';
import { countedHeaders } from '@/lib/api/openapi/shared-texts';
import { listPayments } from '@/lib/orders/list-payments';
import { pageNumber } from '@/lib/schemas';

const querySchema = z.object({ page: pageNumber });

export const GET = handler(
  {
    id: 'listPayments',
    tag: 'Payments',
    summary: 'Payments, 20 per page',
    description: 'Administrators get the payments of all users.',
    access: 'learner',
    answers: { 200: everybodysPayments },
    headers: { 'X-Total-Count': countedHeaders['X-Total-Count'] },
    query: querySchema,
  },
  async ({ actor, query: { page } }) => {
    const { total, lines } = await listPayments({ actor, page });
    return Response.json(lines, { headers: { 'x-total-count': String(total), 'cache-control': 'no-store' } });
  },
);
