import { questionThread } from '@/lib/api/answers/learning';
import { handler } from '@/lib/api/handler';
import { questionPageSchema, readThread } from '@/lib/lessons/questions/list-questions';

export const GET = handler(
  {
    id: 'getQuestion',
    tag: 'Courses',
    summary: 'A question with its answers, 20 per page',
    description: 'The accepted answer comes first.',
    access: 'learner',
    answers: { 200: questionThread },
    query: questionPageSchema,
  },
  ({ actor, params, query }) => readThread({ actor, questionId: params.id ?? '', page: query.page }),
);
