import { lessonsOf, type Course } from '@/lib/courses/catalogue/course';
import type { CourseProgress } from './progress';

export interface ContinuePoint { lesson: string; name: string; positionSeconds: number; updatedAt: Date }

const nearEndSeconds = 5;

/**
 * Row L8: the lesson watched last and its place; when it was at its end, the lesson after it, and after the last lesson
 * the first that is not played. Null before the first, and when all is played to the end.
 */
export function continueAt(course: Pick<Course, 'chapters'>, { lessons: progress }: CourseProgress): ContinuePoint | null {
  const lessons = lessonsOf(course);
  const watched = lessons.filter((lesson) => progress[lesson.file]);
  const latest = watched.sort((one, other) => Number(progress[other.file]?.updatedAt) - Number(progress[one.file]?.updatedAt))[0];
  const place = latest && progress[latest.file];
  if (!latest || !place) return null;
  const atEnd = latest.durationSeconds > 0 && place.positionSeconds >= latest.durationSeconds - nearEndSeconds;
  const lesson = atEnd ? lessons[lessons.indexOf(latest) + 1] ?? lessons.find(({ file }) => !progress[file]?.played) : latest;
  if (!lesson) return null;
  return { lesson: lesson.file, name: lesson.name, positionSeconds: progress[lesson.file]?.positionSeconds ?? 0, updatedAt: place.updatedAt };
}
