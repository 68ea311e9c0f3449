import { questionForm } from '@/lib/api/form-posts';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { changeAnswer } from '@/lib/lessons/questions/ask';
import { questionTextSchema } from '@/lib/lessons/questions/list-questions';

export const POST = handler(
  {
    id: 'changeAnswer',
    tag: 'Courses',
    summary: 'Change your answer',
    access: 'learner',
    answers: { 204: null },
    body: questionTextSchema,
    form: questionForm,
    example: { body: { text: 'Another answer' } },
  },
  async ({ actor, params, body, isForm }) => {
    const place = await changeAnswer({ actor, id: params.id ?? '', text: body.text, now: now() });
    return isForm ? place : new Response(null, { status: 204 });
  },
);
