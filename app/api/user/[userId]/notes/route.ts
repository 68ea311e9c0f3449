import { noteList } from '@/lib/api/answers/learning';
import { handler } from '@/lib/api/handler';
import { listHeaders, ownerOnlyText } from '@/lib/api/openapi/shared-texts';
import { listResponse } from '@/lib/api/responses';
import { listNotes, noteQuerySchema } from '@/lib/lessons/notes';

export const GET = handler(
  {
    id: 'listNotes',
    tag: 'Courses',
    summary: "The user's notes on all courses, newest first",
    description: ownerOnlyText,
    access: 'sameUser',
    answers: { 200: noteList },
    headers: listHeaders,
    query: noteQuerySchema,
  },
  async ({ actor, params, query, lang, request }) =>
    listResponse(request, await listNotes({ actor, userId: params.userId ?? '', lang, ...query })),
);
