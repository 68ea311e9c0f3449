import 'server-only';
import { assertAdmin, type MaybeActor } from '@/lib/actor';
import { writeAudit } from '@/lib/accounts/audit';
import { versionOf } from '@/lib/admin/courses/courses';
import type { NewQuiz, QuizChange, QuizData } from '@/lib/content/quiz-schema';
import { readQuizzes } from '@/lib/content/read';
import { localisedText, titlesOf } from '@/lib/courses/catalogue/course';
import { columnsOf, lessonPlace, quizColumns, quizDataOf, quizOf } from '@/lib/courses/quizzes/quiz';
import { db, isUniqueViolation, transaction, type Prisma, type Tx } from '@/lib/database/client';
import { invalidate } from '@/lib/cache/invalidate';
import { translatorOf } from '@/lib/i18n/translator';
import type { Language, Localised } from '@/lib/language';
import { notFound, Problem } from '@/lib/problem';

export type AdminQuiz = QuizData & { id: string; version: string; editedHere: boolean; /** No content file has it. */ madeHere: boolean };

export interface QuizRow {
  id: string;
  title: Localised;
  purpose: QuizData['purpose'];
  published: boolean;
  neededForCertificate: boolean;
  /** Null for a level test. */
  courseTitle: Localised | null;
  questions: number;
  /** Attempts that have ended, and how many of them were passed. */
  ended: number;
  passed: number;
}

export interface LessonChoice { place: string; course: Localised; lesson: Localised }

const stored = { ...quizColumns, editedAt: true } as const satisfies Prisma.QuizSelect;

/** Those of courses in the courses' order, then the level tests. @throws Problem 401, 403 */
export async function listQuizRows(actor: MaybeActor): Promise<QuizRow[]> {
  assertAdmin(actor);
  const client = await db();
  const [rows, groups] = await Promise.all([
    client.quiz.findMany({ orderBy: [{ course: { position: 'asc' } }, { createdAt: 'asc' }, { id: 'asc' }], select: { ...quizColumns, course: { select: { text: true } } } }),
    client.quizAttempt.groupBy({ by: ['quizId', 'passed'], where: { endedAt: { not: null } }, _count: true }),
  ]);
  return rows.map(({ course, ...row }) => {
    const { id, title, purpose, published, neededForCertificate, questions } = quizOf(row);
    const own = groups.filter(({ quizId }) => quizId === id);
    const countOf = (each: typeof own) => each.reduce((sum, { _count }) => sum + _count, 0);
    return {
      id, purpose, published, neededForCertificate, title: localisedText(title), courseTitle: course && titlesOf(course.text), questions: questions.length,
      ended: countOf(own), passed: countOf(own.filter(({ passed }) => passed)),
    };
  });
}

/** @throws Problem 401, 403, 404 */
export async function requireAdminQuiz(actor: MaybeActor, id: string): Promise<AdminQuiz> {
  assertAdmin(actor);
  const client = await db();
  const row = await client.quiz.findUnique({ where: { id }, select: stored });
  if (!row) throw notFound();
  return { ...adminQuizOf(row), madeHere: !(await hasFile(id)) };
}

function adminQuizOf({ editedAt, ...row }: Prisma.QuizGetPayload<{ select: typeof stored }>): Omit<AdminQuiz, 'madeHere'> {
  return { id: row.id, ...quizDataOf(quizOf(row)), version: versionOf(row), editedHere: editedAt !== null };
}

/** Such a quiz would be made again at the next start. */
const hasFile = async (id: string): Promise<boolean> => (await readQuizzes()).has(id);

/** The lessons a quiz can stand after, and a level test can lead to. @throws Problem 401, 403 */
export async function listLessonChoices(actor: MaybeActor): Promise<LessonChoice[]> {
  assertAdmin(actor);
  const client = await db();
  const courses = await client.course.findMany({
    orderBy: [{ position: 'asc' }, { slug: 'asc' }],
    select: { slug: true, text: true, chapters: { orderBy: { position: 'asc' }, select: { lessons: { orderBy: { position: 'asc' }, select: { file: true, name: true } } } } },
  });
  return courses.flatMap(({ slug, text, chapters }) => chapters.flatMap(({ lessons }) => lessons.map(({ file, name }) => (
    { place: `${slug}/${file}`, course: titlesOf(text), lesson: localisedText(name) }
  ))));
}

interface Saving { readonly lang: Language; readonly now: Date }

/** @throws Problem 401, 403 · 409 `quiz-id-taken` · 422 unknown lesson */
export async function createQuiz(actor: MaybeActor, { id, ...quiz }: NewQuiz, { lang, now }: Saving): Promise<AdminQuiz> {
  assertAdmin(actor);
  try {
    await transaction(async (tx) => {
      await assertLessons(tx, quiz, lang);
      await tx.quiz.create({ data: { id, ...columnsOf(quiz), editedAt: now }, select: { id: true } });
      await writeAudit(tx, { actor, action: 'quiz.create', subject: `quiz:${id}`, detail: auditOf(quiz) });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new Problem(409, 'quiz-id-taken', { errors: { id: [(await translatorOf(lang))('problems.quiz_id_taken')] } });
  }
  invalidate('quizzes');
  return requireAdminQuiz(actor, id);
}

/** Attempts that were begun keep their questions and their pass mark. @throws Problem 401, 403, 404 · 409 `conflict` · 422 unknown lesson */
export async function changeQuiz(actor: MaybeActor, id: string, { version, ...quiz }: QuizChange, { lang, now }: Saving): Promise<AdminQuiz> {
  assertAdmin(actor);
  await transaction(async (tx) => {
    const before = await tx.quiz.findUnique({ where: { id }, select: stored });
    if (!before) throw notFound();
    if (version && version !== adminQuizOf(before).version) throw new Problem(409, 'conflict');
    await assertLessons(tx, quiz, lang);
    await tx.quiz.update({ where: { id }, data: { ...columnsOf(quiz), editedAt: now }, select: { id: true } });
    await writeAudit(tx, { actor, action: 'quiz.change', subject: `quiz:${id}`, detail: auditOf(quiz) });
  });
  invalidate('quizzes');
  return requireAdminQuiz(actor, id);
}

/**
 * Deletes a quiz that was made here and that no learner has begun; trials of administrators go with it. Whoever wants a quiz out of sight that
 * learners have taken hides it.
 * @throws Problem 401, 403, 404 · 409 `quiz-from-files`, `quiz-has-attempts`
 */
export async function deleteQuiz(actor: MaybeActor, id: string): Promise<void> {
  assertAdmin(actor);
  const isOfFiles = await hasFile(id);
  await transaction(async (tx) => {
    // No attempt begins meanwhile.
    await tx.$queryRaw`SELECT 1 AS locked FROM "Quiz" WHERE "id" = ${id} FOR UPDATE`;
    const row = await tx.quiz.findUnique({ where: { id }, select: quizColumns });
    if (!row) throw notFound();
    const quiz = quizOf(row);
    if (isOfFiles) throw new Problem(409, 'quiz-from-files');
    if ((await tx.quizAttempt.count({ where: { quizId: id, user: { role: 'learner' } } })) > 0) throw new Problem(409, 'quiz-has-attempts');
    await tx.quiz.delete({ where: { id }, select: { id: true } });
    await writeAudit(tx, { actor, action: 'quiz.delete', subject: `quiz:${id}`, detail: { name: localisedText(quiz.title), ...auditOf(quizDataOf(quiz)) } });
  });
  invalidate('quizzes');
}

const auditOf = ({ published, passPercent, maxAttempts, timeLimitMinutes, neededForCertificate, questions }: QuizData) =>
  ({ published, passPercent, maxAttempts, timeLimitMinutes, neededForCertificate, questions: questions.length });

/** @throws Problem 422 by the field that names a lesson which is not there */
async function assertLessons(tx: Tx, { lesson, questions }: QuizData, lang: Language): Promise<void> {
  const named = [...(lesson ? [['lesson', lesson] as const] : []), ...questions.flatMap(({ begin }, index) => (begin ? [[`questions.${index}.begin`, begin] as const] : []))];
  const known = await tx.lesson.findMany({
    where: { OR: named.map(([, place]) => lessonPlace(place)).map(({ courseSlug, lesson: file }) => ({ courseSlug, file })) }, select: { courseSlug: true, file: true },
  });
  const places = new Set(known.map(({ courseSlug, file }) => `${courseSlug}/${file}`));
  const unknown = named.filter(([, place]) => !places.has(place));
  if (unknown.length === 0) return;
  const text = (await translatorOf(lang))('validation.unknown_lesson');
  throw new Problem(422, 'invalid', { errors: Object.fromEntries(unknown.map(([field]) => [field, [text]])) });
}
