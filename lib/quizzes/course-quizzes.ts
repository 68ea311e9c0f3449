import { isEnabled } from '@/lib/content/enabled-features';
import { type Course, textIn } from '@/lib/courses/catalogue/course';
import { db } from '@/lib/database/client';
import type { Language } from '@/lib/language';
import { assertLearner, type MaybeActor } from '@/lib/permissions';
import { endOverdue } from './attempts';
import { parseQuiz, type Quiz, quizColumns } from './quiz';

export type QuizState = 'new' | 'open' | 'passed' | 'failed' | 'used_up';

export interface CourseQuiz {
  id: string;
  title: string;
  /** The quiz appears in this chapter after `afterLesson`; a chapter's quiz comes after the chapter's last lesson. */
  chapterIndex: number;
  afterLesson: string;
  neededForCertificate: boolean;
  state: QuizState;
}

interface AttemptSummary {
  endedAt: Date | null;
  passed: boolean | null;
}

/** A quiz that was passed once stays passed, however later attempts end. */
export function quizStateOf(quiz: Pick<Quiz, 'maxAttempts'>, attempts: readonly AttemptSummary[]): QuizState {
  if (attempts.some(({ passed }) => passed)) return 'passed';
  if (attempts.some(({ endedAt }) => endedAt === null)) return 'open';
  if (attempts.length === 0) return 'new';
  return quiz.maxAttempts !== null && attempts.length >= quiz.maxAttempts ? 'used_up' : 'failed';
}

interface ListCourseQuizzesInput {
  actor: MaybeActor;
  course: Pick<Course, 'slug' | 'chapters'>;
  lang: Language;
  now: Date;
}

/** Returns an empty list while quizzes are off, so that no certificate needs them. @throws Problem 401, 403 */
export async function listCourseQuizzes({ actor, course, lang, now }: ListCourseQuizzesInput): Promise<CourseQuiz[]> {
  assertLearner(actor);
  const { userId } = actor;
  if (!(await isEnabled('quizzes'))) return [];
  const client = await db();
  const rows = await client.quiz.findMany({
    where: { courseSlug: course.slug, published: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: quizColumns,
  });
  if (rows.length === 0) return [];
  await endOverdue({ userId, now });
  const attempts = await client.quizAttempt.findMany({
    where: { userId, quiz: { courseSlug: course.slug } },
    select: { quizId: true, endedAt: true, passed: true },
  });
  const quizzes = rows.map(parseQuiz).flatMap((quiz) => {
    const place = placeOf(quiz, course);
    if (!place) return [];
    const { id, title, neededForCertificate } = quiz;
    return [
      {
        id,
        title: textIn(title, lang),
        ...place,
        neededForCertificate,
        state: quizStateOf(
          quiz,
          attempts.filter(({ quizId }) => quizId === id),
        ),
      },
    ];
  });
  const files = course.chapters.flatMap(({ lessons }) => lessons.map(({ file }) => file));
  return quizzes.sort((one, other) => files.indexOf(one.afterLesson) - files.indexOf(other.afterLesson));
}

function placeOf(
  { purpose, lesson }: Quiz,
  course: ListCourseQuizzesInput['course'],
): { chapterIndex: number; afterLesson: string } | null {
  const chapterIndex = course.chapters.findIndex(({ lessons }) => lessons.some(({ file }) => file === lesson));
  const last = course.chapters[chapterIndex]?.lessons.at(-1);
  if (!last || lesson === null) return null;
  return { chapterIndex, afterLesson: purpose === 'chapter' ? last.file : lesson };
}

export const missingQuizzes = (quizzes: readonly CourseQuiz[]): CourseQuiz[] =>
  quizzes.filter(({ neededForCertificate, state }) => neededForCertificate && state !== 'passed');
