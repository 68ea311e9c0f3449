import { beforeEach, describe, expect, it } from 'vitest';
import type { QuizData } from '@/lib/content/quiz-schema';
import { grantEnrolment, revokeEnrolment } from '@/lib/courses/enrolment/enrolment';
import { issueCertificate } from '@/lib/courses/progress/certificate';
import { saveProgress } from '@/lib/courses/progress/progress';
import { db, transaction } from '@/lib/database/client';
import { actorFor } from '@/lib/testing/actors';
import { seedCourse, seedLearner } from '@/lib/testing/catalogue';
import { freshDatabase } from '@/lib/testing/database';
import { questionOfEachKind, seedQuiz } from '@/lib/testing/quizzes';
import type { AnswerFields } from './answer';
import { questionsOf, sendAnswers, startAttempt } from './attempts';
import type { AskedQuestion } from './quiz';
import { readAttemptPage, readQuizPage } from './quiz-pages';

const courseSlug = 'nextjs-from-zero';
const quizId = 'routes';
const now = new Date('2026-11-22T10:00:00Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const mona = actorFor('learner', { userId: 'mona' });
const hany = actorFor('learner', { userId: 'hany' });

beforeEach(async () => {
  await freshDatabase();
  await seedCourse();
  for (const id of ['mona', 'hany']) {
    await seedLearner(id);
    await transaction((tx) => grantEnrolment(tx, { userId: id, courseSlug, orderId: null, source: 'purchase', now }));
  }
});

const start = (actor = mona, at = now) => startAttempt({ actor, userId: actor.userId, quizId, now: at });
const send = (attemptId: string, answers: Record<string, AnswerFields>, { finish = true, at = now, actor = mona }: { finish?: boolean | 'answered'; at?: Date; actor?: typeof mona } = {}) =>
  sendAnswers({ actor, userId: actor.userId, attemptId, answers, finish, lang: 'en', now: at });
const page = (attemptId: string, { at = now, actor = mona } = {}) => readAttemptPage({ actor, courseSlug, quizId, attemptId, lang: 'en', now: at });
const questionsIn = async (attemptId: string) => questionsOf((await (await db()).quizAttempt.findUniqueOrThrow({ where: { id: attemptId }, select: { questions: true } })).questions);

/** The fields of a form in which everything is right. */
function rightFields(question: AskedQuestion): AnswerFields {
  const named = <Item>(items: Item[], text: (item: Item) => string | null) => Object.fromEntries(items.flatMap((item, index) => (text(item) === null ? [] : [[index, text(item)!]])));
  switch (question.kind) {
    case 'one': return String(question.options.findIndex(({ right }) => right));
    case 'several': return named(question.options, ({ right }) => (right ? '1' : null));
    case 'ordering': return named(question.items, ({ place }) => String(place));
    case 'true_false':
    case 'number': return String(question.right);
  }
}
const allRight = async (attemptId: string) => Object.fromEntries((await questionsIn(attemptId)).map((question) => [question.id, rightFields(question)]));

describe('grading', () => {
  it('N16 every kind of question is graded by the server, right and wrong', async () => {
    await seedQuiz();
    const { id } = await start();
    await send(id, await allRight(id));
    expect(await page(id)).toMatchObject({ state: 'ended', attempt: { rightCount: 5, questionCount: 5, passed: true } });
    const second = await start();
    const wrong = { router: '9', checks: { 0: '1' }, secret: 'true', cost: '201', stations: { 0: '1', 1: '1', 2: '1' } };
    await send(second.id, wrong);
    expect(await page(second.id)).toMatchObject({ attempt: { number: 2, rightCount: 0, passed: false } });
    expect((await readQuizPage({ actor: mona, courseSlug, quizId, lang: 'en', now })).state, 'passed once is passed').toBe('passed');
  });

  it.each([[60, 3, true], [60, 2, false], [100, 4, false], [1, 1, true]])('N16 with a pass mark of %i in a hundred, %i of 5 pass: %s', async (passPercent, count, passed) => {
    await seedQuiz({ passPercent });
    const { id } = await start();
    await send(id, Object.fromEntries(Object.entries(await allRight(id)).slice(0, count)));
    expect((await page(id)).attempt).toMatchObject({ rightCount: count, passed });
  });

  it('N16 texts fall back to the default language', async () => {
    await seedQuiz({ title: { ar: 'اختبار' }, questions: [{ kind: 'true_false', id: 'only', text: { ar: 'صحيح؟', de: 'Richtig?' }, right: true }] } as Partial<QuizData>);
    const { id } = await start();
    expect(await page(id)).toMatchObject({ page: { title: 'اختبار' }, questions: [{ text: 'صحيح؟' }] });
  });
});

describe('what leaves the server before an attempt ended', () => {
  it('N16 nothing says what is right: no flag, no place, no explanation, in any language', async () => {
    await seedQuiz();
    const { id } = await start();
    for (const lang of ['ar', 'en', 'de'] as const) {
      const shown = await readAttemptPage({ actor: mona, courseSlug, quizId, attemptId: id, lang, now });
      const { questions, ...rest } = shown as Extract<typeof shown, { state: 'open' }>;
      for (const question of questions) expect(Object.keys(question).sort()).toEqual(['answer', 'id', 'kind', 'options', 'text', ...(question.kind === 'number' ? ['typed'] : [])]);
      expect(JSON.stringify(rest)).not.toMatch(/"right"|"questions"|place|explanation/);
    }
    await send(id, {});
    expect(await page(id)).toMatchObject({ state: 'ended' });
    const ended = (await page(id)) as Extract<Awaited<ReturnType<typeof page>>, { state: 'ended' }>;
    expect(ended.questions.find((question) => question.id === 'router')).toMatchObject({ isRight: false, explanation: 'A folder is an address.', rightAnswer: expect.any(Number) as unknown });
  });

  it('N16 the order of an ordering is mixed, never the right one, and stays the same within the attempt', async () => {
    await seedQuiz({ shuffle: false });
    for (const actor of [mona, hany]) {
      const { id } = await start(actor);
      const first = await page(id, { actor });
      const items = first.questions.find(({ kind }) => kind === 'ordering')!.options;
      expect([...items].sort()).toEqual(['item one', 'item three', 'item two']);
      expect(items).not.toEqual(['item one', 'item two', 'item three']);
      expect((await page(id, { actor })).questions).toEqual(first.questions);
      expect(first.questions.map((question) => question.id)).toEqual(questionOfEachKind.map((question) => question.id));
    }
  });

  it('N16 questions and options are mixed when the quiz says so', async () => {
    const options = Array.from({ length: 8 }, (_, index) => ({ text: { ar: `${index}`, en: `${index}`, de: `${index}` }, right: index === 0 }));
    const questions = Array.from({ length: 12 }, (_, index) => ({ kind: 'one' as const, id: `q${index}`, text: options[0]!.text, options }));
    await seedQuiz({ questions });
    const { id } = await start();
    const { questions: shown } = await page(id);
    expect(shown.map((question) => question.id)).not.toEqual(questions.map((question) => question.id));
    expect(shown.some((question) => question.options.join() !== '0,1,2,3,4,5,6,7')).toBe(true);
  });
});

describe('attempts', () => {
  it('N16 answers are stored while they are given, question by question, and shown again', async () => {
    await seedQuiz();
    const { id } = await start();
    expect(await send(id, { secret: 'true' }, { finish: false })).toMatchObject({ answered: 1, ended: false });
    expect(await send(id, { cost: '12,5' }, { finish: false })).toMatchObject({ answered: 2 });
    expect(await send(id, { cost: '' }, { finish: false }), 'an emptied field').toMatchObject({ answered: 1 });
    await send(id, { secret: 'false', nothing: 'x' }, { finish: false });
    expect((await start()).id, 'a closed tab goes on').toBe(id);
    const { questions } = await page(id);
    expect(questions.filter(({ answer }) => answer !== null)).toMatchObject([{ id: 'secret', answer: false }]);
    await send(id, {});
    expect((await page(id)).attempt).toMatchObject({ rightCount: 1 });
  });

  it('N16 asked to end when all is answered, an attempt with open questions stores them and goes on', async () => {
    await seedQuiz();
    const { id } = await start();
    expect(await send(id, { secret: 'true' }, { finish: 'answered' })).toMatchObject({ answered: 1, ended: false });
    expect((await page(id)).state).toBe('open');
    expect(await send(id, await allRight(id), { finish: 'answered' })).toMatchObject({ answered: 5, ended: true });
    const second = await start();
    expect(await send(second.id, {}, { finish: true })).toMatchObject({ answered: 0, ended: true });
  });

  it('N16 a replay of an ended attempt changes nothing', async () => {
    await seedQuiz();
    const { id } = await start();
    await send(id, { secret: 'true' });
    const before = await page(id);
    await expect(send(id, await allRight(id))).rejects.toMatchObject({ status: 409, key: 'attempt-over' });
    await expect(send(id, await allRight(id), { finish: false })).rejects.toMatchObject({ key: 'attempt-over' });
    expect(await page(id)).toEqual(before);
  });

  it('N16 there are as many attempts as allowed', async () => {
    await seedQuiz({ maxAttempts: 2 });
    for (const number of [1, 2]) {
      const { id } = await start();
      await send(id, {});
      expect((await page(id)).attempt.number).toBe(number);
    }
    await expect(start()).rejects.toMatchObject({ status: 409, key: 'attempts-used-up' });
    expect(await readQuizPage({ actor: mona, courseSlug, quizId, lang: 'en', now })).toMatchObject({ state: 'used_up', attemptsLeft: 0 });
    expect(await start(hany), 'others have their own').toMatchObject({ quizId });
  });

  it('N16 after the time only what arrived in time counts, whether or not anybody looks', async () => {
    await seedQuiz({ timeLimitMinutes: 10 });
    const { id } = await start();
    await send(id, { secret: 'false' }, { finish: false, at: later(9.9) });
    await expect(send(id, await allRight(id), { at: later(10) })).rejects.toMatchObject({ status: 409, key: 'attempt-over' });
    expect((await page(id, { at: later(11) })).attempt).toMatchObject({ rightCount: 1, endedAt: later(10), passed: false });
    const second = await start(mona, later(20));
    expect(second.id).not.toBe(id);
    expect((await page(second.id, { at: later(31) })).state).toBe('ended');
  });

  it('N16 an attempt keeps its questions and its pass mark while the quiz is edited', async () => {
    await seedQuiz();
    const { id } = await start();
    const before = await page(id);
    await (await db()).quiz.update({ where: { id: quizId }, data: { content: { ...(await quizContent()), passPercent: 100, questions: questionOfEachKind.slice(0, 1) } }, select: { id: true } });
    expect((await page(id)).questions).toEqual(before.questions);
    await send(id, Object.fromEntries(Object.entries(await allRight(id)).slice(0, 3)));
    expect((await page(id)).attempt).toMatchObject({ rightCount: 3, questionCount: 5, passed: true });
  });

  it("N16 another's attempt is not there, not even for an administrator", async () => {
    await seedQuiz();
    const { id } = await start();
    await expect(send(id, {}, { actor: hany })).rejects.toMatchObject({ status: 404 });
    await expect(page(id, { actor: hany })).rejects.toMatchObject({ status: 404 });
    await expect(sendAnswers({ actor: hany, userId: 'mona', attemptId: id, answers: {}, finish: true, lang: 'en', now })).rejects.toMatchObject({ status: 403 });
    await expect(startAttempt({ actor: actorFor('admin'), userId: 'mona', quizId, now })).rejects.toMatchObject({ status: 403 });
    expect((await page(id)).state).toBe('open');
  });

  it('N16 G3 a quiz is as open as its lesson, and a hidden or unplaced one is not there', async () => {
    await seedQuiz();
    await seedQuiz({ published: false }, 'hidden');
    await seedQuiz({ lesson: 'nextjs-from-zero/gone.mp4' }, 'unplaced');
    const { id } = await start();
    for (const other of ['hidden', 'unplaced', 'none']) await expect(startAttempt({ actor: mona, userId: 'mona', quizId: other, now })).rejects.toMatchObject({ status: 404 });
    await expect(readQuizPage({ actor: mona, courseSlug: 'other-course', quizId, lang: 'en', now })).rejects.toMatchObject({ status: 404 });
    await transaction((tx) => revokeEnrolment(tx, { userId: 'mona', courseSlug, now }));
    for (const refused of [() => start(), () => send(id, {}), () => page(id)]) await expect(refused()).rejects.toMatchObject({ status: 403, key: 'not-purchased' });
  });
});

const quizContent = async () => (await (await db()).quiz.findUniqueOrThrow({ where: { id: quizId }, select: { content: true } })).content as object;

describe('the certificate', () => {
  const certificate = () => issueCertificate({ actor: mona, userId: mona.userId, courseSlug, now });
  const watchAll = async () => {
    for (const lesson of ['01-welcome.mp4', '02-first.mp4', '03-data.mp4', '04-publish.mp4']) await saveProgress({ userId: 'mona', courseSlug, lesson, durationSeconds: 30, played: true, watched: [[0, 30]], now });
  };

  it('N16 P6 wants the quizzes that the course needs for it, passed, and no others', async () => {
    await seedQuiz({ neededForCertificate: true });
    await seedQuiz({ neededForCertificate: false }, 'voluntary');
    await seedQuiz({ neededForCertificate: true, published: false }, 'hidden');
    await expect(certificate()).rejects.toMatchObject({ key: 'not-completed' });
    await watchAll();
    await expect(certificate()).rejects.toMatchObject({ status: 409, key: 'quizzes-missing' });
    const failed = await start();
    await send(failed.id, {});
    await expect(certificate()).rejects.toMatchObject({ key: 'quizzes-missing' });
    const passed = await start();
    await send(passed.id, await allRight(passed.id));
    expect(await certificate()).toEqual({ id: expect.any(String) as unknown });
  });

  it('N16 P6 one that was issued stays, whatever the course needs afterwards', async () => {
    await watchAll();
    const issued = await certificate();
    await seedQuiz({ neededForCertificate: true });
    expect(await certificate()).toEqual(issued);
  });
});
