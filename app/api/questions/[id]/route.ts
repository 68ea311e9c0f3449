import { readThread } from '@/lib/courses/questions/list-questions';
import { questionPageSchema } from '@/lib/courses/questions/question-schema';
import { questionThread } from '@/lib/api/answers/learning';
import { handler } from '@/lib/api/handler';

export const GET = handler({ access: 'learner', answers: { 200: questionThread }, query: questionPageSchema }, ({ actor, params, query }) =>
  readThread({ actor, questionId: params.id ?? '', page: query.page }));
