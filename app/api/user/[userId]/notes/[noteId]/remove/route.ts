import { noteRemovalSchema } from '@/lib/courses/notes/note-schema';
import { removeNote } from '@/lib/courses/notes/notes';
import { handler } from '@/lib/api/handler';
import { safeNext } from '@/lib/guards/safe-next';

const pageOf = (answer: unknown) => (answer as { page: string }).page;

export const POST = handler({ access: 'owner', answers: { 204: null }, body: noteRemovalSchema, form: { back: '', next: pageOf } }, async ({ actor, params, body, lang, isForm }) => {
  const { lessonUrl } = await removeNote({ actor, userId: params.userId ?? '', noteId: params.noteId ?? '', lang });
  return isForm ? { page: safeNext(body.next) ?? lessonUrl } : new Response(null, { status: 204 });
});
