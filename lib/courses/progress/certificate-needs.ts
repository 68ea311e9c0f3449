import { lessonsOf, type Course, type Lesson } from '@/lib/courses/catalogue/course';
import { missingQuizzes, type CourseQuiz } from '@/lib/courses/quizzes/course-quizzes';
import { isLessonFinished, type CourseProgress } from './progress';

/** What a learner still has to do for the certificate of a course. */
export interface CertificateNeeds {
  /** Not watched far enough, in the course's order. */
  lessons: Lesson[];
  quizzes: CourseQuiz[];
}

/** Null for a course without lessons, which has no certificate. */
export function needsOf(course: Pick<Course, 'chapters'>, { lessons: progress }: CourseProgress, quizzes: readonly CourseQuiz[]): CertificateNeeds | null {
  const all = lessonsOf(course);
  if (all.length === 0) return null;
  return { lessons: all.filter((lesson) => !isLessonFinished(lesson, progress[lesson.file])), quizzes: missingQuizzes(quizzes) };
}

/** The next of the lessons still to be watched, from `file` on and then from the first; null when there is no other. */
export function nextToWatch(course: Pick<Course, 'chapters'>, missing: readonly Lesson[], file: string | null): Lesson | null {
  const files = lessonsOf(course).map((lesson) => lesson.file);
  const others = missing.filter((lesson) => lesson.file !== file);
  const place = file === null ? -1 : files.indexOf(file);
  return others.find((lesson) => files.indexOf(lesson.file) > place) ?? others[0] ?? null;
}
