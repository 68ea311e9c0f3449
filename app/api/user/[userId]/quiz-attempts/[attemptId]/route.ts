import { attemptState } from '@/lib/api/answers/courses';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { attemptPath } from '@/lib/courses/catalogue/course';
import { type AttemptState, sendAnswers } from '@/lib/quizzes/attempts';
import { sentAnswersSchema } from '@/lib/quizzes/questions';

const pageOf = (answer: unknown, lang: string) => {
  const state = answer as AttemptState;
  return `${attemptPath(lang, state)}${state.ended ? '' : '?saved=1'}`;
};

const answersText = `\`answers\` maps the id of each question to an answer:
- one option: its position, from 0
- several options: an object with the position of each chosen option as a key
- true or false: \`true\` or \`false\`
- number: a text, with or without a unit; ambiguous separators are read in the caller's language
- ordering: an object from the position of each item to its place, from 1

\`finish: true\` ends and grades the attempt; \`answered\` does so only if every question is answered. 422 names unreadable numbers by question; the other answers are stored and the attempt continues. 409 \`attempt-over\` after the end or the time limit.`;

export const POST = handler(
  {
    id: 'answerQuizAttempt',
    tag: 'Courses',
    summary: 'Save answers of an attempt, or end it',
    description: answersText,
    access: 'sameUser',
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
