import { acceptAnswer } from '@/lib/courses/questions/ask';
import { requireQuestion } from '@/lib/courses/questions/list-questions';
import { acceptSchema } from '@/lib/courses/questions/question-schema';
import { handler } from '@/lib/api/handler';
import { questionForm } from '@/lib/api/question-form';

export const POST = handler({ access: 'learner', answers: { 204: null }, body: acceptSchema, form: questionForm }, async ({ actor, params, body, isForm }) => {
  const questionId = params.id ?? '';
  await acceptAnswer({ actor, questionId, answerId: body.answerId || null });
  if (isForm) return { ...(await requireQuestion(actor, questionId)).question, questionId };
  return new Response(null, { status: 204 });
});
