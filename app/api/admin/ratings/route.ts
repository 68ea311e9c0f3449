import { listRatings, ratingQuerySchema } from '@/lib/admin/ratings';
import { adminRatings } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { listAnswer } from '@/lib/api/paging';

export const GET = handler({ access: 'admin', answers: { 200: adminRatings }, query: ratingQuerySchema }, async ({ request, actor, query }) => listAnswer(request, await listRatings(actor, query)));
