import { writtenTexts } from '@/lib/api/answers/learning';
import { handler } from '@/lib/api/handler';
import { listHeaders } from '@/lib/api/openapi/shared-texts';
import { listResponse } from '@/lib/api/responses';
import { listWrittenTexts, questionQuerySchema } from '@/lib/lessons/admin/questions';

export const GET = handler(
  {
    id: 'listQuestions',
    tag: 'Administration',
    summary: 'Questions and answers under lessons, newest first',
    access: 'admin',
    answers: { 200: writtenTexts },
    headers: listHeaders,
    query: questionQuerySchema,
  },
  async ({ actor, query, request }) => listResponse(request, await listWrittenTexts(actor, query)),
);
