import { lessonsOf, type Course } from './course';
import type { CourseProgress } from './progress';

export type ContinuePoint = { lesson: string; name: string; positionSeconds: number; updatedAt: Date };

const nearEndSeconds = 5;

/** Row L8: the lesson watched last and its place; when it was at its end, the lesson after it. Null before the first. */
export function continueAt(course: Pick<Course, 'chapters'>, { lessons: progress }: CourseProgress): ContinuePoint | null {
  const lessons = lessonsOf(course);
  const watched = lessons.filter((lesson) => progress[lesson.file]);
  const latest = watched.sort((one, other) => Number(progress[other.file]?.updatedAt) - Number(progress[one.file]?.updatedAt))[0];
  const place = latest && progress[latest.file];
  if (!latest || !place) return null;
  const atEnd = latest.durationSeconds > 0 && place.positionSeconds >= latest.durationSeconds - nearEndSeconds;
  const next = atEnd ? lessons[lessons.indexOf(latest) + 1] : undefined;
  if (next) return { lesson: next.file, name: next.name, positionSeconds: progress[next.file]?.positionSeconds ?? 0, updatedAt: place.updatedAt };
  return { lesson: latest.file, name: latest.name, positionSeconds: place.positionSeconds, updatedAt: place.updatedAt };
}
