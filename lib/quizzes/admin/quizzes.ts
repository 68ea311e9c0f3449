import { writeAudit } from '@/lib/accounts/audit';
import { invalidate } from '@/lib/cache/invalidate';
import type { NewQuiz, QuizChange, QuizData } from '@/lib/content/quiz-schema';
import { readQuizzes } from '@/lib/content/read';
import { versionOf } from '@/lib/courses/admin/courses';
import { localisedText, titlesOf } from '@/lib/courses/catalogue/course';
import { db, isUniqueViolation, type Prisma, transaction, type Tx } from '@/lib/database/client';
import { lockRow } from '@/lib/database/lock-row';
import { loadTranslator } from '@/lib/i18n/messages';
import type { Language, Localised } from '@/lib/language';
import { assertAdmin, type MaybeActor } from '@/lib/permissions';
import { notFound, Problem } from '@/lib/problem';
import { parseLessonPlace, parseQuiz, quizColumns, toColumns, toQuizData } from '@/lib/quizzes/quiz';

export type AdminQuiz = QuizData & {
  id: string;
  version: string;
  editedHere: boolean;
  madeHere: boolean;
};

export interface QuizRow {
  id: string;
  title: Localised;
  purpose: QuizData['purpose'];
  published: boolean;
  neededForCertificate: boolean;
  courseTitle: Localised | null;
  questions: number;
  ended: number;
  passed: number;
}

export interface LessonChoice {
  place: string;
  course: Localised;
  lesson: Localised;
}

const adminQuizColumns = { ...quizColumns, editedAt: true } as const satisfies Prisma.QuizSelect;

export async function listQuizRows(actor: MaybeActor): Promise<QuizRow[]> {
  assertAdmin(actor);
  const client = await db();
  const [rows, groups] = await Promise.all([
    client.quiz.findMany({
      orderBy: [{ course: { position: 'asc' } }, { createdAt: 'asc' }, { id: 'asc' }],
      select: { ...quizColumns, course: { select: { text: true } } },
    }),
    client.quizAttempt.groupBy({ by: ['quizId', 'passed'], where: { endedAt: { not: null } }, _count: true }),
  ]);
  return rows.map(({ course, ...row }) => {
    const { id, title, purpose, published, neededForCertificate, questions } = parseQuiz(row);
    const quizGroups = groups.filter(({ quizId }) => quizId === id);
    const countOf = (each: typeof quizGroups) => each.reduce((sum, { _count }) => sum + _count, 0);
    return {
      id,
      purpose,
      published,
      neededForCertificate,
      title: localisedText(title),
      courseTitle: course && titlesOf(course.text),
      questions: questions.length,
      ended: countOf(quizGroups),
      passed: countOf(quizGroups.filter(({ passed }) => passed)),
    };
  });
}

export async function requireAdminQuiz(actor: MaybeActor, id: string): Promise<AdminQuiz> {
  assertAdmin(actor);
  const client = await db();
  const row = await client.quiz.findUnique({ where: { id }, select: adminQuizColumns });
  if (!row) throw notFound();
  return { ...toAdminQuiz(row), madeHere: !(await hasFile(id)) };
}

function toAdminQuiz({
  editedAt,
  ...row
}: Prisma.QuizGetPayload<{ select: typeof adminQuizColumns }>): Omit<AdminQuiz, 'madeHere'> {
  return { id: row.id, ...toQuizData(parseQuiz(row)), version: versionOf(row), editedHere: editedAt !== null };
}

/** A quiz with a content file cannot be deleted: the next start would create it again. */
const hasFile = async (id: string): Promise<boolean> => (await readQuizzes()).has(id);

export async function listLessonChoices(actor: MaybeActor): Promise<LessonChoice[]> {
  assertAdmin(actor);
  const client = await db();
  const courses = await client.course.findMany({
    orderBy: [{ position: 'asc' }, { slug: 'asc' }],
    select: {
      slug: true,
      text: true,
      chapters: {
        orderBy: { position: 'asc' },
        select: { lessons: { orderBy: { position: 'asc' }, select: { file: true, name: true } } },
      },
    },
  });
  return courses.flatMap(({ slug, text, chapters }) =>
    chapters.flatMap(({ lessons }) =>
      lessons.map(({ file, name }) => ({
        place: `${slug}/${file}`,
        course: titlesOf(text),
        lesson: localisedText(name),
      })),
    ),
  );
}

interface SaveOptions {
  readonly lang: Language;
  readonly now: Date;
}

/** @throws Problem 401, 403 · 409 `quiz-id-taken` · 422 unknown lesson */
export async function createQuiz(
  actor: MaybeActor,
  { id, ...quiz }: NewQuiz,
  { lang, now }: SaveOptions,
): Promise<AdminQuiz> {
  assertAdmin(actor);
  try {
    await transaction(async (tx) => {
      await assertLessons(tx, quiz, lang);
      await tx.quiz.create({ data: { id, ...toColumns(quiz), editedAt: now }, select: { id: true } });
      await writeAudit(tx, { actor, action: 'quiz.create', subject: `quiz:${id}`, detail: auditDetailOf(quiz) });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new Problem(409, 'quiz-id-taken', {
      errors: { id: [(await loadTranslator(lang))('problems.quiz_id_taken')] },
    });
  }
  invalidate('quizzes');
  return requireAdminQuiz(actor, id);
}

/** Attempts already started keep their questions and pass mark. @throws Problem 404 · 409 `conflict` · 422 */
export async function changeQuiz(
  actor: MaybeActor,
  id: string,
  { version, ...quiz }: QuizChange,
  { lang, now }: SaveOptions,
): Promise<AdminQuiz> {
  assertAdmin(actor);
  await transaction(async (tx) => {
    await lockRow(tx, 'Quiz', id);
    const before = await tx.quiz.findUnique({ where: { id }, select: adminQuizColumns });
    if (!before) throw notFound();
    if (version && version !== toAdminQuiz(before).version) throw new Problem(409, 'conflict');
    await assertLessons(tx, quiz, lang);
    await tx.quiz.update({ where: { id }, data: { ...toColumns(quiz), editedAt: now }, select: { id: true } });
    await writeAudit(tx, { actor, action: 'quiz.change', subject: `quiz:${id}`, detail: auditDetailOf(quiz) });
  });
  invalidate('quizzes');
  return requireAdminQuiz(actor, id);
}

/** Also deletes trial attempts of admins. @throws Problem 404 · 409 `quiz-from-files`, `quiz-has-attempts` */
export async function deleteQuiz(actor: MaybeActor, id: string): Promise<void> {
  assertAdmin(actor);
  const isOfFiles = await hasFile(id);
  await transaction(async (tx) => {
    // The lock keeps new attempts from starting during the deletion.
    await lockRow(tx, 'Quiz', id);
    const row = await tx.quiz.findUnique({ where: { id }, select: quizColumns });
    if (!row) throw notFound();
    const quiz = parseQuiz(row);
    if (isOfFiles) throw new Problem(409, 'quiz-from-files');
    if ((await tx.quizAttempt.count({ where: { quizId: id, user: { role: 'learner' } } })) > 0)
      throw new Problem(409, 'quiz-has-attempts');
    await tx.quiz.delete({ where: { id }, select: { id: true } });
    await writeAudit(tx, {
      actor,
      action: 'quiz.delete',
      subject: `quiz:${id}`,
      detail: { name: localisedText(quiz.title), ...auditDetailOf(toQuizData(quiz)) },
    });
  });
  invalidate('quizzes');
}

const auditDetailOf = ({
  published,
  passPercent,
  maxAttempts,
  timeLimitMinutes,
  neededForCertificate,
  questions,
}: QuizData) => ({
  published,
  passPercent,
  maxAttempts,
  timeLimitMinutes,
  neededForCertificate,
  questions: questions.length,
});

async function assertLessons(tx: Tx, { lesson, questions }: QuizData, lang: Language): Promise<void> {
  const lessonPlaces = [
    ...(lesson ? [['lesson', lesson] as const] : []),
    ...questions.flatMap(({ begin }, index) => (begin ? [[`questions.${index}.begin`, begin] as const] : [])),
  ];
  const knownLessons = await tx.lesson.findMany({
    where: {
      OR: lessonPlaces
        .map(([, place]) => parseLessonPlace(place))
        .map(({ courseSlug, lesson: file }) => ({ courseSlug, file })),
    },
    select: { courseSlug: true, file: true },
  });
  const places = new Set(knownLessons.map(({ courseSlug, file }) => `${courseSlug}/${file}`));
  const unknown = lessonPlaces.filter(([, place]) => !places.has(place));
  if (unknown.length === 0) return;
  const text = (await loadTranslator(lang))('validation.unknown_lesson');
  throw new Problem(422, 'invalid', { errors: Object.fromEntries(unknown.map(([field]) => [field, [text]])) });
}

export interface ItemStatistics {
  questionId: string;
  asked: number;
  answered: number;
  /** Share of right answers among `asked`, 0 to 1. */
  shareRight: number;
  /** Point-biserial correlation, -1 to 1, with the other questions; null while all answers are right or all wrong. */
  discrimination: number | null;
}

/** Counts only first attempts: a learner who repeats a quiz has seen the solutions. @throws Problem 401, 403 */
export async function readItemStatistics(actor: MaybeActor, quizId: string): Promise<ItemStatistics[]> {
  assertAdmin(actor);
  const client = await db();
  return client.$queryRaw<ItemStatistics[]>`
    SELECT q."questionId", count(*)::int AS asked, count(q."answeredAt")::int AS answered, avg(q."right"::int)::float8 AS "shareRight",
      corr(q."right"::int, a."rightCount" - q."right"::int)::float8 AS discrimination
    FROM "QuizAnswer" q JOIN "QuizAttempt" a ON a."id" = q."attemptId" JOIN "User" u ON u."id" = a."userId"
    WHERE a."quizId" = ${quizId} AND a."endedAt" IS NOT NULL AND a."number" = 1 AND u."role" = 'learner'
    GROUP BY q."questionId"`;
}
