import { z } from 'zod';
import { cairoDayOf } from '@/lib/clock';
import { type Course, lessonsOf } from '@/lib/courses/catalogue/course';
import { type Database, db, type Prisma, transaction, type Tx } from '@/lib/database/client';
import { unavailable } from '@/lib/problem';
import {
  clampRanges,
  limitNew,
  maxReportedRanges,
  mergeRanges,
  type Range,
  readStoredRanges,
  watchedSecondsOf,
} from './watched-ranges';

const range = z.tuple([z.number().min(0), z.number().min(0)]).refine(([from, to]) => from <= to, 'range_backwards');
export const watchedSchema = z.array(range).max(maxReportedRanges);

export interface LessonProgress {
  played: boolean;
  positionSeconds: number;
  watchedSeconds: number;
  updatedAt: Date;
}
export interface CourseProgress {
  lessons: Record<string, LessonProgress>;
}

const columns = { lesson: true, played: true, positionSeconds: true, watchedSeconds: true, updatedAt: true } as const;

export async function readProgress({
  userId,
  courseSlug,
}: {
  userId: string;
  courseSlug: string;
}): Promise<CourseProgress> {
  const client = await db();
  const rows = await client.lessonProgress.findMany({ where: { userId, courseSlug }, select: columns });
  return progressIn(rows);
}

const progressIn = (rows: ReadonlyArray<LessonProgress & { lesson: string }>): CourseProgress => ({
  lessons: Object.fromEntries(
    rows.map(({ lesson, played, positionSeconds, watchedSeconds, updatedAt }) => [
      lesson,
      { played, positionSeconds, watchedSeconds, updatedAt },
    ]),
  ),
});

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

interface WatchCap {
  /** When the lesson was opened. Seconds that an earlier opening counted are not part of this cap. */
  since: Date;
  secondsLeft: number;
}

/** Computes the cap from the progress in all lessons of the course. */
export type WatchCapReader = (progress: ReadonlyArray<CappedProgress & { lesson: string }>) => WatchCap;

export interface ProgressReport {
  userId: string;
  courseSlug: string;
  lesson: string;
  /** 0 if unknown. */
  durationSeconds: number;
  positionSeconds?: number | undefined;
  /** Seconds since the player reached the position. */
  secondsAgo?: number | undefined;
  played?: boolean | undefined;
  watched?: Range[] | undefined;
  /** Called first in the transaction that saves watched seconds. Without it, they are not capped. */
  lockCap?: ((tx: Database | Tx) => Promise<WatchCapReader>) | undefined;
  now: Date;
}

const maxTries = 10;

/** Tolerance for reports that a slow network delivers late. */
const orderToleranceMs = 10_000;

/** Percent of a lesson's duration. Less than 100, because players skip pauses and the last seconds. */
export const finishedPercent = 80;

/** Opening a lesson marks it played (row L4); finishing requires watching it. */
export const isLessonFinished = (
  { durationSeconds }: { durationSeconds: number },
  progress: Pick<LessonProgress, 'played' | 'watchedSeconds'> | undefined,
): boolean =>
  progress !== undefined && progress.played && progress.watchedSeconds >= (durationSeconds * finishedPercent) / 100;

/** The latest position of all devices wins. Only ranges watched for the first time count towards the day (row N20). */
export async function saveProgress(report: ProgressReport): Promise<CourseProgress> {
  const client = await db();
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const saved = report.watched?.length
      ? await transaction((tx) => trySaveProgress(tx, report))
      : await trySaveProgress(client, report);
    if (saved) return saved;
  }
  throw unavailable();
}

async function trySaveProgress(client: Database | Tx, report: ProgressReport): Promise<CourseProgress | null> {
  const { userId, courseSlug, lesson } = report;
  const readCap = report.watched?.length ? await report.lockCap?.(client) : undefined;
  const rows = await client.lessonProgress.findMany({
    where: { userId, courseSlug },
    select: { ...columns, watched: true, finishedAt: true, cappedSeconds: true, cappedSince: true },
  });
  const storedProgress = rows.find((row) => row.lesson === lesson) ?? null;
  const cap = readCap?.(rows);
  const next = mergeProgress(capWatchedRanges(report, storedProgress, cap), storedProgress, cap);
  const isWritten = await writeProgress(client, report, storedProgress, next);
  const others = rows.filter((row) => row !== storedProgress);
  return isWritten ? progressIn([...others, { ...next, lesson }]) : null;
}

/** Writes only if the row has not changed since it was read, because two devices may report at once. */
async function writeProgress(
  client: Database | Tx,
  { userId, courseSlug, lesson, now }: ProgressReport,
  stored: StoredProgress | null,
  next: MergedProgress,
): Promise<boolean> {
  const seconds = next.watchedSeconds - (stored?.watchedSeconds ?? 0);
  const { count } = stored
    ? await client.lessonProgress.updateMany({
        where: {
          userId,
          courseSlug,
          lesson,
          watched: { equals: stored.watched ?? [] },
          played: stored.played,
          positionSeconds: stored.positionSeconds,
          updatedAt: stored.updatedAt,
        },
        data: next,
      })
    : await client.lessonProgress.createMany({ data: [{ userId, courseSlug, lesson, ...next }], skipDuplicates: true });
  if (count > 0 && seconds > 0) {
    const day = cairoDayOf(now);
    await client.watchDay.upsert({
      where: { userId_day: { userId, day } },
      create: { userId, day, seconds },
      update: { seconds: { increment: seconds } },
      select: { day: true },
    });
  }
  return count > 0;
}

function capWatchedRanges(
  report: ProgressReport,
  stored: StoredProgress | null,
  cap: WatchCap | undefined,
): ProgressReport {
  const { watched, durationSeconds } = report;
  if (!cap || !watched) return report;
  const secondsLeft = Math.max(0, cap.secondsLeft);
  return {
    ...report,
    watched: limitNew(readStoredRanges(stored?.watched), clampRanges(watched, durationSeconds), secondsLeft),
  };
}

type MergedProgress = LessonProgress & {
  watched: Range[];
  finishedAt: Date | null;
  cappedSeconds: number;
  cappedSince: Date | null;
};
type StoredProgress = Omit<MergedProgress, 'watched'> & { watched: Prisma.JsonValue };
type CappedProgress = Pick<StoredProgress, 'cappedSeconds' | 'cappedSince'>;

/** Seconds that count against the cap since this opening. */
export const cappedSecondsOf = (stored: CappedProgress | null | undefined, since: Date): number =>
  stored?.cappedSince?.getTime() === since.getTime() ? stored.cappedSeconds : 0;

function mergeProgress(
  report: ProgressReport,
  stored: StoredProgress | null,
  cap: WatchCap | undefined,
): MergedProgress {
  const watched = mergeRanges(
    readStoredRanges(stored?.watched),
    clampRanges(report.watched ?? [], report.durationSeconds),
  );
  const end = report.durationSeconds > 0 ? report.durationSeconds + 1 : 86_400;
  const watchedSeconds = Math.max(stored?.watchedSeconds ?? 0, watchedSecondsOf(watched));
  const played = (stored?.played ?? false) || report.played === true;
  const reachedAt = new Date(report.now.getTime() - (report.secondsAgo ?? 0) * 1000);
  const isOlder = stored !== null && reachedAt.getTime() + orderToleranceMs < stored.updatedAt.getTime();
  const becomesFinished =
    report.durationSeconds > 0 &&
    !isLessonFinished(report, stored ?? undefined) &&
    isLessonFinished(report, { played, watchedSeconds });
  return {
    watched,
    watchedSeconds,
    played,
    cappedSeconds: cap
      ? cappedSecondsOf(stored, cap.since) + watchedSeconds - (stored?.watchedSeconds ?? 0)
      : (stored?.cappedSeconds ?? 0),
    cappedSince: cap ? cap.since : (stored?.cappedSince ?? null),
    updatedAt: stored && stored.updatedAt > reachedAt ? stored.updatedAt : reachedAt,
    finishedAt: becomesFinished ? report.now : (stored?.finishedAt ?? null),
    positionSeconds:
      report.positionSeconds === undefined || isOlder
        ? (stored?.positionSeconds ?? 0)
        : Math.min(report.positionSeconds, end),
  };
}

export interface ContinuePoint {
  lesson: string;
  name: string;
  positionSeconds: number;
  updatedAt: Date;
}

const nearEndSeconds = 5;

/** Finds the lesson watched last; if it has ended, the next lesson, or else the first unplayed one (row L8). */
export function findContinuePoint(
  course: Pick<Course, 'chapters'>,
  { lessons: progress }: CourseProgress,
): ContinuePoint | null {
  const lessons = lessonsOf(course);
  const watched = lessons.filter((lesson) => progress[lesson.file]);
  const latest = watched.sort(
    (one, other) => Number(progress[other.file]?.updatedAt) - Number(progress[one.file]?.updatedAt),
  )[0];
  const place = latest && progress[latest.file];
  if (!latest || !place) return null;
  const atEnd = latest.durationSeconds > 0 && place.positionSeconds >= latest.durationSeconds - nearEndSeconds;
  const lesson = atEnd
    ? (lessons[lessons.indexOf(latest) + 1] ?? lessons.find(({ file }) => !progress[file]?.played))
    : latest;
  if (!lesson) return null;
  return {
    lesson: lesson.file,
    name: lesson.name,
    positionSeconds: progress[lesson.file]?.positionSeconds ?? 0,
    updatedAt: place.updatedAt,
  };
}
