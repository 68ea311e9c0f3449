import { enrol, jsonOf, send, type Sent } from './call-world';
import { sampleQuiz, seedQuiz } from '../quizzes';

/** One request of each call of quizzes that is answered as its documentation says. */
export const quizExamples: Record<string, Sent | (() => Promise<Sent>)> = {
  'POST /api/user/[userId]/quizzes/[quizId]/attempts': async () => {
    await enrol();
    return { params: { quizId: await seedQuiz() } };
  },
  'POST /api/user/[userId]/quiz-attempts/[attemptId]': async () => {
    await enrol();
    const { id = '' } = await jsonOf(send('POST /api/user/[userId]/quizzes/[quizId]/attempts', { params: { quizId: await seedQuiz() } }));
    return { params: { attemptId: id }, body: { answers: { router: '0' }, finish: true } };
  },
  'POST /api/admin/quizzes': { body: { id: 'routes', ...sampleQuiz() } },
  'GET /api/admin/quizzes/[id]': async () => ({ params: { id: await seedQuiz() } }),
  'PUT /api/admin/quizzes/[id]': async () => ({ params: { id: await seedQuiz() }, body: sampleQuiz({ passPercent: 80 }) }),
  'DELETE /api/admin/quizzes/[id]': async () => ({ params: { id: await seedQuiz() } }),
};
