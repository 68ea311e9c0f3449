import { now } from '@/lib/clock';
import { answerQuestion } from '@/lib/courses/questions/ask';
import { requireQuestion } from '@/lib/courses/questions/list-questions';
import { questionTextSchema } from '@/lib/courses/questions/question-schema';
import { identified } from '@/lib/api/answers/shapes';
import { handler } from '@/lib/api/handler';
import { questionForm } from '@/lib/api/question-form';

export const POST = handler({ access: 'learner', answers: { 201: identified }, body: questionTextSchema, form: questionForm }, async ({ actor, params, body, isForm }) => {
  const questionId = params.id ?? '';
  const answered = await answerQuestion({ actor, questionId, text: body.text, now: now() });
  if (isForm) return { ...(await requireQuestion(actor, questionId)).question, questionId };
  return Response.json(answered, { status: 201, headers: { 'cache-control': 'no-store' } });
});
