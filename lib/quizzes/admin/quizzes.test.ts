import { beforeEach, describe, expect, it } from 'vitest';
import { newQuizSchema, quizChangeSchema, quizSchema } from '@/lib/content/quiz-schema';
import { createCourse, deleteCourse } from '@/lib/courses/admin/create-course';
import { grantEnrolment } from '@/lib/courses/enrolment/enrolment';
import { db, transaction } from '@/lib/database/client';
import { inEachLanguage } from '@/lib/language';
import { sendAnswers, startAttempt } from '@/lib/quizzes/attempts';
import { buildActor } from '@/tests/support/actors';
import { seedCourse, seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { buildQuiz, questionOfEachKind, seedQuiz } from '@/tests/support/quizzes';
import {
  changeQuiz,
  createQuiz,
  deleteQuiz,
  listLessonChoices,
  listQuizRows,
  readItemStatistics,
  requireAdminQuiz,
} from './quizzes';

const now = new Date('2026-11-22T10:00:00Z');
const saving = { lang: 'en', now } as const;
const admin = buildActor('admin');
const learner = buildActor('learner');

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
});

describe('quizzes in administration', () => {
  it('are created and changed with all kinds of questions, each in the audit log [N16, O9]', async () => {
    const made = await createQuiz(admin, newQuizSchema.parse({ id: 'routes', ...buildQuiz() }), saving);
    expect(made).toMatchObject({
      id: 'routes',
      lesson: 'nextjs-from-zero/02-first.mp4',
      editedHere: true,
      questions: questionOfEachKind,
    });
    const { id: _id, version, editedHere: _edited, ...quiz } = made;
    const changed = await changeQuiz(admin, 'routes', { ...quiz, passPercent: 90, version }, saving);
    expect(changed).toMatchObject({ passPercent: 90 });
    await expect(changeQuiz(admin, 'routes', { ...quiz, version }, saving)).rejects.toMatchObject({
      status: 409,
      key: 'conflict',
    });
    expect(await listQuizRows(admin)).toMatchObject([
      { id: 'routes', title: { en: 'Quiz' }, courseTitle: { en: 'Next' }, questions: 5, ended: 0 },
    ]);
    const audit = await (
      await db()
    ).audit.findMany({ orderBy: { id: 'asc' }, select: { action: true, subject: true } });
    expect(audit).toEqual(['quiz.create', 'quiz.change'].map((action) => ({ action, subject: 'quiz:routes' })));
  });

  it('refuses a taken address and unknown lessons with an error at the field [N16]', async () => {
    await seedQuiz();
    await expect(createQuiz(admin, { id: 'routes', ...buildQuiz() }, saving)).rejects.toMatchObject({
      status: 409,
      key: 'quiz-id-taken',
      errors: { id: [expect.any(String)] },
    });
    const unknown = buildQuiz({
      lesson: 'nextjs-from-zero/none.mp4',
      questions: [{ ...questionOfEachKind[2]!, begin: 'none/01-welcome.mp4' }],
    });
    await expect(createQuiz(admin, { id: 'other', ...unknown }, saving)).rejects.toMatchObject({
      status: 422,
      errors: { lesson: [expect.any(String)], 'questions.0.begin': [expect.any(String)] },
    });
    await expect(requireAdminQuiz(admin, 'none')).rejects.toMatchObject({ status: 404 });
    expect(await listLessonChoices(admin)).toHaveLength(4);
  });

  it('only admins see the correct answers [N16, D12]', async () => {
    await seedQuiz();
    const quiz = buildQuiz();
    for (const refused of [
      () => requireAdminQuiz(learner, 'routes'),
      () => listQuizRows(learner),
      () => readItemStatistics(learner, 'routes'),
      () => listLessonChoices(learner),
      () => createQuiz(learner, { id: 'x', ...quiz }, saving),
      () => changeQuiz(learner, 'routes', quiz, saving),
      () => deleteQuiz(learner, 'routes'),
      () => deleteQuiz(buildActor('editor'), 'routes'),
    ]) {
      await expect(refused()).rejects.toMatchObject({ status: 403 });
    }
  });

  it.each([
    [{ questions: [] }, 'questions'],
    [{ lesson: null }, 'lesson'],
    [{ purpose: 'level' }, 'lesson'],
    [{ passPercent: 0 }, 'passPercent'],
    [{ passPercent: 101 }, 'passPercent'],
    [{ maxAttempts: 0 }, 'maxAttempts'],
    [{ title: { en: 'x' } }, 'title.ar'],
    [{ questions: [questionOfEachKind[2], questionOfEachKind[2]] }, 'questions.1.id'],
    [
      {
        questions: [
          {
            ...questionOfEachKind[0],
            options: [
              { text: { ar: 'x' }, right: true },
              { text: { ar: 'x' }, right: true },
            ],
          },
        ],
      },
      'questions.0.options',
    ],
    [
      {
        questions: [
          {
            ...questionOfEachKind[1],
            options: [
              { text: { ar: 'x' }, right: false },
              { text: { ar: 'x' }, right: false },
            ],
          },
        ],
      },
      'questions.0.options',
    ],
    [{ questions: [{ ...questionOfEachKind[4], items: [{ ar: 'x' }] }] }, 'questions.0.items'],
  ])('refuses %o with an error at its field [N16]', (wrong, field) => {
    const quiz = { ...buildQuiz(), ...wrong };
    expect(quizSchema.safeParse(quiz).error?.issues.map(({ path }) => path.join('.'))).toContain(field);
    expect(quizChangeSchema.safeParse(buildQuiz()).success).toBe(true);
  });
});

describe('deleting a quiz', () => {
  const takeQuiz = async (role: 'learner' | 'admin') => {
    const userId = await seedLearner(`a-${role}`, role);
    await transaction((tx) =>
      grantEnrolment(tx, { userId, courseSlug: 'nextjs-from-zero', orderId: null, source: 'admin', now }),
    );
    await startAttempt({ actor: buildActor(role, { userId }), userId, quizId: 'routes', now });
  };

  it('deletes a quiz made by mistake with the test attempts of admins, and records it in the audit log [N16, O7]', async () => {
    await createQuiz(admin, { id: 'routes', ...buildQuiz() }, saving);
    await takeQuiz('admin');
    expect(await requireAdminQuiz(admin, 'routes')).toMatchObject({ madeHere: true });
    await deleteQuiz(admin, 'routes');
    await expect(requireAdminQuiz(admin, 'routes')).rejects.toMatchObject({ status: 404 });
    await expect(deleteQuiz(admin, 'routes')).rejects.toMatchObject({ status: 404 });
    expect(await (await db()).quizAttempt.count()).toBe(0);
    expect(
      await (
        await db()
      ).audit.findFirst({ where: { action: 'quiz.delete' }, select: { subject: true, actorId: true, detail: true } }),
    ).toMatchObject({ subject: 'quiz:routes', actorId: admin.userId, detail: { name: { en: 'Quiz' }, questions: 5 } });
  });

  it('a course made by mistake can be deleted after its quiz [N16, O7]', async () => {
    const chief = buildActor('admin', { totpAt: now });
    await createCourse(
      chief,
      { slug: 'mistake', title: inEachLanguage(() => 'Mistake'), level: 'beginner', spokenLanguage: 'ar', amount: 100 },
      saving,
    );
    await seedQuiz({ lesson: 'mistake/01-first.mp4' });
    await expect(deleteCourse(chief, 'mistake', now)).rejects.toMatchObject({ key: 'course-in-use' });
    await deleteQuiz(chief, 'routes');
    await deleteCourse(chief, 'mistake', now);
    expect(await (await db()).course.count({ where: { slug: 'mistake' } })).toBe(0);
  });

  it('keeps a quiz that a learner has started, and one that a content file would restore [N16, O7]', async () => {
    await seedQuiz();
    await takeQuiz('learner');
    await expect(deleteQuiz(admin, 'routes')).rejects.toMatchObject({ status: 409, key: 'quiz-has-attempts' });
    await seedQuiz({}, 'nextjs-start');
    expect(await requireAdminQuiz(admin, 'nextjs-start')).toMatchObject({ madeHere: false });
    await expect(deleteQuiz(admin, 'nextjs-start')).rejects.toMatchObject({ status: 409, key: 'quiz-from-files' });
    expect(await (await db()).quiz.count()).toBe(2);
  });
});

describe('item statistics', () => {
  async function answerAll(): Promise<void> {
    const buildQuestion = (id: string) => ({ kind: 'true_false' as const, id, text: { ar: id }, right: true });
    const ids = ['easy', 'telling', 'also', 'odd', 'open'];
    await seedQuiz({ questions: ids.map(buildQuestion), shuffle: false, maxAttempts: null });
    for (let index = 0; index < 10; index += 1) {
      const userId = await seedLearner(`learner-${index}`);
      await transaction((tx) =>
        grantEnrolment(tx, { userId, courseSlug: 'nextjs-from-zero', orderId: null, source: 'purchase', now }),
      );
      const actor = buildActor('learner', { userId });
      const isStrong = index < 5;
      const right = { easy: index < 9, telling: isStrong, also: isStrong, odd: !isStrong };
      for (const answers of [
        Object.fromEntries(Object.entries(right).map(([id, value]) => [id, String(value)])),
        Object.fromEntries(ids.map((id) => [id, 'true'])),
      ]) {
        const { id } = await startAttempt({ actor, userId, quizId: 'routes', now });
        await sendAnswers({ actor, userId, attemptId: id, answers, finish: true, lang: 'en', now });
      }
    }
  }

  it('state the difficulty and the discrimination of each question, from first attempts only [N16]', async () => {
    await answerAll();
    const items = new Map(
      (await readItemStatistics(admin, 'routes')).map(({ questionId, ...item }) => [questionId, item]),
    );
    expect(items.get('easy')).toMatchObject({ asked: 10, answered: 10, shareRight: 0.9 });
    expect(items.get('open')).toMatchObject({ asked: 10, answered: 0, shareRight: 0, discrimination: null });
    expect(items.get('telling')!.discrimination).toBeGreaterThan(0.2);
    expect(items.get('odd')!.discrimination).toBeLessThan(-0.5);
    // Calculated by hand: nine learners answer two of the other questions right, and the last weak one only one.
    expect(items.get('telling')!.discrimination).toBeCloseTo(1 / 3, 5);
    expect(await listQuizRows(admin)).toMatchObject([{ ended: 20, passed: expect.any(Number) as unknown }]);
  });

  it('ignore the attempts of an admin [N16]', async () => {
    await seedQuiz({ maxAttempts: null });
    const userId = await seedLearner('chief', 'admin');
    const actor = buildActor('admin', { userId });
    const { id } = await startAttempt({ actor, userId, quizId: 'routes', now });
    await sendAnswers({ actor, userId, attemptId: id, answers: {}, finish: true, lang: 'en', now });
    expect(await readItemStatistics(admin, 'routes')).toEqual([]);
  });
});
