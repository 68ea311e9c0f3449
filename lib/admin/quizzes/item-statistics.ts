import 'server-only';
import { assertAdmin, type MaybeActor } from '@/lib/actor';
import { db } from '@/lib/database/client';

export interface ItemStatistics {
  questionId: string;
  /** First attempts of learners that had this question. */
  asked: number;
  answered: number;
  /** Of those asked, 0 to 1: how easy it is. */
  shareRight: number;
  /**
   * Point-biserial correlation of this question with the number of the others answered right, -1 to 1: how well it tells
   * strong learners from weak ones. Null while everybody, or nobody, had it right.
   */
  discrimination: number | null;
}

/** Only first attempts count: whoever repeats a quiz has read what is right. @throws Problem 401, 403 */
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
