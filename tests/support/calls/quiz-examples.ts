import { enrol, readJson, sendCall, type CallInput } from './call-world';
import { buildQuiz, seedQuiz } from '@/tests/support/quizzes';

export const quizExamples: Record<string, CallInput | (() => Promise<CallInput>)> = {
  'POST /api/user/[userId]/quizzes/[quizId]/attempts': async () => {
    await enrol();
    return { params: { quizId: await seedQuiz() } };
  },
  'POST /api/user/[userId]/quiz-attempts/[attemptId]': async () => {
    await enrol();
    const { id = '' } = await readJson(
      sendCall('POST /api/user/[userId]/quizzes/[quizId]/attempts', { params: { quizId: await seedQuiz() } }),
    );
    return { params: { attemptId: id }, body: { answers: { router: '0' }, finish: true } };
  },
  'POST /api/admin/quizzes': { body: { id: 'routes', ...buildQuiz() } },
  'GET /api/admin/quizzes/[id]': async () => ({ params: { id: await seedQuiz() } }),
  'PUT /api/admin/quizzes/[id]': async () => ({
    params: { id: await seedQuiz() },
    body: buildQuiz({ passPercent: 80 }),
  }),
  'DELETE /api/admin/quizzes/[id]': async () => ({ params: { id: await seedQuiz() } }),
};
