import { handler } from '@/lib/api/handler';
import { ownerOnlyText } from '@/lib/api/openapi/shared-texts';
import { safeNext } from '@/lib/guards/safe-next';
import { defaultLanguage } from '@/lib/language';
import { noteRemovalSchema, removeNote } from '@/lib/lessons/notes';

const pageOf = (answer: unknown) => (answer as { page: string }).page;

export const POST = handler(
  {
    id: 'removeNote',
    tag: 'Courses',
    summary: 'Remove a note',
    description: ownerOnlyText,
    access: 'sameUser',
    answers: { 204: null },
    body: noteRemovalSchema,
    form: { back: '', next: pageOf },
    example: { body: { next: `/${defaultLanguage}/profile/notes` } },
  },
  async ({ actor, params, body, lang, isForm }) => {
    const { lessonUrl } = await removeNote({ actor, userId: params.userId ?? '', noteId: params.noteId ?? '', lang });
    return isForm ? { page: safeNext(body.next) ?? lessonUrl } : new Response(null, { status: 204 });
  },
);
