import { z } from 'zod';
import { exportNotes } from '@/lib/courses/notes/all-notes';
import { handler } from '@/lib/api/handler';
import { languages } from '@/lib/language';

const querySchema = z.object({ lang: z.enum(languages).optional() });

/** `?lang=`: a link sends no language of its page. */
export const GET = handler({ access: 'owner', answers: { 200: 'text/markdown' }, query: querySchema }, async ({ actor, params, query, lang }) => {
  const text = await exportNotes({ actor, userId: params.userId ?? '', lang: query.lang ?? lang });
  return new Response(text, {
    headers: { 'content-type': 'text/markdown; charset=utf-8', 'content-disposition': 'attachment; filename="my-notes.md"', 'cache-control': 'no-store' },
  });
});
