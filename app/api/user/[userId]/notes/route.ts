import { listNotes } from '@/lib/courses/notes/all-notes';
import { noteQuerySchema } from '@/lib/courses/notes/note-schema';
import { noteList } from '@/lib/api/answers/learning';
import { handler } from '@/lib/api/handler';
import { listAnswer } from '@/lib/api/paging';

export const GET = handler({ access: 'owner', answers: { 200: noteList }, query: noteQuerySchema }, async ({ actor, params, query, lang, request }) =>
  listAnswer(request, await listNotes({ actor, userId: params.userId ?? '', lang, ...query })));
