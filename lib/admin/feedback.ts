import 'server-only';
import { assertAdmin, type MaybeActor } from '@/lib/actor';
import { db } from '@/lib/db';
import { pageOf, windowOf, type Page } from './page-of';

export type FeedbackRow = { id: string; courseSlug: string; learner: string; rating: number; answers: Array<[string, string]>; createdAt: Date };
export type FeedbackMean = { courseSlug: string; count: number; mean: number };

/** What learners said about their courses, newest first (row O8). @throws Problem 401, 403 */
export async function listFeedback(actor: MaybeActor, page: number): Promise<Page<FeedbackRow>> {
  assertAdmin(actor);
  const client = await db();
  const rows = await client.feedback.findMany({
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], ...windowOf(page),
    select: { id: true, courseSlug: true, rating: true, answers: true, createdAt: true, user: { select: { name: true } } },
  });
  return pageOf(rows.map(({ user, answers, ...row }) => ({ ...row, learner: user.name, answers: answersOf(answers) })), page);
}

/** Nought means no rating was given (row L6). */
export async function readMeans(actor: MaybeActor): Promise<FeedbackMean[]> {
  assertAdmin(actor);
  const client = await db();
  const groups = await client.feedback.groupBy({ by: ['courseSlug'], where: { rating: { gt: 0 } }, _avg: { rating: true }, _count: { _all: true }, orderBy: { courseSlug: 'asc' } });
  return groups.map(({ courseSlug, _avg, _count }) => ({ courseSlug, count: _count._all, mean: _avg.rating ?? 0 }));
}

function answersOf(answers: unknown): Array<[string, string]> {
  if (typeof answers !== 'object' || answers === null) return [];
  return Object.entries(answers).map(([question, answer]) => [question, typeof answer === 'string' ? answer : JSON.stringify(answer)]);
}
