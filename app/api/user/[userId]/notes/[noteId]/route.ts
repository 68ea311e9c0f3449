import { now } from '@/lib/clock';
import { noteChangeSchema } from '@/lib/courses/notes/note-schema';
import { changeNote } from '@/lib/courses/notes/notes';
import { note } from '@/lib/api/answers/learning';
import { handler } from '@/lib/api/handler';
import { safeNext } from '@/lib/guards/safe-next';

const pageOf = (answer: unknown) => (answer as { page: string }).page;

export const POST = handler({ access: 'owner', answers: { 200: note }, body: noteChangeSchema, form: { back: '', next: pageOf } }, async ({ actor, params, body, lang, isForm }) => {
  const changed = await changeNote({ actor, userId: params.userId ?? '', noteId: params.noteId ?? '', lang, text: body.text, now: now() });
  return isForm ? { page: safeNext(body.next) ?? changed.url } : changed;
});
