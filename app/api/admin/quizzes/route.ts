import { createQuiz } from '@/lib/admin/quizzes/quizzes';
import { newQuizSchema } from '@/lib/content/quiz-schema';
import { now } from '@/lib/clock';
import { adminQuiz } from '@/lib/api/answers/admin-courses';
import { handler } from '@/lib/api/handler';

const longTexts = 512 * 1024;

export const POST = handler({ access: 'admin', answers: { 201: adminQuiz }, body: newQuizSchema, maxBodyBytes: longTexts }, async ({ actor, body, lang }) =>
  Response.json(await createQuiz(actor, body, { lang, now: now() }), { status: 201, headers: { 'cache-control': 'no-store' } }));
