import { now } from '@/lib/clock';
import { changeAnswer } from '@/lib/courses/questions/own-texts';
import { questionTextSchema } from '@/lib/courses/questions/question-schema';
import { handler } from '@/lib/api/handler';
import { questionForm } from '@/lib/api/question-form';

export const POST = handler({ access: 'learner', answers: { 204: null }, body: questionTextSchema, form: questionForm }, async ({ actor, params, body, isForm }) => {
  const place = await changeAnswer({ actor, id: params.id ?? '', text: body.text, now: now() });
  return isForm ? place : new Response(null, { status: 204 });
});
