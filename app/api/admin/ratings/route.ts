import { adminRatings } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { listHeaders } from '@/lib/api/openapi/shared-texts';
import { listResponse } from '@/lib/api/responses';
import { listRatings, ratingQuerySchema } from '@/lib/courses/admin/ratings';

export const GET = handler(
  {
    id: 'listRatings',
    tag: 'Administration',
    summary: 'Ratings of courses',
    access: 'admin',
    answers: { 200: adminRatings },
    headers: listHeaders,
    query: ratingQuerySchema,
  },
  async ({ request, actor, query }) => listResponse(request, await listRatings(actor, query)),
);
