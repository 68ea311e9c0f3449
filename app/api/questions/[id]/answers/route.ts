import { z } from 'zod';
import { questionForm } from '@/lib/api/form-posts';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { answerQuestion } from '@/lib/lessons/questions/ask';
import { questionTextSchema, requireQuestion } from '@/lib/lessons/questions/list-questions';
import { identified } from '@/lib/shapes';

export const POST = handler(
  {
    id: 'answerQuestion',
    tag: 'Courses',
    summary: 'Answer a question',
    description: 'Takes plain text. The asker is notified by mail.',
    access: 'learner',
    answers: { 201: identified.extend({ page: z.int().describe('Page of the answers that has it.') }) },
    body: questionTextSchema,
    form: questionForm,
    example: { body: { text: 'An answer' } },
  },
  async ({ actor, params, body, isForm }) => {
    const questionId = params.id ?? '';
    const answered = await answerQuestion({ actor, questionId, text: body.text, now: now() });
    if (isForm) return { ...(await requireQuestion(actor, questionId)).question, questionId, page: answered.page };
    return Response.json(answered, { status: 201, headers: { 'cache-control': 'no-store' } });
  },
);
