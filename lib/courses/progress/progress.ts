import 'server-only';
import { z } from 'zod';
import { cairoDayOf } from '@/lib/clock';
import { db, transaction, type Database, type Prisma, type Tx } from '@/lib/database/client';
import { unavailable } from '@/lib/problem';
import { clampRanges, limitNew, maxReportedRanges, mergeRanges, readStoredRanges, watchedSecondsOf, type Range } from './watched-ranges';

const range = z.tuple([z.number().min(0), z.number().min(0)]).refine(([from, to]) => from <= to, 'range_backwards');
/** Watched ranges of a video in seconds, as one report sends them; `readStoredRanges` reads those that are stored. */
export const watchedSchema = z.array(range).max(maxReportedRanges);

export interface LessonProgress { played: boolean; positionSeconds: number; watchedSeconds: number; updatedAt: Date }
export interface CourseProgress { lessons: Record<string, LessonProgress> }

const columns = { lesson: true, played: true, positionSeconds: true, watchedSeconds: true, updatedAt: true } as const;

export async function readProgress({ userId, courseSlug }: { userId: string; courseSlug: string }): Promise<CourseProgress> {
  const client = await db();
  const rows = await client.lessonProgress.findMany({ where: { userId, courseSlug }, select: columns });
  return progressIn(rows);
}

const progressIn = (rows: ReadonlyArray<LessonProgress & { lesson: string }>): CourseProgress =>
  ({ lessons: Object.fromEntries(rows.map(({ lesson, played, positionSeconds, watchedSeconds, updatedAt }) => [lesson, { played, positionSeconds, watchedSeconds, updatedAt }])) });

/** By course. */
export async function readAllProgress(userId: string): Promise<Map<string, CourseProgress>> {
  const client = await db();
  const rows = await client.lessonProgress.findMany({ where: { userId }, select: { ...columns, courseSlug: true } });
  const courses = new Map<string, CourseProgress>();
  for (const { courseSlug, lesson, ...progress } of rows) {
    const course = courses.get(courseSlug) ?? { lessons: {} };
    course.lessons[lesson] = progress;
    courses.set(courseSlug, course);
  }
  return courses;
}

/** Of the one lesson, and of all lessons of its course together. */
export interface WatchLimit { lesson: number; course: number }

export interface ProgressReport {
  userId: string;
  courseSlug: string;
  lesson: string;
  /** 0 when unknown. */
  durationSeconds: number;
  positionSeconds?: number | undefined;
  /** How long ago the position was reached. */
  secondsAgo?: number | undefined;
  played?: boolean | undefined;
  watched?: Range[] | undefined;
  /** How many seconds of the course may have been watched by now; absent: no limit. */
  mostSeconds?: WatchLimit | undefined;
  now: Date;
}

const maxTries = 10;

/** A slow network delivers a report so much later than it was made. */
const lateByMs = 10_000;

/** Of a lesson. Less than all: players skip pauses and the last seconds. */
export const enoughPercent = 80;

/** Opening a lesson marks it played (row L4); finishing it means having watched it. */
export const isLessonFinished = ({ durationSeconds }: { durationSeconds: number }, progress: Pick<LessonProgress, 'played' | 'watchedSeconds'> | undefined): boolean =>
  progress !== undefined && progress.played && progress.watchedSeconds >= (durationSeconds * enoughPercent) / 100;

/**
 * `played` is never reset, watched ranges only grow, the position is the one reached last, on whatever device. What was watched for the first time
 * counts for the day (row N20); the same ranges sent again add nothing.
 * @returns the course's progress afterwards
 */
export async function saveProgress(report: ProgressReport): Promise<CourseProgress> {
  const { userId, courseSlug, lesson } = report;
  const client = await db();
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const rows = await client.lessonProgress.findMany({ where: { userId, courseSlug, lesson: { not: lesson } }, select: columns });
    const known = await client.lessonProgress.findUnique({ where: { userId_courseSlug_lesson: { userId, courseSlug, lesson } }, select: { ...columns, watched: true, finishedAt: true } });
    const elsewhere = rows.reduce((sum, row) => sum + row.watchedSeconds, 0);
    const next = merged(limited(report, known, elsewhere), known);
    const seconds = next.watchedSeconds - (known?.watchedSeconds ?? 0);
    const isWritten = seconds > 0 ? await transaction((tx) => write(tx, report, known, next, seconds)) : await write(client, report, known, next, 0);
    if (isWritten) return progressIn([...rows, { ...next, lesson }]);
  }
  throw unavailable();
}

/** Two devices may report at once: the row is changed only while its ranges are those that were read. @returns whether they were */
async function write(client: Database | Tx, { userId, courseSlug, lesson, now }: ProgressReport, known: Known | null, next: Merged, seconds: number): Promise<boolean> {
  const { count } = known
    ? await client.lessonProgress.updateMany({ where: { userId, courseSlug, lesson, watched: { equals: known.watched ?? [] } }, data: next })
    : await client.lessonProgress.createMany({ data: [{ userId, courseSlug, lesson, ...next }], skipDuplicates: true });
  if (count > 0 && seconds > 0) {
    const day = cairoDayOf(now);
    await client.watchDay.upsert({ where: { userId_day: { userId, day } }, create: { userId, day, seconds }, update: { seconds: { increment: seconds } }, select: { day: true } });
  }
  return count > 0;
}

/** Without what cannot have been watched yet. */
function limited(report: ProgressReport, known: Known | null, elsewhereSeconds: number): ProgressReport {
  const { mostSeconds, watched, durationSeconds } = report;
  if (!mostSeconds || !watched) return report;
  const left = Math.min(mostSeconds.lesson, mostSeconds.course - elsewhereSeconds) - (known?.watchedSeconds ?? 0);
  return { ...report, watched: limitNew(readStoredRanges(known?.watched), clampRanges(watched, durationSeconds), Math.max(0, left)) };
}

type Merged = LessonProgress & { watched: Range[]; finishedAt: Date | null };
type Known = Omit<Merged, 'watched'> & { watched: Prisma.JsonValue };

function merged(report: ProgressReport, known: Known | null): Merged {
  const watched = mergeRanges(readStoredRanges(known?.watched), clampRanges(report.watched ?? [], report.durationSeconds));
  const end = report.durationSeconds > 0 ? report.durationSeconds + 1 : 86_400;
  const watchedSeconds = Math.max(known?.watchedSeconds ?? 0, watchedSecondsOf(watched));
  const played = (known?.played ?? false) || report.played === true;
  const reachedAt = new Date(report.now.getTime() - (report.secondsAgo ?? 0) * 1000);
  const isOlder = known !== null && reachedAt.getTime() + lateByMs < known.updatedAt.getTime();
  const becomesFinished = report.durationSeconds > 0 && !isLessonFinished(report, known ?? undefined) && isLessonFinished(report, { played, watchedSeconds });
  return {
    watched, watchedSeconds, played, updatedAt: known && known.updatedAt > reachedAt ? known.updatedAt : reachedAt,
    finishedAt: becomesFinished ? report.now : known?.finishedAt ?? null,
    positionSeconds: report.positionSeconds === undefined || isOlder ? known?.positionSeconds ?? 0 : Math.min(report.positionSeconds, end),
  };
}
