import { questionForm } from '@/lib/api/form-posts';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { changeQuestion } from '@/lib/lessons/questions/ask';
import { questionTextSchema } from '@/lib/lessons/questions/list-questions';

export const POST = handler(
  {
    id: 'changeQuestion',
    tag: 'Courses',
    summary: 'Change your question',
    access: 'learner',
    answers: { 204: null },
    body: questionTextSchema,
    form: questionForm,
    example: { body: { text: 'Why three folders?' } },
  },
  async ({ actor, params, body, isForm }) => {
    const place = await changeQuestion({ actor, id: params.id ?? '', text: body.text, now: now() });
    return isForm ? place : new Response(null, { status: 204 });
  },
);
