import 'server-only';
import { quizContentSchema, type Question, type QuizContent, type QuizData } from '@/lib/content/quiz-schema';
import { db, type Prisma } from '@/lib/database/client';

/** A quiz with what is right: for the server alone. */
export type Quiz = QuizContent & Pick<QuizData, 'purpose' | 'published' | 'neededForCertificate'> & {
  id: string;
  /** Null for a level test, like `lesson`. */
  courseSlug: string | null;
  lesson: string | null;
};

/**
 * A question as one attempt asks it: options stand as they are shown, and an ordering's items know their right places
 * (1 is first), so that an answer names positions on the page and the page says nothing about what is right.
 */
export type AskedQuestion = Exclude<Question, Ordering> | (Omit<Ordering, 'items'> & { items: Array<{ text: Ordering['items'][number]; place: number }> });
type Ordering = Extract<Question, { kind: 'ordering' }>;

export const quizColumns = { id: true, purpose: true, courseSlug: true, lesson: true, published: true, neededForCertificate: true, content: true } as const satisfies Prisma.QuizSelect;

/** @throws when the row's JSON was not written by sync or administration. */
export function quizOf({ content, ...row }: Prisma.QuizGetPayload<{ select: typeof quizColumns }>): Quiz {
  return { ...row, ...quizContentSchema.parse(content) };
}

/** As its file and its editor have it. */
export function quizDataOf({ courseSlug, lesson, ...quiz }: Quiz): QuizData {
  const { purpose, published, title, passPercent, maxAttempts, timeLimitMinutes, shuffle, neededForCertificate, questions } = quiz;
  const place = courseSlug === null || lesson === null ? null : `${courseSlug}/${lesson}`;
  return { purpose, lesson: place, published, title, passPercent, maxAttempts, timeLimitMinutes, shuffle, neededForCertificate, questions };
}

export async function findQuiz(id: string): Promise<Quiz | null> {
  const client = await db();
  const row = await client.quiz.findUnique({ where: { id }, select: quizColumns });
  return row ? quizOf(row) : null;
}

/** `course/lesson`, as content files and administration name a lesson. */
export function lessonPlace(place: string): { courseSlug: string; lesson: string } {
  const [courseSlug = '', lesson = ''] = place.split('/');
  return { courseSlug, lesson };
}

/** The row of such a quiz. */
export function columnsOf({ purpose, lesson, published, neededForCertificate, ...content }: QuizData) {
  const place = lesson === null ? { courseSlug: null, lesson: null } : lessonPlace(lesson);
  return { purpose, ...place, published, neededForCertificate, content: quizContentSchema.parse(content) as unknown as Prisma.InputJsonObject };
}
