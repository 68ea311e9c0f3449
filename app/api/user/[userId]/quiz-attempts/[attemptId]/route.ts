import { now } from '@/lib/clock';
import { sentAnswersSchema } from '@/lib/quizzes/questions';
import { sendAnswers, type AttemptState } from '@/lib/quizzes/attempts';
import { attemptPath } from '@/lib/courses/catalogue/course';
import { attemptState } from '@/lib/api/answers/courses';
import { handler } from '@/lib/api/handler';

const pageOf = (answer: unknown, lang: string) => {
  const state = answer as AttemptState;
  return `${attemptPath(lang, state)}${state.ended ? '' : '?saved=1'}`;
};

export const POST = handler(
  {
    id: 'answerQuizAttempt',
    tag: 'Courses',
    summary: 'Save answers of an attempt, or end it',
    description:
      '`answers` by question: the position of an option, `true` or `false`, a number as text, with a unit or without, its ambiguous separators read in the language of the call; for several options or an ordering an object by position. `finish` ends and grades the attempt, `answered` only when no question is open. 422 by question when a number cannot be read: the others are stored, and the attempt goes on. 409 `attempt-over` after its end or its time.',
    access: 'owner',
    answers: { 200: attemptState },
    problems: [409],
    body: sentAnswersSchema,
    form: { next: pageOf, back: '/course' },
    example: {
      body: {
        answers: { router: '0', stations: { 0: '2' } },
        finish: false,
      },
    },
  },
  async ({ actor, params: { userId = '', attemptId = '' }, body, lang, isForm }) => {
    const state = await sendAnswers({ actor, userId, attemptId, ...body, lang, now: now() });
    if (!isForm || body.finish !== 'answered' || state.ended) return state;
    return new Response(null, { status: 303, headers: { location: `${attemptPath(lang, state)}?open=1` } });
  },
);
