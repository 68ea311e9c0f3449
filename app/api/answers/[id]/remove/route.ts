import { questionForm } from '@/lib/api/form-posts';
import { handler } from '@/lib/api/handler';
import { removeAnswer } from '@/lib/lessons/questions/ask';

export const POST = handler(
  {
    id: 'removeAnswer',
    tag: 'Courses',
    summary: 'Remove your answer',
    access: 'learner',
    answers: { 204: null },
    form: questionForm,
  },
  async ({ actor, params, isForm }) => {
    const place = await removeAnswer({ actor, id: params.id ?? '' });
    return isForm ? place : new Response(null, { status: 204 });
  },
);
