import { createQuiz } from '@/lib/admin/quizzes/quizzes';
import { newQuizSchema } from '@/lib/content/quiz-schema';
import { now } from '@/lib/clock';
import { adminQuiz } from '@/lib/api/answers/admin-courses';
import { handler } from '@/lib/api/handler';

export const POST = handler({ access: 'admin', answers: { 201: adminQuiz }, body: newQuizSchema }, async ({ actor, body, lang }) =>
  Response.json(await createQuiz(actor, body, { lang, now: now() }), { status: 201, headers: { 'cache-control': 'no-store' } }));
