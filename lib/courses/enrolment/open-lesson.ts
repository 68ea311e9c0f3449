import { findCourse, findMovedCourse, findProductOfCourse } from '@/lib/courses/catalogue/catalogue';
import { type Chapter, type Course, type Lesson, lessonsOf } from '@/lib/courses/catalogue/course';
import {
  type ContinuePoint,
  type CourseProgress,
  findContinuePoint,
  readProgress,
  saveProgress,
} from '@/lib/courses/progress/progress';
import type { Language } from '@/lib/language';
import type { Actor } from '@/lib/permissions';
import { findCourseAccess, isLessonOpen } from './lesson-access';

export type OpenLessonResult =
  | { state: 'missing' }
  | { state: 'moved'; slug: string }
  | { state: 'not-purchased'; productKey: string | null }
  | {
      state: 'open';
      course: Course;
      progress: CourseProgress;
      located: LocatedLesson | null;
      continuePoint: ContinuePoint | null;
      closedLessons: ReadonlySet<string>;
    };

interface OpenLessonInput {
  actor: Actor;
  slug: string;
  video: string | null;
  lang: Language;
  now: Date;
}

/** Marks the lesson as played (rows G3, L2, L4), unless a refund request closed it (row P7). */
export async function openLesson({ actor, slug, video, lang, now }: OpenLessonInput): Promise<OpenLessonResult> {
  const course = await findCourse(slug, lang);
  if (!course) {
    const moved = await findMovedCourse(slug);
    return moved ? { state: 'moved', slug: moved } : { state: 'missing' };
  }
  const access = await findCourseAccess({ actor, courseSlug: slug });
  if (access.state === 'not-purchased') {
    if (!course.published) return { state: 'missing' };
    return { state: 'not-purchased', productKey: (await findProductOfCourse(slug))?.key ?? null };
  }
  let progress = await readProgress({ userId: actor.userId, courseSlug: slug });
  const closedLessons = new Set(
    lessonsOf(course)
      .filter((lesson) => !isLessonOpen(access, lesson))
      .map(({ file }) => file),
  );
  const point = findContinuePoint(course, progress);
  const continuePoint = point && !closedLessons.has(point.lesson) ? point : null;
  const played = new Set(
    Object.entries(progress.lessons)
      .filter(([, lesson]) => lesson.played)
      .map(([file]) => file),
  );
  const located = video === 'feedback' ? null : locateLesson(course, video, played);
  // Mark the lesson only if the URL names it, or a reload would open the next one. Otherwise the player reports it.
  if (located && video && !played.has(located.lesson.file) && !closedLessons.has(located.lesson.file)) {
    const { file, durationSeconds } = located.lesson;
    progress = await saveProgress({
      userId: actor.userId,
      courseSlug: slug,
      lesson: file,
      durationSeconds,
      played: true,
      now,
    });
  }
  return { state: 'open', course, progress, located, continuePoint, closedLessons };
}

export interface LocatedLesson {
  lesson: Lesson;
  currentIndex: number;
  currentChapterIndex: number;
  prevLesson: Lesson | null;
  nextLesson: Lesson | null;
}

/** Without a file, finds the first unplayed lesson (rows L2, L3), or the first if all are played. */
export function locateLesson(
  course: { chapters: Chapter[] },
  file: string | null,
  played: ReadonlySet<string>,
): LocatedLesson | null {
  const lessons = lessonsOf(course);
  const lessonFile = file ?? (lessons.find((lesson) => !played.has(lesson.file)) ?? lessons[0])?.file;
  const index = lessons.findIndex((lesson) => lesson.file === lessonFile);
  const lesson = lessons[index];
  if (!lesson) return null;
  const currentChapterIndex = course.chapters.findIndex((chapter) => chapter.lessons.includes(lesson));
  return {
    lesson,
    currentChapterIndex,
    currentIndex: course.chapters[currentChapterIndex]?.lessons.indexOf(lesson) ?? 0,
    prevLesson: lessons[index - 1] ?? null,
    nextLesson: lessons[index + 1] ?? null,
  };
}
