import { lessonsOf, type Chapter, type Lesson } from './course';

export interface LocatedLesson {
  lesson: Lesson;
  currentIndex: number;
  currentChapterIndex: number;
  prevLesson: Lesson | null;
  nextLesson: Lesson | null;
}

/**
 * Where a lesson stands and what is before and after it, across chapters (row L3). Without a file: the first lesson not
 * yet played (row L2), the very first once all are. Null for a file the course does not have.
 */
export function locateLesson(course: { chapters: Chapter[] }, file: string | null, played: ReadonlySet<string>): LocatedLesson | null {
  const lessons = lessonsOf(course);
  const wanted = file ?? (lessons.find((lesson) => !played.has(lesson.file)) ?? lessons[0])?.file;
  const at = lessons.findIndex((lesson) => lesson.file === wanted);
  const lesson = lessons[at];
  if (!lesson) return null;
  const currentChapterIndex = course.chapters.findIndex((chapter) => chapter.lessons.includes(lesson));
  return {
    lesson,
    currentChapterIndex,
    currentIndex: course.chapters[currentChapterIndex]?.lessons.indexOf(lesson) ?? 0,
    prevLesson: lessons[at - 1] ?? null,
    nextLesson: lessons[at + 1] ?? null,
  };
}
