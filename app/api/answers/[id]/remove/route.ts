import { removeAnswer } from '@/lib/courses/questions/own-texts';
import { handler } from '@/lib/api/handler';
import { questionForm } from '@/lib/api/question-form';

export const POST = handler({ access: 'learner', answers: { 204: null }, form: questionForm }, async ({ actor, params, isForm }) => {
  const place = await removeAnswer({ actor, id: params.id ?? '' });
  return isForm ? place : new Response(null, { status: 204 });
});
