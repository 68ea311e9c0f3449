import { lessonNotes, note } from '@/lib/api/answers/learning';
import { handler } from '@/lib/api/handler';
import { ownerOnlyText } from '@/lib/api/openapi/shared-texts';
import { now } from '@/lib/clock';
import { lessonPath } from '@/lib/courses/catalogue/course';
import { addNote, listLessonNotes, newNoteSchema } from '@/lib/lessons/notes';

export const GET = handler(
  {
    id: 'listLessonNotes',
    tag: 'Courses',
    summary: "The user's notes on a lesson",
    description: ownerOnlyText,
    access: 'sameUser',
    answers: { 200: lessonNotes },
  },
  ({ actor, params: { userId = '', courseName = '', lesson = '' }, lang }) =>
    listLessonNotes({ actor, userId, courseSlug: courseName, lesson, lang }),
);

const pageOf = (answer: unknown) => (answer as { page: string }).page;

export const POST = handler(
  {
    id: 'createNote',
    tag: 'Courses',
    summary: 'Add a note at a position in a lesson',
    description: ownerOnlyText,
    access: 'sameUser',
    answers: { 201: note },
    body: newNoteSchema,
    form: { back: '/course', next: pageOf },
    example: { body: { positionSeconds: 12, text: 'A note' } },
  },
  async ({ actor, params: { userId = '', courseName = '', lesson = '' }, body, lang, isForm }) => {
    const added = await addNote({ actor, userId, courseSlug: courseName, lesson, note: body, lang, now: now() });
    if (isForm) return { page: lessonPath(lang, courseName, lesson, { section: 'notes' }) };
    return Response.json(added, { status: 201, headers: { 'cache-control': 'no-store' } });
  },
);
