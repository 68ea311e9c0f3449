import { adminQuiz } from '@/lib/api/answers/admin-courses';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { quizChangeSchema } from '@/lib/content/quiz-schema';
import { changeQuiz, deleteQuiz, requireAdminQuiz } from '@/lib/quizzes/admin/quizzes';

export const GET = handler(
  {
    id: 'getQuiz',
    tag: 'Administration',
    summary: 'A quiz with its solutions',
    access: 'admin',
    answers: { 200: adminQuiz },
  },
  async ({ actor, params: { id = '' } }) => requireAdminQuiz(actor, id),
);
export const PUT = handler(
  {
    id: 'changeQuiz',
    tag: 'Administration',
    summary: 'Change a quiz',
    description: 'Started attempts keep their questions.',
    access: 'admin',
    answers: { 200: adminQuiz },
    problems: [409],
    body: quizChangeSchema,
  },
  async ({ actor, params: { id = '' }, body, lang }) => changeQuiz(actor, id, body, { lang, now: now() }),
);
export const DELETE = handler(
  {
    id: 'deleteQuiz',
    tag: 'Administration',
    summary: 'Delete a quiz',
    description: 'Only a quiz that was created in administration and that no learner has started can be deleted.',
    access: 'admin',
    answers: { 204: null },
    problems: [409],
  },
  async ({ actor, params: { id = '' } }) => {
    await deleteQuiz(actor, id);
    return new Response(null, { status: 204 });
  },
);
