import { note } from '@/lib/api/answers/learning';
import { handler } from '@/lib/api/handler';
import { ownerOnlyText } from '@/lib/api/openapi/shared-texts';
import { now } from '@/lib/clock';
import { safeNext } from '@/lib/guards/safe-next';
import { defaultLanguage } from '@/lib/language';
import { changeNote, noteChangeSchema } from '@/lib/lessons/notes';

const pageOf = (answer: unknown) => (answer as { page: string }).page;

export const POST = handler(
  {
    id: 'changeNote',
    tag: 'Courses',
    summary: 'Change a note',
    description: ownerOnlyText,
    access: 'sameUser',
    answers: { 200: note },
    body: noteChangeSchema,
    form: { back: '', next: pageOf },
    example: { body: { text: 'A note', next: `/${defaultLanguage}/profile/notes` } },
  },
  async ({ actor, params, body, lang, isForm }) => {
    const changed = await changeNote({
      actor,
      userId: params.userId ?? '',
      noteId: params.noteId ?? '',
      lang,
      text: body.text,
      now: now(),
    });
    return isForm ? { page: safeNext(body.next) ?? changed.url } : changed;
  },
);
