import { beforeEach, expect, test } from 'vitest';
import { grantEnrolment } from '@/lib/courses/enrolment/enrolment';
import { transaction } from '@/lib/database/client';
import { loadTranslator } from '@/lib/i18n/messages';
import { type Language, languages } from '@/lib/language';
import { buildActor } from '@/tests/support/actors';
import { seedCourse, seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { questionOfEachKind, seedQuiz } from '@/tests/support/quizzes';
import { sendAnswers, startAttempt } from './attempts';
import type { AnswerFields } from './questions';
import { readAttemptPage } from './quiz-pages';

const courseSlug = 'nextjs-from-zero';
const now = new Date('2026-11-22T10:00:00Z');
const mona = buildActor('learner', { userId: 'mona' });
let quizId = '';
let attemptId = '';

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
  await seedLearner('mona');
  await transaction((tx) => grantEnrolment(tx, { userId: 'mona', courseSlug, orderId: null, source: 'purchase', now }));
  quizId = await seedQuiz({
    maxAttempts: 1,
    questions: questionOfEachKind.filter(({ kind }) => kind === 'number' || kind === 'true_false'),
  });
  attemptId = (await startAttempt({ actor: mona, userId: 'mona', quizId, now })).id;
});

const send = (
  answers: Record<string, AnswerFields>,
  { finish = true, lang = 'en' }: { finish?: boolean | 'answered'; lang?: Language } = {},
) => sendAnswers({ actor: mona, userId: 'mona', attemptId, answers, finish, lang, now });
const readPage = (lang: Language = 'en', typed?: Record<string, AnswerFields>) =>
  readAttemptPage({ actor: mona, courseSlug, quizId, attemptId, lang, now, typed });
const readCostQuestion = async (...asked: Parameters<typeof readPage>) =>
  (await readPage(...asked)).questions.find(({ id }) => id === 'cost')!;

test.each([
  ['200', true],
  ['٢٠٠', true],
  ['200,5', true],
  ['٢٠٠٫٥', true],
  [' 199.5 ', true],
  ['200 EGP', true],
  ['٢٠٠٪', true],
  ['200.51', false],
  ['1,200', false],
  ['', false],
])('grades the number %o as right: %s [N16]', async (typed, isRight) => {
  await send({ cost: typed });
  expect((await readPage()).attempt.rightCount).toBe(isRight ? 1 : 0);
});

test('refuses an unreadable number at its question in the page’s language, stores the other answers and uses no attempt [N16]', async () => {
  await send({ cost: '200' }, { finish: false });
  for (const lang of languages) {
    const error = (await loadTranslator(lang))('quiz.number_unreadable');
    for (const finish of [false, true, 'answered'] as const) {
      await expect(send({ cost: 'two hundred', secret: 'false' }, { finish, lang })).rejects.toMatchObject({
        status: 422,
        key: 'invalid',
        errors: { 'answers.cost': [error] },
      });
    }
  }
  const { state, questions } = await readPage();
  expect([state, questions.filter(({ answer }) => answer !== null).map(({ id }) => id)]).toEqual(['open', ['secret']]);
  expect(await readCostQuestion('en', { cost: 'two hundred' })).toMatchObject({ answer: null, typed: 'two hundred' });
  expect(await send({ cost: '200 EGP' })).toMatchObject({ answered: 2, ended: true });
});

test('shows a number in a form that the page’s language reads back [N16]', async () => {
  await send({ cost: '1,125' }, { finish: false, lang: 'de' });
  expect([(await readCostQuestion('en')).typed, (await readCostQuestion('de')).typed]).toEqual(['1.125', '1,125']);
  for (const lang of languages) await send({ cost: (await readCostQuestion(lang)).typed! }, { finish: false, lang });
  expect((await readCostQuestion()).answer).toBe(1.125);
});
