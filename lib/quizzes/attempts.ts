import type { z } from 'zod';
import { minuteMs } from '@/lib/clock';
import { findCourse } from '@/lib/courses/catalogue/catalogue';
import { type Course, findLesson, type Lesson } from '@/lib/courses/catalogue/course';
import { assertLessonOpen, findCourseAccess } from '@/lib/courses/enrolment/lesson-access';
import { db, Prisma, transaction, type Tx } from '@/lib/database/client';
import { lockRow } from '@/lib/database/lock-row';
import { assertBelowStorageLimit, consumeLimit } from '@/lib/database/rate-limit';
import { loadTranslator } from '@/lib/i18n/messages';
import { defaultLanguage, type Language } from '@/lib/language';
import { type Actor, assertSameUser, type MaybeActor } from '@/lib/permissions';
import { notFound, Problem, unavailable } from '@/lib/problem';
import {
  type Answer,
  askQuestions,
  findUnreadable,
  isPass,
  isRight,
  parseAnswer,
  type sentAnswersSchema,
} from './questions';
import { type AskedQuestion, findQuiz, type Quiz } from './quiz';

const maxTries = 10;

interface StartedAttempt {
  id: string;
  quizId: string;
  courseSlug: string;
}

/** Continues an open attempt. @throws Problem 401, 403, 404 · 409 `attempts-used-up`, `too-many-stored` · 429 */
export async function startAttempt({
  actor,
  userId,
  quizId,
  now,
}: {
  actor: MaybeActor;
  userId: string;
  quizId: string;
  now: Date;
}): Promise<StartedAttempt> {
  assertSameUser(actor, userId);
  const { quiz, courseSlug } = await requireOpenQuiz(actor, quizId);
  const client = await db();
  for (let tries = 1; tries <= maxTries; tries += 1) {
    await endOverdue({ userId, now });
    const attempts = await client.quizAttempt.findMany({
      where: { quizId, userId },
      select: { id: true, endedAt: true },
    });
    const open = attempts.find(({ endedAt }) => endedAt === null);
    if (open) return { id: open.id, quizId, courseSlug };
    if (quiz.maxAttempts !== null && attempts.length >= quiz.maxAttempts) throw new Problem(409, 'attempts-used-up');
    if (tries === 1) await consumeLimit('attempt-user', userId, now);
    assertBelowStorageLimit('attempt-user', await client.quizAttempt.count({ where: { userId } }));
    const { timeLimitMinutes: limit, passPercent } = quiz;
    const data = {
      quizId,
      userId,
      number: attempts.length + 1,
      passPercent,
      startedAt: now,
      endsAt: limit === null ? null : new Date(now.getTime() + limit * minuteMs),
      questions: askQuestions(quiz.questions, quiz) as unknown as Prisma.InputJsonArray,
    };
    await client.quizAttempt.createMany({ data: [data], skipDuplicates: true });
  }
  throw unavailable();
}

export interface AttemptState {
  id: string;
  quizId: string;
  courseSlug: string;
  answered: number;
  ended: boolean;
}

interface SendAnswersInput extends z.output<typeof sentAnswersSchema> {
  actor: MaybeActor;
  userId: string;
  attemptId: string;
  lang: Language;
  now: Date;
}

/** @throws Problem 404 · 409 `attempt-over` · 422 at an unreadable number, after storing the other answers */
export async function sendAnswers({
  actor,
  userId,
  attemptId,
  answers,
  finish,
  lang,
  now,
}: SendAnswersInput): Promise<AttemptState> {
  assertSameUser(actor, userId);
  const client = await db();
  const attemptRow = await client.quizAttempt.findFirst({ where: { id: attemptId, userId }, select: { quizId: true } });
  if (!attemptRow) throw notFound();
  const { courseSlug } = await requireOpenQuiz(actor, attemptRow.quizId);
  const state = await transaction(async (tx) => {
    const attempt = await lockAttempt(tx, attemptId);
    if (attempt.endedAt !== null) return null;
    if (attempt.endsAt !== null && now >= attempt.endsAt) {
      await endAttempt(tx, attempt, attempt.endsAt);
      return null;
    }
    await storeAnswers(tx, attempt, { answers, lang, now });
    const questions = questionsOf(attempt.questions);
    const unreadable = findUnreadable(questions, answers);
    const answered = await tx.quizAnswer.count({ where: { attemptId, answeredAt: { not: null } } });
    const ended =
      unreadable.length === 0 && (finish === true || (finish === 'answered' && answered === questions.length));
    if (ended) await endAttempt(tx, attempt, now);
    return { unreadable, answered, ended };
  });
  if (state === null) throw new Problem(409, 'attempt-over');
  const { unreadable, ...result } = state;
  if (unreadable.length > 0) {
    const text = (await loadTranslator(lang))('quiz.number_unreadable');
    throw new Problem(422, 'invalid', {
      errors: Object.fromEntries(unreadable.map(({ id }) => [`answers.${id}`, [text]])),
    });
  }
  return { id: attemptId, quizId: attemptRow.quizId, courseSlug, ...result };
}

export async function endOverdue({ userId, now }: { userId: string; now: Date }): Promise<void> {
  const client = await db();
  const overdue = await client.quizAttempt.findMany({
    where: { userId, endedAt: null, endsAt: { lte: now } },
    select: { id: true },
  });
  for (const { id } of overdue) {
    await transaction(async (tx) => {
      const attempt = await lockAttempt(tx, id);
      if (attempt.endedAt === null && attempt.endsAt !== null) await endAttempt(tx, attempt, attempt.endsAt);
    });
  }
}

interface Attempt {
  id: string;
  questions: unknown;
  passPercent: number;
  endsAt: Date | null;
  endedAt: Date | null;
}

async function lockAttempt(tx: Tx, id: string): Promise<Attempt> {
  await lockRow(tx, 'QuizAttempt', id);
  return tx.quizAttempt.findUniqueOrThrow({
    where: { id },
    select: { id: true, questions: true, passPercent: true, endsAt: true, endedAt: true },
  });
}

export const questionsOf = (stored: unknown): AskedQuestion[] => stored as AskedQuestion[];

async function storeAnswers(
  tx: Tx,
  { id: attemptId, questions }: Attempt,
  { answers, lang, now }: Pick<SendAnswersInput, 'answers' | 'lang' | 'now'>,
): Promise<void> {
  const answerRows = questionsOf(questions).flatMap((question) => {
    const fields = answers[question.id];
    return fields === undefined
      ? []
      : [{ attemptId, questionId: question.id, answer: parseAnswer(question, fields, lang) }];
  });
  await tx.quizAnswer.deleteMany({
    where: { attemptId, questionId: { in: answerRows.map(({ questionId }) => questionId) } },
  });
  await tx.quizAnswer.createMany({
    data: answerRows.flatMap(({ answer, ...row }) => (answer === null ? [] : [{ ...row, answer, answeredAt: now }])),
  });
}

/** The caller must hold the attempt's lock. */
async function endAttempt(tx: Tx, { id: attemptId, questions, passPercent }: Attempt, endedAt: Date): Promise<void> {
  const stored = await tx.quizAnswer.findMany({
    where: { attemptId },
    select: { questionId: true, answer: true, answeredAt: true },
  });
  const askedQuestions = questionsOf(questions);
  const rows = askedQuestions.map((question) => {
    const storedAnswer = stored.find(({ questionId }) => questionId === question.id);
    const answer = (storedAnswer?.answer ?? null) as Answer | null;
    return {
      attemptId,
      questionId: question.id,
      answer: answer ?? Prisma.DbNull,
      answeredAt: storedAnswer?.answeredAt ?? null,
      right: isRight(question, answer),
    };
  });
  const rightCount = rows.filter(({ right }) => right).length;
  await tx.quizAnswer.deleteMany({ where: { attemptId } });
  await tx.quizAnswer.createMany({ data: rows });
  await tx.quizAttempt.update({
    where: { id: attemptId },
    data: { endedAt, rightCount, passed: isPass({ right: rightCount, asked: askedQuestions.length, passPercent }) },
    select: { id: true },
  });
}

interface OpenQuiz {
  quiz: Quiz;
  courseSlug: string;
  course: Course;
  lesson: Lesson;
}

/** A quiz is open whenever its lesson is. @throws Problem 403 `not-purchased`, `refund-requested` · 404 */
export async function requireOpenQuiz(
  actor: Actor,
  quizId: string,
  lang: Language = defaultLanguage,
): Promise<OpenQuiz> {
  const quiz = await findQuiz(quizId);
  const courseSlug = quiz?.courseSlug ?? null;
  const course = courseSlug === null ? null : await findCourse(courseSlug, lang);
  const lesson = course && quiz?.lesson ? findLesson(course, quiz.lesson) : null;
  if (!quiz?.published || courseSlug === null || !course || !lesson) throw notFound();
  assertLessonOpen(await findCourseAccess({ actor, courseSlug }), lesson);
  return { quiz, courseSlug, course, lesson };
}
