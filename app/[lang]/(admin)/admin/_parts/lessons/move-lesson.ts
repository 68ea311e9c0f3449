import type { Localised } from '@/lib/language';

export interface PlannedLesson { file: string; name: Localised; freePreview: boolean; durationSeconds: number }
export interface PlannedChapter { title: Localised; lessons: PlannedLesson[] }
export interface LessonPlace { chapter: number; lesson: number }

/** One step up or down; at a chapter's end into the next one. Null where there is nowhere to go. */
export function moveLesson(chapters: readonly PlannedChapter[], from: LessonPlace, by: 1 | -1): { chapters: PlannedChapter[]; to: LessonPlace } | null {
  const here = chapters[from.chapter];
  if (!here) return null;
  const next = from.lesson + by;
  if (next >= 0 && next < here.lessons.length) return moved(chapters, from, { chapter: from.chapter, lesson: next });
  const neighbour = chapters[from.chapter + by];
  if (!neighbour) return null;
  return moved(chapters, from, { chapter: from.chapter + by, lesson: by === 1 ? 0 : neighbour.lessons.length });
}

/** Dropped before the lesson at `to`, or at its chapter's end. */
export function moveLessonTo(chapters: readonly PlannedChapter[], from: LessonPlace, to: LessonPlace): PlannedChapter[] {
  const shifted = from.chapter === to.chapter && from.lesson < to.lesson ? { ...to, lesson: to.lesson - 1 } : to;
  return moved(chapters, from, shifted).chapters;
}

function moved(chapters: readonly PlannedChapter[], from: LessonPlace, to: LessonPlace): { chapters: PlannedChapter[]; to: LessonPlace } {
  const lesson = chapters[from.chapter]?.lessons[from.lesson];
  if (!lesson) return { chapters: [...chapters], to: from };
  const without = chapters.map((chapter, index) => (index === from.chapter ? { ...chapter, lessons: chapter.lessons.toSpliced(from.lesson, 1) } : chapter));
  return { to, chapters: without.map((chapter, index) => (index === to.chapter ? { ...chapter, lessons: chapter.lessons.toSpliced(to.lesson, 0, lesson) } : chapter)) };
}
