import { startedAttempt } from '@/lib/api/answers/courses';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { attemptPath } from '@/lib/courses/catalogue/course';
import { startAttempt } from '@/lib/quizzes/attempts';

type StartAttemptResult = Awaited<ReturnType<typeof startAttempt>>;

export const POST = handler(
  {
    id: 'startQuizAttempt',
    tag: 'Courses',
    summary: 'Start an attempt at a quiz',
    description: 'Continues an open attempt. 409 `attempts-used-up` when no attempt is left.',
    access: 'sameUser',
    answers: { 200: startedAttempt },
    problems: [409],
    form: { next: (answer, lang) => attemptPath(lang, answer as StartAttemptResult), back: '/course' },
  },
  ({ actor, params: { userId = '', quizId = '' } }) => startAttempt({ actor, userId, quizId, now: now() }),
);
