import { lessonsOf, type Course } from './course';
import type { CourseProgress } from './progress';

/** Pauses and the last seconds of a film are nobody's fault. */
const enoughShare = 0.8;

/** Opening a lesson marks it played (row L4); finishing a course means having watched it. */
export function isCompleted(course: Pick<Course, 'chapters'>, { lessons }: CourseProgress): boolean {
  const all = lessonsOf(course);
  return all.length > 0 && all.every(({ file, durationSeconds }) => {
    const progress = lessons[file];
    return progress !== undefined && progress.played && progress.watchedSeconds >= durationSeconds * enoughShare;
  });
}
