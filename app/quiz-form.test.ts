import { beforeEach, expect, test } from 'vitest';
import { savedFormCookie } from '@/lib/accounts/sessions/cookies';
import { readSavedForm } from '@/lib/api/form-posts';
import { config } from '@/lib/config/config';
import { attemptPath } from '@/lib/courses/catalogue/course';
import { db } from '@/lib/database/client';
import { startAttempt } from '@/lib/quizzes/attempts';
import { courseName, createWorld, enrol, sendCall, world } from '@/tests/support/calls/call-world';
import { questionOfEachKind, seedQuiz } from '@/tests/support/quizzes';

let attemptId = '';
let page = '';

beforeEach(async () => {
  await createWorld();
  await enrol();
  const quizId = await seedQuiz({
    maxAttempts: 1,
    questions: questionOfEachKind.filter(({ kind }) => kind === 'number' || kind === 'true_false'),
  });
  const actor = world.learnerActor;
  attemptId = (await startAttempt({ actor, userId: actor.userId, quizId, now: new Date() })).id;
  page = attemptPath('de', { courseSlug: courseName, quizId, id: attemptId });
});

async function sendForm(fields: Record<string, string>) {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: config().siteUrl,
    referer: `${config().siteUrl}${page}`,
  };
  const answer = await sendCall('POST /api/user/[userId]/quiz-attempts/[attemptId]', {
    params: { attemptId },
    body: new URLSearchParams(fields).toString(),
    headers,
  });
  const cookie = answer.headers.getSetCookie().find((each) => each.startsWith(`${savedFormCookie}=`));
  return {
    to: answer.headers.get('location'),
    kept: readSavedForm(cookie?.slice(savedFormCookie.length + 1).split(';')[0], null).fields.answers,
  };
}
const readAttempt = async () =>
  (await db()).quizAttempt.findUniqueOrThrow({ where: { id: attemptId }, select: { endedAt: true, rightCount: true } });

test('finishing a quiz with unanswered questions without JavaScript stores the answers and asks for confirmation [N16]', async () => {
  expect(await sendForm({ 'answers.secret': 'false', 'answers.cost': '', finish: 'answered' })).toEqual({
    to: `${page}?open=1`,
    kept: undefined,
  });
  expect(await readAttempt()).toEqual({ endedAt: null, rightCount: null });
  expect((await sendForm({ finish: '1' })).to).toBe(page);
  expect(await readAttempt()).toEqual({ endedAt: expect.any(Date) as unknown, rightCount: 1 });
});

test('an unreadable number without JavaScript does not finish the quiz and comes back as typed [N16]', async () => {
  const typed = { secret: 'false', cost: 'zweihundert' };
  expect(await sendForm({ 'answers.secret': typed.secret, 'answers.cost': typed.cost, finish: 'answered' })).toEqual({
    to: `${page}?error=invalid`,
    kept: typed,
  });
  expect(await readAttempt()).toEqual({ endedAt: null, rightCount: null });
  expect((await sendForm({ 'answers.cost': '200,00 EGP', finish: 'answered' })).to).toBe(page);
  expect(await readAttempt()).toMatchObject({ rightCount: 2 });
});
