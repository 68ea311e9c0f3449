import { z } from 'zod';
import { handler } from '@/lib/api/handler';
import { ownerOnlyText } from '@/lib/api/openapi/shared-texts';
import { languages } from '@/lib/language';
import { exportNotes } from '@/lib/lessons/notes';

const querySchema = z.object({ lang: z.enum(languages).optional() });

/** Takes `?lang=`, because a download link does not send the page's language. */
export const GET = handler({
  id: 'getNotesAsMarkdown',
  tag: 'Courses',
  summary: "The user's notes as a Markdown file",
  description: ownerOnlyText,
   access: 'sameUser', answers: { 200: 'text/markdown' }, query: querySchema }, async ({ actor, params, query, lang }) => {
  const text = await exportNotes({ actor, userId: params.userId ?? '', lang: query.lang ?? lang });
  return new Response(text, {
    headers: { 'content-type': 'text/markdown; charset=utf-8', 'content-disposition': 'attachment; filename="my-notes.md"', 'cache-control': 'no-store' },
  });
});
