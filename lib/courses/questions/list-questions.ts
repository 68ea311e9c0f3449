import 'server-only';
import { isLearner, may, type Actor, type MaybeActor } from '@/lib/actor';
import { requireOpenLesson, type LessonPlace } from '@/lib/courses/enrolment/require-open-lesson';
import { db } from '@/lib/database/client';
import { notFound } from '@/lib/problem';

interface Written {
  id: string;
  /** The display name; null when the writer deleted the account. */
  author: string | null;
  /** Written by an administrator. */
  byTeam: boolean;
  own: boolean;
  text: string;
  createdAt: Date;
  edited: boolean;
  /** Why administration hid it: only its writer and administrators get such a text at all. */
  hiddenWhy: string | null;
}

export type ShownAnswer = Written & { accepted: boolean };
export type ShownQuestion = Written & { answerCount: number; answered: boolean };
export interface QuestionPage { rows: ShownQuestion[]; page: number; hasNext: boolean }
export interface Thread { question: ShownQuestion; mayAccept: boolean; answers: ShownAnswer[]; page: number; hasNext: boolean }

const questionsOnPage = 10;
const answersOnPage = 20;

const writer = { user: { select: { name: true, role: true } } } as const;
const written = { id: true, userId: true, text: true, createdAt: true, editedAt: true, hiddenAt: true, hiddenWhy: true, ...writer } as const;
const asked = { ...written, answers: { where: { accepted: true, hiddenAt: null }, select: { id: true }, take: 1 }, _count: { select: { answers: { where: { hiddenAt: null } } } } } as const;

interface Row { id: string; userId: string | null; text: string; createdAt: Date; editedAt: Date | null; hiddenAt: Date | null; hiddenWhy: string | null; user: { name: string; role: string } | null }
type AskedRow = Row & { answers: Array<{ id: string }>; _count: { answers: number } };

/** What is hidden is shown to its writer and to administrators. */
const visibleTo = (actor: Actor) => (may(actor, 'administer') ? {} : { OR: [{ hiddenAt: null }, { userId: actor.userId }] });

const shown = ({ userId, createdAt, editedAt, user, hiddenAt, hiddenWhy, id, text }: Row, actor: Actor): Written => ({
  id, text, createdAt, author: user?.name ?? null, byTeam: user?.role === 'admin', own: userId === actor.userId, edited: editedAt !== null, hiddenWhy: hiddenAt ? hiddenWhy ?? '' : null,
});

const shownQuestion = (row: AskedRow, actor: Actor): ShownQuestion =>
  ({ ...shown(row, actor), answerCount: row._count.answers, answered: row.answers.length > 0 });

/** The newest first. @throws Problem 401, 403, 404 */
export async function listQuestions({ actor, page, ...place }: { actor: MaybeActor; page: number } & LessonPlace): Promise<QuestionPage> {
  const { actor: reader } = await requireOpenLesson(actor, place);
  const client = await db();
  const rows = await client.question.findMany({
    where: { courseSlug: place.courseSlug, lesson: place.lesson, ...visibleTo(reader) }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    skip: (page - 1) * questionsOnPage, take: questionsOnPage + 1, select: asked,
  });
  return { rows: rows.slice(0, questionsOnPage).map((row) => shownQuestion(row, reader)), page, hasNext: rows.length > questionsOnPage };
}

/** Where a question stands, for somebody who may see it. @throws Problem 401, 403, 404 */
export async function requireQuestion(actor: MaybeActor, id: string): Promise<{ actor: Actor; question: { id: string; userId: string | null; courseSlug: string; lesson: string } }> {
  const client = await db();
  const question = await client.question.findFirst({ where: { id, ...(isLearner(actor) ? visibleTo(actor) : {}) }, select: { id: true, userId: true, courseSlug: true, lesson: true } });
  if (!question) throw notFound();
  const { actor: reader } = await requireOpenLesson(actor, question);
  return { actor: reader, question };
}

/** The question with its answers: the accepted one, then the oldest first. @throws Problem 401, 403, 404 */
export async function readThread({ actor, questionId, page }: { actor: MaybeActor; questionId: string; page: number }): Promise<Thread> {
  const { actor: reader } = await requireQuestion(actor, questionId);
  const client = await db();
  const row = await client.question.findUnique({ where: { id: questionId }, select: asked });
  if (!row) throw notFound();
  const accepted = await client.answer.findFirst({ where: { questionId, accepted: true, ...visibleTo(reader) }, select: written });
  const rows = await client.answer.findMany({
    where: { questionId, ...(accepted ? { id: { not: accepted.id } } : {}), ...visibleTo(reader) }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    skip: (page - 1) * answersOnPage, take: answersOnPage + 1, select: written,
  });
  const first = accepted && page === 1 ? [{ ...shown(accepted, reader), accepted: true }] : [];
  return {
    question: shownQuestion(row, reader), mayAccept: row.userId === reader.userId || may(reader, 'administer'), page, hasNext: rows.length > answersOnPage,
    answers: [...first, ...rows.slice(0, answersOnPage).map((each) => ({ ...shown(each, reader), accepted: false }))],
  };
}
