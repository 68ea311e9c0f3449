import { questionForm } from '@/lib/api/form-posts';
import { handler } from '@/lib/api/handler';
import { removeQuestion } from '@/lib/lessons/questions/ask';

export const POST = handler(
  {
    id: 'removeQuestion',
    tag: 'Courses',
    summary: 'Remove your question',
    description: "Other users' answers stay, under a question without text.",
    access: 'learner',
    answers: { 204: null },
    form: questionForm,
  },
  async ({ actor, params, isForm }) => {
    const place = await removeQuestion({ actor, id: params.id ?? '' });
    return isForm ? place : new Response(null, { status: 204 });
  },
);
