import { type Course, type Lesson, lessonsOf, textIn } from '@/lib/courses/catalogue/course';
import { db } from '@/lib/database/client';
import type { Language } from '@/lib/language';
import type { Actor } from '@/lib/permissions';
import { notFound } from '@/lib/problem';
import { endOverdue, questionsOf, requireOpenQuiz } from './attempts';
import { type QuizState, quizStateOf } from './course-quizzes';
import {
  type Answer,
  type AnswerFields,
  parseAnswer,
  type ReviewedQuestion,
  type ShownQuestion,
  toReviewedQuestion,
  toShownQuestion,
} from './questions';
import type { AskedQuestion } from './quiz';

interface QuizPageInput {
  actor: Actor;
  courseSlug: string;
  quizId: string;
  lang: Language;
  now: Date;
}

interface QuizRules {
  questionCount: number;
  passPercent: number;
  maxAttempts: number | null;
  timeLimitMinutes: number | null;
  neededForCertificate: boolean;
}
interface AttemptRow {
  id: string;
  number: number;
  startedAt: Date;
  endedAt: Date | null;
  rightCount: number | null;
  questionCount: number;
  passed: boolean | null;
}

export interface QuizPage {
  id: string;
  title: string;
  course: Pick<Course, 'slug' | 'title'>;
  nextLesson: Lesson | null;
  rules: QuizRules;
  state: QuizState;
  attempts: AttemptRow[];
  attemptsLeft: number | null;
}

export async function readQuizPage({ actor, courseSlug, quizId, lang, now }: QuizPageInput): Promise<QuizPage> {
  const { quiz, course, lesson } = await requireOpenQuiz(actor, quizId, lang);
  if (course.slug !== courseSlug) throw notFound();
  const { userId } = actor;
  await endOverdue({ userId, now });
  const client = await db();
  const rows = await client.quizAttempt.findMany({
    where: { quizId, userId },
    orderBy: { number: 'desc' },
    select: { id: true, number: true, startedAt: true, endedAt: true, rightCount: true, passed: true, questions: true },
  });
  const { passPercent, maxAttempts, timeLimitMinutes, neededForCertificate } = quiz;
  return {
    id: quiz.id,
    title: textIn(quiz.title, lang),
    course,
    nextLesson: findNextLesson(course, lesson, quiz.purpose === 'chapter'),
    rules: { questionCount: quiz.questions.length, passPercent, maxAttempts, timeLimitMinutes, neededForCertificate },
    state: quizStateOf(quiz, rows),
    attempts: rows.map(({ questions, ...row }) => ({ ...row, questionCount: questionsOf(questions).length })),
    attemptsLeft: maxAttempts === null ? null : Math.max(0, maxAttempts - rows.length),
  };
}

function findNextLesson(course: Course, lesson: Lesson, isChapters: boolean): Lesson | null {
  const last = isChapters ? course.chapters.find(({ lessons }) => lessons.includes(lesson))?.lessons.at(-1) : lesson;
  const lessons = lessonsOf(course);
  return lessons[lessons.findIndex(({ file }) => file === last?.file) + 1] ?? null;
}

export type AttemptPage = { page: QuizPage; attempt: AttemptRow } & (
  { state: 'open'; questions: ShownQuestion[]; endsAt: Date | null } | { state: 'ended'; questions: ReviewedQuestion[] }
);

/** @param typed answers from a form without scripts that could not be stored; shown instead of stored answers */
export async function readAttemptPage({
  attemptId,
  typed = {},
  ...input
}: QuizPageInput & { attemptId: string; typed?: Record<string, AnswerFields> | undefined }): Promise<AttemptPage> {
  const page = await readQuizPage(input);
  const attempt = page.attempts.find(({ id }) => id === attemptId);
  if (!attempt) throw notFound();
  const client = await db();
  const row = await client.quizAttempt.findUniqueOrThrow({
    where: { id: attemptId },
    select: { questions: true, endsAt: true, answers: { select: { questionId: true, answer: true } } },
  });
  const givenAnswer = (id: string) =>
    (row.answers.find(({ questionId }) => questionId === id)?.answer ?? null) as Answer | null;
  const questions = questionsOf(row.questions);
  const { lang } = input;
  const showQuestion = (question: AskedQuestion) => {
    const fields = typed[question.id];
    return toShownQuestion(
      question,
      fields === undefined ? givenAnswer(question.id) : parseAnswer(question, fields, lang),
      lang,
      fields,
    );
  };
  if (attempt.endedAt === null)
    return { page, attempt, state: 'open', endsAt: row.endsAt, questions: questions.map(showQuestion) };
  return {
    page,
    attempt,
    state: 'ended',
    questions: questions.map((each) => toReviewedQuestion(each, givenAnswer(each.id), lang)),
  };
}
