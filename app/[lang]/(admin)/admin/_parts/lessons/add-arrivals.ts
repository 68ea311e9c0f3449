import { isEqual } from '@/lib/content/form/differences';
import type { PlannedChapter, PlannedLesson } from './move-lesson';

export const lessonsOf = (chapters: readonly PlannedChapter[]): PlannedLesson[] => chapters.flatMap(({ lessons }) => lessons);

/** What somebody decides about a plan: not how long the films are. */
const decided = (chapters: readonly PlannedChapter[]) =>
  chapters.filter(({ lessons }) => lessons.length > 0).map(({ title, lessons }) => [title, lessons.map(({ file, name, freePreview }) => [file, name, freePreview])]);

/**
 * A plan that is being changed, with the lessons that uploads have added to the stored one since, at the end of their chapters.
 * @param before the stored plan that the changes were begun from
 * @param now the stored plan
 * @returns null when somebody changed more than that
 */
export function addArrivals(mine: readonly PlannedChapter[], before: readonly PlannedChapter[], now: readonly PlannedChapter[]): PlannedChapter[] | null {
  const known = new Set(lessonsOf(before).map(({ file }) => file));
  const isNew = ({ file }: PlannedLesson) => !known.has(file);
  const withoutNew = now.map((chapter) => ({ ...chapter, lessons: chapter.lessons.filter((lesson) => !isNew(lesson)) }));
  if (!isEqual(decided(withoutNew), decided(before))) return null;
  return now.reduce<PlannedChapter[]>((plan, chapter, index) => {
    const arrived = chapter.lessons.filter(isNew);
    if (arrived.length === 0) return plan;
    const place = placeOf(chapter, plan, index);
    if (place < 0) return [{ title: chapter.title, lessons: arrived }];
    return plan.map((planned, at) => (at === place ? { ...planned, lessons: [...planned.lessons, ...arrived] } : planned));
  }, [...mine]);
}

/** Where a stored chapter is in the plan: by its title, or else where its last lesson is now; -1 in an empty plan. */
function placeOf({ title, lessons }: PlannedChapter, plan: readonly PlannedChapter[], index: number): number {
  const named = plan.flatMap((chapter, at) => (isEqual(chapter.title, title) ? [at] : []));
  if (named.length === 1) return named[0]!;
  const holding = lessons.map(({ file }) => plan.findIndex((chapter) => chapter.lessons.some((lesson) => lesson.file === file))).filter((at) => at >= 0);
  return holding.at(-1) ?? Math.min(index, plan.length - 1);
}
