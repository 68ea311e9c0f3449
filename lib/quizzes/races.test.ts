import { beforeEach, expect, it } from 'vitest';
import { grantEnrolment } from '@/lib/courses/enrolment/enrolment';
import { db, transaction } from '@/lib/database/client';
import { buildActor } from '@/tests/support/actors';
import { seedCourse, seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { questionOfEachKind, seedQuiz } from '@/tests/support/quizzes';
import { sendAnswers, startAttempt } from './attempts';

const now = new Date('2026-11-22T10:00:00Z');
const mona = buildActor('learner', { userId: 'mona' });
const parallel = 12;

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
  await seedLearner('mona');
  await transaction((tx) =>
    grantEnrolment(tx, { userId: 'mona', courseSlug: 'nextjs-from-zero', orderId: null, source: 'purchase', now }),
  );
});

const start = () => startAttempt({ actor: mona, userId: 'mona', quizId: 'routes', now });
const send = (attemptId: string, answers: Record<string, string>, finish: boolean) =>
  sendAnswers({ actor: mona, userId: 'mona', attemptId, answers, finish, lang: 'en', now });
const runAll = <Value>(work: (index: number) => Promise<Value>) =>
  Promise.allSettled(Array.from({ length: parallel }, (_, index) => work(index)));
const listAttempts = async () =>
  (await db()).quizAttempt.findMany({
    orderBy: { number: 'asc' },
    select: { number: true, rightCount: true, endedAt: true },
  });

it('concurrent starts begin one attempt [N16]', async () => {
  await seedQuiz({ maxAttempts: null });
  const begun = await runAll(start);
  expect(new Set(begun.map((each) => (each.status === 'fulfilled' ? each.value.id : String(each.reason)))).size).toBe(
    1,
  );
  expect(await listAttempts()).toHaveLength(1);
});

it('concurrent attempts never exceed the limit [N16]', async () => {
  await seedQuiz({ maxAttempts: 3 });
  const outcomes = await runAll(async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id } = await start();
      await send(id, {}, true).catch((error: unknown) => {
        if (!(error instanceof Error && error.message.includes('attempt-over'))) throw error;
      });
    }
  });
  const refusals = outcomes.map((each) => (each.status === 'rejected' ? (each.reason as Error).message : 'none'));
  expect(new Set(refusals)).toEqual(new Set(['409 attempts-used-up']));
  expect((await listAttempts()).map(({ number }) => number)).toEqual([1, 2, 3]);
});

it('accepts one of several concurrent submissions and grades exactly its answers [N16]', async () => {
  await seedQuiz({ questions: questionOfEachKind.filter(({ kind }) => kind === 'true_false' || kind === 'number') });
  const { id } = await start();
  const outcomes = await runAll((index) =>
    send(id, index % 2 === 0 ? { secret: 'false', cost: '200' } : { secret: 'true', cost: '1' }, true),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
  expect(await listAttempts()).toMatchObject([{ number: 1, rightCount: winner % 2 === 0 ? 2 : 0 }]);
});

it('answers saved at the same time in several tabs are all stored [N16]', async () => {
  await seedQuiz();
  const { id } = await start();
  const given: Array<Record<string, string>> = [{ router: '0' }, { secret: 'false' }, { cost: '200' }];
  const outcomes = await runAll((index) => send(id, given[index % 3]!, false));
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(await (await db()).quizAnswer.count({ where: { attemptId: id } })).toBe(3);
});
