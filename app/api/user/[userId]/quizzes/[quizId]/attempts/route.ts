import { now } from '@/lib/clock';
import { startAttempt } from '@/lib/quizzes/attempts';
import { attemptPath } from '@/lib/courses/catalogue/course';
import { startedAttempt } from '@/lib/api/answers/courses';
import { handler } from '@/lib/api/handler';

type StartAttemptResult = Awaited<ReturnType<typeof startAttempt>>;

export const POST = handler(
  {
    id: 'startQuizAttempt',
    tag: 'Courses',
    summary: 'Begin an attempt at a quiz',
    description: 'An open attempt is gone on with. 409 `attempts-used-up`.',
    access: 'owner',
    answers: { 200: startedAttempt },
    problems: [409],
    form: { next: (answer, lang) => attemptPath(lang, answer as StartAttemptResult), back: '/course' },
  },
  ({ actor, params: { userId = '', quizId = '' } }) => startAttempt({ actor, userId, quizId, now: now() }),
);
