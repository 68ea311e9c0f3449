import { listWrittenTexts, questionQuerySchema } from '@/lib/admin/questions';
import { writtenTexts } from '@/lib/api/answers/learning';
import { handler } from '@/lib/api/handler';
import { listAnswer } from '@/lib/api/paging';

export const GET = handler({ access: 'admin', answers: { 200: writtenTexts }, query: questionQuerySchema }, async ({ actor, query, request }) => listAnswer(request, await listWrittenTexts(actor, query)));
