import 'server-only';
import { db, transaction, type Tx } from '@/lib/database/client';
import { watchedSchema } from '@/lib/courses/schema';
import { clampRanges, mergeRanges, watchedSecondsOf, type Range } from './watched-ranges';

export interface LessonProgress { played: boolean; positionSeconds: number; watchedSeconds: number; updatedAt: Date }
export interface CourseProgress { lessons: Record<string, LessonProgress> }

const columns = { lesson: true, played: true, positionSeconds: true, watchedSeconds: true, updatedAt: true } as const;

export async function readProgress({ userId, courseSlug }: { userId: string; courseSlug: string }): Promise<CourseProgress> {
  const client = await db();
  const rows = await client.lessonProgress.findMany({ where: { userId, courseSlug }, select: columns });
  return { lessons: Object.fromEntries(rows.map(({ lesson, ...progress }) => [lesson, progress])) };
}

export interface ProgressReport {
  userId: string;
  courseSlug: string;
  lesson: string;
  /** 0 when unknown. */
  durationSeconds: number;
  positionSeconds?: number | undefined;
  played?: boolean | undefined;
  watched?: Range[] | undefined;
  now: Date;
}

/** `played` is never reset, watched ranges only grow, the position is the last one reported. */
export async function saveProgress(report: ProgressReport): Promise<void> {
  const { userId, courseSlug, lesson } = report;
  await transaction(async (tx) => {
    await tx.lessonProgress.createMany({ data: [{ userId, courseSlug, lesson, updatedAt: report.now }], skipDuplicates: true });
    const known = await lockRow(tx, report);
    const end = report.durationSeconds > 0 ? report.durationSeconds + 1 : 86_400;
    const watched = mergeRanges(known.watched, clampRanges(report.watched ?? [], report.durationSeconds));
    await tx.lessonProgress.update({
      where: { userId_courseSlug_lesson: { userId, courseSlug, lesson } },
      data: {
        watched, watchedSeconds: watchedSecondsOf(watched), updatedAt: report.now,
        played: known.played || report.played === true,
        positionSeconds: report.positionSeconds === undefined ? known.positionSeconds : Math.min(report.positionSeconds, end),
      },
      select: { lesson: true },
    });
  });
}

/** Two devices may report at once: the second waits, or its union would lose the first's ranges. */
async function lockRow(tx: Tx, { userId, courseSlug, lesson }: ProgressReport) {
  const rows = await tx.$queryRaw<Array<{ watched: unknown; played: boolean; positionSeconds: number }>>`
    SELECT "watched", "played", "positionSeconds" FROM "LessonProgress"
    WHERE "userId" = ${userId} AND "courseSlug" = ${courseSlug} AND "lesson" = ${lesson} FOR UPDATE`;
  const row = rows[0];
  return { watched: watchedSchema.catch([]).parse(row?.watched), played: row?.played ?? false, positionSeconds: row?.positionSeconds ?? 0 };
}
