import { now } from '@/lib/clock';
import { lessonPath } from '@/lib/courses/catalogue/course';
import { newNoteSchema } from '@/lib/courses/notes/note-schema';
import { addNote, listLessonNotes } from '@/lib/courses/notes/notes';
import { lessonNotes, note } from '@/lib/api/answers/learning';
import { handler } from '@/lib/api/handler';

export const GET = handler({ access: 'owner', answers: { 200: lessonNotes } }, ({ actor, params: { userId = '', courseName = '', lesson = '' }, lang }) =>
  listLessonNotes({ actor, userId, courseSlug: courseName, lesson, lang }));

const pageOf = (answer: unknown) => (answer as { page: string }).page;

export const POST = handler({ access: 'owner', answers: { 201: note }, body: newNoteSchema, form: { back: '/course', next: pageOf } }, async ({ actor, params: { userId = '', courseName = '', lesson = '' }, body, lang, isForm }) => {
  const added = await addNote({ actor, userId, courseSlug: courseName, lesson, note: body, lang, now: now() });
  if (isForm) return { page: lessonPath(lang, courseName, lesson, { section: 'notes' }) };
  return Response.json(added, { status: 201, headers: { 'cache-control': 'no-store' } });
});
