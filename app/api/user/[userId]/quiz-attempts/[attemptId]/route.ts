import { now } from '@/lib/clock';
import { sentAnswersSchema } from '@/lib/courses/quizzes/answer';
import { sendAnswers, type AttemptState } from '@/lib/courses/quizzes/attempts';
import { attemptPath } from '@/lib/courses/catalogue/course';
import { attemptState } from '@/lib/api/answers/courses';
import { handler } from '@/lib/api/handler';

/** After saving back to the questions, after the end on to the result: both are the attempt's page. */
const pageOf = (answer: unknown, lang: string) => {
  const state = answer as AttemptState;
  return `${attemptPath(lang, state)}${state.ended ? '' : '?saved=1'}`;
};

export const POST = handler(
  { access: 'owner', answers: { 200: attemptState }, body: sentAnswersSchema, form: { next: pageOf, back: '/course' } },
  async ({ actor, params: { userId = '', attemptId = '' }, body, lang, isForm }) => {
    const state = await sendAnswers({ actor, userId, attemptId, ...body, lang, now: now() });
    if (!isForm || body.finish !== 'answered' || state.ended) return state;
    return new Response(null, { status: 303, headers: { location: `${attemptPath(lang, state)}?open=1` } });
  },
);
