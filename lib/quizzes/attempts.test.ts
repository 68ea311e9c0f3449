import { beforeEach, describe, expect, it } from 'vitest';
import type { QuizData } from '@/lib/content/quiz-schema';
import { grantEnrolment, revokeEnrolment } from '@/lib/courses/enrolment/enrolment';
import { issueCertificate } from '@/lib/courses/progress/certificate';
import { saveProgress } from '@/lib/courses/progress/progress';
import { db, transaction } from '@/lib/database/client';
import { buildActor } from '@/tests/support/actors';
import { seedCourse, seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { questionOfEachKind, seedQuiz } from '@/tests/support/quizzes';
import { questionsOf, sendAnswers, startAttempt } from './attempts';
import type { AnswerFields } from './questions';
import type { AskedQuestion } from './quiz';
import { readAttemptPage, readQuizPage } from './quiz-pages';

const courseSlug = 'nextjs-from-zero';
const quizId = 'routes';
const now = new Date('2026-11-22T10:00:00Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const mona = buildActor('learner', { userId: 'mona' });
const hany = buildActor('learner', { userId: 'hany' });

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
  for (const id of ['mona', 'hany']) {
    await seedLearner(id);
    await transaction((tx) => grantEnrolment(tx, { userId: id, courseSlug, orderId: null, source: 'purchase', now }));
  }
});

const start = (actor = mona, at = now) => startAttempt({ actor, userId: actor.userId, quizId, now: at });
const send = (
  attemptId: string,
  answers: Record<string, AnswerFields>,
  { finish = true, at = now, actor = mona }: { finish?: boolean | 'answered'; at?: Date; actor?: typeof mona } = {},
) => sendAnswers({ actor, userId: actor.userId, attemptId, answers, finish, lang: 'en', now: at });
const readPage = (attemptId: string, { at = now, actor = mona } = {}) =>
  readAttemptPage({ actor, courseSlug, quizId, attemptId, lang: 'en', now: at });
const listQuestions = async (attemptId: string) =>
  questionsOf(
    (await (await db()).quizAttempt.findUniqueOrThrow({ where: { id: attemptId }, select: { questions: true } }))
      .questions,
  );

function buildRightFields(question: AskedQuestion): AnswerFields {
  const indexItems = <Item>(items: Item[], text: (item: Item) => string | null) =>
    Object.fromEntries(items.flatMap((item, index) => (text(item) === null ? [] : [[index, text(item)!]])));
  switch (question.kind) {
    case 'one':
      return String(question.options.findIndex(({ right }) => right));
    case 'several':
      return indexItems(question.options, ({ right }) => (right ? '1' : null));
    case 'ordering':
      return indexItems(question.items, ({ place }) => String(place));
    case 'true_false':
    case 'number':
      return String(question.right);
  }
}
const buildRightAnswers = async (attemptId: string) =>
  Object.fromEntries((await listQuestions(attemptId)).map((question) => [question.id, buildRightFields(question)]));

describe('grading', () => {
  it('the server grades every kind of question, right and wrong [N16]', async () => {
    await seedQuiz();
    const { id } = await start();
    await send(id, await buildRightAnswers(id));
    expect(await readPage(id)).toMatchObject({
      state: 'ended',
      attempt: { rightCount: 5, questionCount: 5, passed: true },
    });
    const second = await start();
    const wrong = {
      router: '9',
      checks: { 0: '1' },
      secret: 'true',
      cost: '201',
      stations: { 0: '1', 1: '1', 2: '1' },
    };
    await send(second.id, wrong);
    expect(await readPage(second.id)).toMatchObject({ attempt: { number: 2, rightCount: 0, passed: false } });
    expect(
      (await readQuizPage({ actor: mona, courseSlug, quizId, lang: 'en', now })).state,
      'passed once is passed',
    ).toBe('passed');
  });

  it.each([
    [60, 3, true],
    [60, 2, false],
    [100, 4, false],
    [1, 1, true],
  ])('with a pass mark of %i per cent, %i of 5 right answers pass: %s [N16]', async (passPercent, count, passed) => {
    await seedQuiz({ passPercent });
    const { id } = await start();
    await send(id, Object.fromEntries(Object.entries(await buildRightAnswers(id)).slice(0, count)));
    expect((await readPage(id)).attempt).toMatchObject({ rightCount: count, passed });
  });

  it('texts fall back to the default language [N16]', async () => {
    await seedQuiz({
      title: { ar: 'اختبار' },
      questions: [{ kind: 'true_false', id: 'only', text: { ar: 'صحيح؟', de: 'Richtig?' }, right: true }],
    } as Partial<QuizData>);
    const { id } = await start();
    expect(await readPage(id)).toMatchObject({ page: { title: 'اختبار' }, questions: [{ text: 'صحيح؟' }] });
  });
});

describe('data sent before an attempt ended', () => {
  it('contains nothing about the right answers: no flag, no position, no explanation, in any language [N16]', async () => {
    await seedQuiz();
    const { id } = await start();
    for (const lang of ['ar', 'en', 'de'] as const) {
      const shown = await readAttemptPage({ actor: mona, courseSlug, quizId, attemptId: id, lang, now });
      const { questions, ...rest } = shown as Extract<typeof shown, { state: 'open' }>;
      for (const question of questions)
        expect(Object.keys(question).sort()).toEqual([
          'answer',
          'id',
          'kind',
          'options',
          'text',
          ...(question.kind === 'number' ? ['typed'] : []),
        ]);
      expect(JSON.stringify(rest)).not.toMatch(/"right"|"questions"|place|explanation/);
    }
    await send(id, {});
    expect(await readPage(id)).toMatchObject({ state: 'ended' });
    const ended = (await readPage(id)) as Extract<Awaited<ReturnType<typeof readPage>>, { state: 'ended' }>;
    expect(ended.questions.find((question) => question.id === 'router')).toMatchObject({
      isRight: false,
      explanation: 'A folder is an address.',
      rightAnswer: expect.any(Number) as unknown,
    });
  });

  it('shuffles the items of an ordering, never into the right order, and keeps that order within the attempt [N16]', async () => {
    await seedQuiz({ shuffle: false });
    for (const actor of [mona, hany]) {
      const { id } = await start(actor);
      const first = await readPage(id, { actor });
      const items = first.questions.find(({ kind }) => kind === 'ordering')!.options;
      expect([...items].sort()).toEqual(['item one', 'item three', 'item two']);
      expect(items).not.toEqual(['item one', 'item two', 'item three']);
      expect((await readPage(id, { actor })).questions).toEqual(first.questions);
      expect(first.questions.map((question) => question.id)).toEqual(questionOfEachKind.map((question) => question.id));
    }
  });

  it('shuffles questions and options if the quiz says so [N16]', async () => {
    const options = Array.from({ length: 8 }, (_, index) => ({
      text: { ar: `${index}`, en: `${index}`, de: `${index}` },
      right: index === 0,
    }));
    const questions = Array.from({ length: 12 }, (_, index) => ({
      kind: 'one' as const,
      id: `q${index}`,
      text: options[0]!.text,
      options,
    }));
    await seedQuiz({ questions });
    const { id } = await start();
    const { questions: shown } = await readPage(id);
    expect(shown.map((question) => question.id)).not.toEqual(questions.map((question) => question.id));
    expect(shown.some((question) => question.options.join() !== '0,1,2,3,4,5,6,7')).toBe(true);
  });
});

describe('attempts', () => {
  it('stores each answer as it is given, and shows it again [N16]', async () => {
    await seedQuiz();
    const { id } = await start();
    expect(await send(id, { secret: 'true' }, { finish: false })).toMatchObject({ answered: 1, ended: false });
    expect(await send(id, { cost: '12,5' }, { finish: false })).toMatchObject({ answered: 2 });
    expect(await send(id, { cost: '' }, { finish: false }), 'an emptied field').toMatchObject({ answered: 1 });
    await send(id, { secret: 'false', nothing: 'x' }, { finish: false });
    expect((await start()).id, 'a closed tab goes on').toBe(id);
    const { questions } = await readPage(id);
    expect(questions.filter(({ answer }) => answer !== null)).toMatchObject([{ id: 'secret', answer: false }]);
    await send(id, {});
    expect((await readPage(id)).attempt).toMatchObject({ rightCount: 1 });
  });

  it('an attempt that should end only when complete stays open while a question is unanswered [N16]', async () => {
    await seedQuiz();
    const { id } = await start();
    expect(await send(id, { secret: 'true' }, { finish: 'answered' })).toMatchObject({ answered: 1, ended: false });
    expect((await readPage(id)).state).toBe('open');
    expect(await send(id, await buildRightAnswers(id), { finish: 'answered' })).toMatchObject({
      answered: 5,
      ended: true,
    });
    const second = await start();
    expect(await send(second.id, {}, { finish: true })).toMatchObject({ answered: 0, ended: true });
  });

  it('answers sent after the end of an attempt change nothing [N16]', async () => {
    await seedQuiz();
    const { id } = await start();
    await send(id, { secret: 'true' });
    const before = await readPage(id);
    await expect(send(id, await buildRightAnswers(id))).rejects.toMatchObject({ status: 409, key: 'attempt-over' });
    await expect(send(id, await buildRightAnswers(id), { finish: false })).rejects.toMatchObject({
      key: 'attempt-over',
    });
    expect(await readPage(id)).toEqual(before);
  });

  it('limits the number of attempts for each learner [N16]', async () => {
    await seedQuiz({ maxAttempts: 2 });
    for (const number of [1, 2]) {
      const { id } = await start();
      await send(id, {});
      expect((await readPage(id)).attempt.number).toBe(number);
    }
    await expect(start()).rejects.toMatchObject({ status: 409, key: 'attempts-used-up' });
    expect(await readQuizPage({ actor: mona, courseSlug, quizId, lang: 'en', now })).toMatchObject({
      state: 'used_up',
      attemptsLeft: 0,
    });
    expect(await start(hany), 'others have their own').toMatchObject({ quizId });
  });

  it('counts only answers that arrived within the time limit, even if the learner does not return [N16]', async () => {
    await seedQuiz({ timeLimitMinutes: 10 });
    const { id } = await start();
    await send(id, { secret: 'false' }, { finish: false, at: later(9.9) });
    await expect(send(id, await buildRightAnswers(id), { at: later(10) })).rejects.toMatchObject({
      status: 409,
      key: 'attempt-over',
    });
    expect((await readPage(id, { at: later(11) })).attempt).toMatchObject({
      rightCount: 1,
      endedAt: later(10),
      passed: false,
    });
    const second = await start(mona, later(20));
    expect(second.id).not.toBe(id);
    expect((await readPage(second.id, { at: later(31) })).state).toBe('ended');
  });

  it('an attempt keeps its questions and its pass mark when the quiz is edited [N16]', async () => {
    await seedQuiz();
    const { id } = await start();
    const before = await readPage(id);
    await (
      await db()
    ).quiz.update({
      where: { id: quizId },
      data: { content: { ...(await readContent()), passPercent: 100, questions: questionOfEachKind.slice(0, 1) } },
      select: { id: true },
    });
    expect((await readPage(id)).questions).toEqual(before.questions);
    await send(id, Object.fromEntries(Object.entries(await buildRightAnswers(id)).slice(0, 3)));
    expect((await readPage(id)).attempt).toMatchObject({ rightCount: 3, questionCount: 5, passed: true });
  });

  it('another learner’s attempt is not accessible, and an admin cannot start one for a learner [N16]', async () => {
    await seedQuiz();
    const { id } = await start();
    await expect(send(id, {}, { actor: hany })).rejects.toMatchObject({ status: 404 });
    await expect(readPage(id, { actor: hany })).rejects.toMatchObject({ status: 404 });
    await expect(
      sendAnswers({ actor: hany, userId: 'mona', attemptId: id, answers: {}, finish: true, lang: 'en', now }),
    ).rejects.toMatchObject({ status: 403 });
    await expect(startAttempt({ actor: buildActor('admin'), userId: 'mona', quizId, now })).rejects.toMatchObject({
      status: 403,
    });
    expect((await readPage(id)).state).toBe('open');
  });

  it('a quiz is accessible like its lesson; a hidden quiz or one without a lesson answers 404 [N16, G3]', async () => {
    await seedQuiz();
    await seedQuiz({ published: false }, 'hidden');
    await seedQuiz({ lesson: 'nextjs-from-zero/gone.mp4' }, 'unplaced');
    const { id } = await start();
    for (const other of ['hidden', 'unplaced', 'none'])
      await expect(startAttempt({ actor: mona, userId: 'mona', quizId: other, now })).rejects.toMatchObject({
        status: 404,
      });
    await expect(
      readQuizPage({ actor: mona, courseSlug: 'other-course', quizId, lang: 'en', now }),
    ).rejects.toMatchObject({ status: 404 });
    await transaction((tx) => revokeEnrolment(tx, { userId: 'mona', courseSlug, now }));
    for (const refused of [() => start(), () => send(id, {}), () => readPage(id)])
      await expect(refused()).rejects.toMatchObject({ status: 403, key: 'not-purchased' });
  });
});

const readContent = async () =>
  (await (await db()).quiz.findUniqueOrThrow({ where: { id: quizId }, select: { content: true } })).content as object;

describe('the certificate', () => {
  const createCertificate = () => issueCertificate({ actor: mona, userId: mona.userId, courseSlug, now });
  const watchAll = async () => {
    for (const lesson of ['01-welcome.mp4', '02-first.mp4', '03-data.mp4', '04-publish.mp4'])
      await saveProgress({
        userId: 'mona',
        courseSlug,
        lesson,
        durationSeconds: 30,
        played: true,
        watched: [[0, 30]],
        now,
      });
  };

  it('requires the learner to pass the quizzes that the course demands, and no others [N16, P6]', async () => {
    await seedQuiz({ neededForCertificate: true });
    await seedQuiz({ neededForCertificate: false }, 'voluntary');
    await seedQuiz({ neededForCertificate: true, published: false }, 'hidden');
    await expect(createCertificate()).rejects.toMatchObject({ key: 'not-completed' });
    await watchAll();
    await expect(createCertificate()).rejects.toMatchObject({ status: 409, key: 'quizzes-missing' });
    const failed = await start();
    await send(failed.id, {});
    await expect(createCertificate()).rejects.toMatchObject({ key: 'quizzes-missing' });
    const passed = await start();
    await send(passed.id, await buildRightAnswers(passed.id));
    expect(await createCertificate()).toEqual({ id: expect.any(String) as unknown });
  });

  it('stays valid after it was issued, even if the course demands more quizzes later [N16, P6]', async () => {
    await watchAll();
    const issued = await createCertificate();
    await seedQuiz({ neededForCertificate: true });
    expect(await createCertificate()).toEqual(issued);
  });
});
