import 'server-only';
import { isLearner, type Actor } from '@/lib/actor';
import type { Language } from '@/lib/language';
import { findCourse, findMovedCourse, findProductOfCourse, hasCourse } from './catalogue';
import { continueAt, type ContinuePoint } from './continue-point';
import type { Course } from './course';
import { locateLesson, type LocatedLesson } from './locate-lesson';
import { readProgress, saveProgress, type CourseProgress } from './progress';

export type OpenedCourse =
  | { state: 'missing' }
  | { state: 'moved'; slug: string }
  | { state: 'not-purchased'; productKey: string | null }
  | { state: 'open'; course: Course; progress: CourseProgress; located: LocatedLesson | null; continuePoint: ContinuePoint | null };

type Asked = { actor: Actor; slug: string; video: string | null; lang: Language; now: Date };

/**
 * Rows G3, L2, L4: the course for somebody who may see it, and the lesson they open, which is played from now on. An
 * unknown course is missing before anybody asks who bought it; `located` is null for a lesson it does not have.
 */
export async function openLesson({ actor, slug, video, lang, now }: Asked): Promise<OpenedCourse> {
  const course = await findCourse(slug, lang);
  if (!course) {
    const moved = await findMovedCourse(slug);
    return moved ? { state: 'moved', slug: moved } : { state: 'missing' };
  }
  if (!isLearner(actor) || !(await hasCourse({ actor, courseSlug: slug }))) {
    return { state: 'not-purchased', productKey: (await findProductOfCourse(slug))?.key ?? null };
  }
  const progress = await readProgress({ userId: actor.userId, courseSlug: slug });
  const continuePoint = continueAt(course, progress);
  const played = new Set(Object.entries(progress.lessons).filter(([, lesson]) => lesson.played).map(([file]) => file));
  const located = video === 'feedback' ? null : locateLesson(course, video, played);
  // Without a video the next reload would open the next lesson: there the page itself tells, once it is read.
  if (located && video && !played.has(located.lesson.file)) await markPlayed(actor.userId, slug, located, progress, now);
  return { state: 'open', course, progress, located, continuePoint };
}

async function markPlayed(userId: string, courseSlug: string, { lesson }: LocatedLesson, progress: CourseProgress, now: Date): Promise<void> {
  await saveProgress({ userId, courseSlug, lesson: lesson.file, durationSeconds: lesson.durationSeconds, played: true, now });
  progress.lessons[lesson.file] = { positionSeconds: 0, watchedSeconds: 0, ...progress.lessons[lesson.file], played: true, updatedAt: now };
}
