import { questionForm } from '@/lib/api/form-posts';
import { handler } from '@/lib/api/handler';
import { acceptAnswer } from '@/lib/lessons/questions/ask';
import { acceptSchema, requireQuestion } from '@/lib/lessons/questions/list-questions';

export const POST = handler(
  {
    id: 'acceptAnswer',
    tag: 'Courses',
    summary: 'Accept an answer',
    description:
      'Only the asker and administrators may accept an answer. An empty `answerId` withdraws the acceptance.',
    access: 'learner',
    answers: { 204: null },
    body: acceptSchema,
    form: questionForm,
    example: { body: { answerId: 'x' } },
  },
  async ({ actor, params, body, isForm }) => {
    const questionId = params.id ?? '';
    await acceptAnswer({ actor, questionId, answerId: body.answerId || null });
    if (isForm) return { ...(await requireQuestion(actor, questionId)).question, questionId };
    return new Response(null, { status: 204 });
  },
);
