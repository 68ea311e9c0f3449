import { changeQuiz, deleteQuiz, requireAdminQuiz } from '@/lib/admin/quizzes/quizzes';
import { quizChangeSchema } from '@/lib/content/quiz-schema';
import { now } from '@/lib/clock';
import { adminQuiz } from '@/lib/api/answers/admin-courses';
import { handler } from '@/lib/api/handler';

export const GET = handler({ access: 'admin', answers: { 200: adminQuiz } }, async ({ actor, params: { id = '' } }) => requireAdminQuiz(actor, id));
export const PUT = handler({ access: 'admin', answers: { 200: adminQuiz }, body: quizChangeSchema }, async ({ actor, params: { id = '' }, body, lang }) =>
  changeQuiz(actor, id, body, { lang, now: now() }));
export const DELETE = handler({ access: 'admin', answers: { 204: null } }, async ({ actor, params: { id = '' } }) => {
  await deleteQuiz(actor, id);
  return new Response(null, { status: 204 });
});
