import 'server-only';
import { addDays, startOfCairoDay } from '@/lib/clock';
import { db } from '@/lib/database/client';
import type { Days } from './week';

export interface Learnt { minutes: number; lessons: number; quizzes: number }

/** Whole minutes of videos watched for the first time. */
export async function minutesWatched(userId: string, { from, to }: Days): Promise<number> {
  const client = await db();
  const { _sum: { seconds } } = await client.watchDay.aggregate({ where: { userId, day: { gte: from, lte: to } }, _sum: { seconds: true } });
  return Math.floor((seconds ?? 0) / 60);
}

/** What somebody learnt on these days: minutes watched, lessons finished, quizzes passed. */
export async function learntIn(userId: string, days: Days): Promise<Learnt> {
  const client = await db();
  const time = { gte: startOfCairoDay(days.from), lt: startOfCairoDay(addDays(days.to, 1)) };
  const [minutes, lessons, passed] = await Promise.all([
    minutesWatched(userId, days),
    client.lessonProgress.count({ where: { userId, finishedAt: time } }),
    client.quizAttempt.findMany({ where: { userId, passed: true, endedAt: time }, distinct: ['quizId'], select: { quizId: true } }),
  ]);
  return { minutes, lessons, quizzes: passed.length };
}

export const isNothing = ({ minutes, lessons, quizzes }: Learnt): boolean => minutes + lessons + quizzes === 0;
