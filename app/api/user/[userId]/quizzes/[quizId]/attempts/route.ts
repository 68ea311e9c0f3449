import { now } from '@/lib/clock';
import { startAttempt } from '@/lib/courses/quizzes/attempts';
import { attemptPath } from '@/lib/courses/catalogue/course';
import { startedAttempt } from '@/lib/api/answers/courses';
import { handler } from '@/lib/api/handler';

type Started = Awaited<ReturnType<typeof startAttempt>>;

export const POST = handler(
  { access: 'owner', answers: { 200: startedAttempt }, form: { next: (answer, lang) => attemptPath(lang, answer as Started), back: '/course' } },
  ({ actor, params: { userId = '', quizId = '' } }) => startAttempt({ actor, userId, quizId, now: now() }),
);
