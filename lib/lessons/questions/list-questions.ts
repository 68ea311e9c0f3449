import { z } from 'zod';
import { type LessonPlace, requireOpenLesson } from '@/lib/courses/enrolment/lesson-access';
import { db, type Tx } from '@/lib/database/client';
import { type Actor, isLearner, may, type MaybeActor } from '@/lib/permissions';
import { notFound } from '@/lib/problem';
import { pageNumber } from '@/lib/schemas';

interface ShownText {
  id: string;
  author: string | null;
  byTeam: boolean;
  own: boolean;
  text: string;
  createdAt: Date;
  edited: boolean;
  /** Reason for hiding the text. Only its writer and admins receive hidden texts. */
  hiddenWhy: string | null;
}

export type ShownAnswer = ShownText & { accepted: boolean };
export type ShownQuestion = ShownText & { answerCount: number; answered: boolean };
export interface QuestionPage {
  rows: ShownQuestion[];
  page: number;
  hasNext: boolean;
}
export interface Thread {
  question: ShownQuestion;
  mayAccept: boolean;
  answers: ShownAnswer[];
  page: number;
  hasNext: boolean;
}

const questionsOnPage = 10;
const answersOnPage = 20;

const authorSelect = { user: { select: { name: true, role: true } } } as const;
const textSelect = {
  id: true,
  userId: true,
  text: true,
  createdAt: true,
  editedAt: true,
  hiddenAt: true,
  hiddenWhy: true,
  ...authorSelect,
} as const;
const questionSelect = {
  ...textSelect,
  answers: { where: { accepted: true, hiddenAt: null }, select: { id: true }, take: 1 },
  _count: { select: { answers: { where: { hiddenAt: null } } } },
} as const;

interface Row {
  id: string;
  userId: string | null;
  text: string;
  createdAt: Date;
  editedAt: Date | null;
  hiddenAt: Date | null;
  hiddenWhy: string | null;
  user: { name: string; role: string } | null;
}
type QuestionRow = Row & { answers: Array<{ id: string }>; _count: { answers: number } };

const visibleTo = (actor: Actor) =>
  may(actor, 'administer') ? {} : { OR: [{ hiddenAt: null }, { userId: actor.userId }] };

const shownText = (
  { userId, createdAt, editedAt, user, hiddenAt, hiddenWhy, id, text }: Row,
  actor: Actor,
): ShownText => ({
  id,
  text,
  createdAt,
  author: user?.name ?? null,
  byTeam: user?.role === 'admin',
  own: userId === actor.userId,
  edited: editedAt !== null,
  hiddenWhy: hiddenAt ? (hiddenWhy ?? '') : null,
});

const toShownQuestion = (row: QuestionRow, actor: Actor): ShownQuestion => ({
  ...shownText(row, actor),
  answerCount: row._count.answers,
  answered: row.answers.length > 0,
});

export async function listQuestions({
  actor,
  page,
  ...place
}: { actor: MaybeActor; page: number } & LessonPlace): Promise<QuestionPage> {
  const { actor: reader } = await requireOpenLesson(actor, place);
  const client = await db();
  const rows = await client.question.findMany({
    where: { courseSlug: place.courseSlug, lesson: place.lesson, ...visibleTo(reader) },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    skip: (page - 1) * questionsOnPage,
    take: questionsOnPage + 1,
    select: questionSelect,
  });
  return {
    rows: rows.slice(0, questionsOnPage).map((row) => toShownQuestion(row, reader)),
    page,
    hasNext: rows.length > questionsOnPage,
  };
}

export async function requireQuestion(
  actor: MaybeActor,
  id: string,
): Promise<{ actor: Actor; question: { id: string; userId: string | null; courseSlug: string; lesson: string } }> {
  const client = await db();
  const question = await client.question.findFirst({
    where: { id, ...(isLearner(actor) ? visibleTo(actor) : {}) },
    select: { id: true, userId: true, courseSlug: true, lesson: true },
  });
  if (!question) throw notFound();
  const { actor: reader } = await requireOpenLesson(actor, question);
  return { actor: reader, question };
}

export async function readThread({
  actor,
  questionId,
  page,
}: {
  actor: MaybeActor;
  questionId: string;
  page: number;
}): Promise<Thread> {
  const { actor: reader } = await requireQuestion(actor, questionId);
  const client = await db();
  const row = await client.question.findUnique({ where: { id: questionId }, select: questionSelect });
  if (!row) throw notFound();
  const accepted = await client.answer.findFirst({
    where: { questionId, accepted: true, ...visibleTo(reader) },
    select: textSelect,
  });
  const rows = await client.answer.findMany({
    where: { questionId, ...(accepted ? { id: { not: accepted.id } } : {}), ...visibleTo(reader) },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    skip: (page - 1) * answersOnPage,
    take: answersOnPage + 1,
    select: textSelect,
  });
  const first = accepted && page === 1 ? [{ ...shownText(accepted, reader), accepted: true }] : [];
  return {
    question: toShownQuestion(row, reader),
    mayAccept: row.userId === reader.userId || may(reader, 'administer'),
    page,
    hasNext: rows.length > answersOnPage,
    answers: [
      ...first,
      ...rows.slice(0, answersOnPage).map((each) => ({ ...shownText(each, reader), accepted: false })),
    ],
  };
}

/** The page on which `reader` finds the newest answer. */
export async function countAnswerPages(tx: Tx, questionId: string, reader: Actor): Promise<number> {
  const count = await tx.answer.count({ where: { questionId, accepted: false, ...visibleTo(reader) } });
  return Math.max(1, Math.ceil(count / answersOnPage));
}

const maxTextLength = 3000;

/** Plain text: markup is not interpreted, and addresses do not become links. */
export const questionTextSchema = z.object({
  text: z.string('required').trim().min(1, 'required').max(maxTextLength, 'too_long'),
});
export const questionPageSchema = z.object({ page: pageNumber });
export const acceptSchema = z.object({ answerId: z.string('required').max(60) });

/** Stops emails about this question or about all questions; `none` resumes them. */
export const mailScopes = ['question', 'all', 'none'] as const;
export const oneClickScopes = ['question', 'all'] as const;
export const questionMailsSchema = z.object({ token: z.string().max(1000), scope: z.enum(mailScopes) });
