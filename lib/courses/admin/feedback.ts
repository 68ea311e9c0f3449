import { type Page, pageOf, pageWindow } from '@/lib/admin/lists';
import { readCourseTitles } from '@/lib/courses/catalogue/catalogue';
import { db } from '@/lib/database/client';
import type { Localised } from '@/lib/language';
import { assertAdmin, type MaybeActor } from '@/lib/permissions';

export interface FeedbackRow {
  id: string;
  courseSlug: string;
  title: Localised;
  userId: string;
  learner: string;
  rating: number;
  answers: Array<[string, string]>;
  createdAt: Date;
}
export interface FeedbackMean {
  courseSlug: string;
  title: Localised;
  count: number;
  mean: number;
}

export async function listFeedback(actor: MaybeActor, page: number): Promise<Page<FeedbackRow>> {
  assertAdmin(actor);
  const client = await db();
  const rows = await client.feedback.findMany({
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    ...pageWindow(page),
    select: {
      id: true,
      courseSlug: true,
      userId: true,
      rating: true,
      answers: true,
      createdAt: true,
      user: { select: { name: true } },
    },
  });
  const titles = await readCourseTitles(rows.map(({ courseSlug }) => courseSlug));
  return pageOf(
    rows.map(({ user, answers, ...row }) => ({
      ...row,
      title: titles(row.courseSlug),
      learner: user.name,
      answers: answersOf(answers),
    })),
    page,
  );
}

/** Ignores ratings of 0, which mean that the learner gave none (row L6). */
export async function readMeans(actor: MaybeActor): Promise<FeedbackMean[]> {
  assertAdmin(actor);
  const client = await db();
  const groups = await client.feedback.groupBy({
    by: ['courseSlug'],
    where: { rating: { gt: 0 } },
    _avg: { rating: true },
    _count: { _all: true },
    orderBy: { courseSlug: 'asc' },
  });
  const titles = await readCourseTitles(groups.map(({ courseSlug }) => courseSlug));
  return groups.map(({ courseSlug, _avg, _count }) => ({
    courseSlug,
    title: titles(courseSlug),
    count: _count._all,
    mean: _avg.rating ?? 0,
  }));
}

function answersOf(answers: unknown): Array<[string, string]> {
  if (typeof answers !== 'object' || answers === null) return [];
  const texts = Object.entries(answers).map(([question, answer]): [string, string] => [
    question,
    typeof answer === 'string' ? answer.trim() : JSON.stringify(answer),
  ]);
  return texts.filter(([, text]) => text !== '');
}
