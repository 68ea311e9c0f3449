import 'server-only';
import { db } from '@/lib/database/client';
import { unavailable } from '@/lib/problem';
import { watchedSchema } from '../schema';
import { clampRanges, mergeRanges, watchedSecondsOf, type Range } from './watched-ranges';

export interface LessonProgress { played: boolean; positionSeconds: number; watchedSeconds: number; updatedAt: Date }
export interface CourseProgress { lessons: Record<string, LessonProgress> }

const columns = { lesson: true, played: true, positionSeconds: true, watchedSeconds: true, updatedAt: true } as const;

export async function readProgress({ userId, courseSlug }: { userId: string; courseSlug: string }): Promise<CourseProgress> {
  const client = await db();
  const rows = await client.lessonProgress.findMany({ where: { userId, courseSlug }, select: columns });
  return { lessons: Object.fromEntries(rows.map(({ lesson, ...progress }) => [lesson, progress])) };
}

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

const maxTries = 10;

/**
 * `played` is never reset, watched ranges only grow, the position is the last one reported.
 * @returns the course's progress afterwards
 */
export async function saveProgress(report: ProgressReport): Promise<CourseProgress> {
  const { userId, courseSlug, lesson } = report;
  const client = await db();
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const rows = await client.lessonProgress.findMany({ where: { userId, courseSlug }, select: { ...columns, watched: true } });
    const known = rows.find((row) => row.lesson === lesson);
    const { watched, ...progress } = merged(report, known);
    // Two devices may report at once: the row is changed only while its ranges are those that were read.
    const { count } = known
      ? await client.lessonProgress.updateMany({ where: { userId, courseSlug, lesson, watched: { equals: known.watched ?? [] } }, data: { ...progress, watched } })
      : await client.lessonProgress.createMany({ data: [{ userId, courseSlug, lesson, ...progress, watched }], skipDuplicates: true });
    if (count > 0) return { lessons: { ...Object.fromEntries(rows.map(({ lesson: file, watched: _watched, ...row }) => [file, row])), [lesson]: progress } };
  }
  throw unavailable();
}

function merged(report: ProgressReport, known: (LessonProgress & { watched: unknown }) | undefined): LessonProgress & { watched: Range[] } {
  const watched = mergeRanges(watchedSchema.catch([]).parse(known?.watched ?? []), clampRanges(report.watched ?? [], report.durationSeconds));
  const end = report.durationSeconds > 0 ? report.durationSeconds + 1 : 86_400;
  return {
    watched, watchedSeconds: watchedSecondsOf(watched), updatedAt: report.now,
    played: (known?.played ?? false) || report.played === true,
    positionSeconds: report.positionSeconds === undefined ? known?.positionSeconds ?? 0 : Math.min(report.positionSeconds, end),
  };
}
