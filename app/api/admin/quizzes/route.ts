import { adminQuiz } from '@/lib/api/answers/admin-courses';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { newQuizSchema } from '@/lib/content/quiz-schema';
import { createQuiz } from '@/lib/quizzes/admin/quizzes';

export const POST = handler(
  {
    id: 'createQuiz',
    tag: 'Administration',
    summary: 'Create a quiz or a level test',
    access: 'admin',
    answers: { 201: adminQuiz },
    problems: [409],
    body: newQuizSchema,
  },
  async ({ actor, body, lang }) =>
    Response.json(await createQuiz(actor, body, { lang, now: now() }), {
      status: 201,
      headers: { 'cache-control': 'no-store' },
    }),
);
