import { invalidate } from '@/lib/cache/invalidate';
import { type Question, type QuizContent, quizContentSchema, type QuizData } from '@/lib/content/quiz-schema';
import { readQuizzes } from '@/lib/content/read';
import { hashOf } from '@/lib/courses/catalogue/catalogue-files';
import { syncStateOf } from '@/lib/courses/catalogue/sync';
import { db, type Prisma } from '@/lib/database/client';
import { log } from '@/lib/log';

/** Contains the solutions: never send it to a browser. */
export type Quiz = QuizContent &
  Pick<QuizData, 'purpose' | 'published' | 'neededForCertificate'> & {
    id: string;
    courseSlug: string | null;
    lesson: string | null;
  };

/** Options are in display order, so that an answer names positions. Ordering items carry their right place, from 1. */
export type AskedQuestion =
  | Exclude<Question, Ordering>
  | (Omit<Ordering, 'items'> & { items: Array<{ text: Ordering['items'][number]; place: number }> });
type Ordering = Extract<Question, { kind: 'ordering' }>;

export const quizColumns = {
  id: true,
  purpose: true,
  courseSlug: true,
  lesson: true,
  published: true,
  neededForCertificate: true,
  content: true,
} as const satisfies Prisma.QuizSelect;

export function parseQuiz({ content, ...row }: Prisma.QuizGetPayload<{ select: typeof quizColumns }>): Quiz {
  return { ...row, ...quizContentSchema.parse(content) };
}

export function toQuizData({ courseSlug, lesson, ...quiz }: Quiz): QuizData {
  const {
    purpose,
    published,
    title,
    passPercent,
    maxAttempts,
    timeLimitMinutes,
    shuffle,
    neededForCertificate,
    questions,
  } = quiz;
  const place = courseSlug === null || lesson === null ? null : `${courseSlug}/${lesson}`;
  return {
    purpose,
    lesson: place,
    published,
    title,
    passPercent,
    maxAttempts,
    timeLimitMinutes,
    shuffle,
    neededForCertificate,
    questions,
  };
}

export async function findQuiz(id: string): Promise<Quiz | null> {
  const client = await db();
  const row = await client.quiz.findUnique({ where: { id }, select: quizColumns });
  return row ? parseQuiz(row) : null;
}

/** Splits `course/lesson`, the notation of content files and administration. */
export function parseLessonPlace(place: string): { courseSlug: string; lesson: string } {
  const [courseSlug = '', lesson = ''] = place.split('/');
  return { courseSlug, lesson };
}

export function toColumns({ purpose, lesson, published, neededForCertificate, ...content }: QuizData) {
  const place = lesson === null ? { courseSlug: null, lesson: null } : parseLessonPlace(lesson);
  return {
    purpose,
    ...place,
    published,
    neededForCertificate,
    content: quizContentSchema.parse(content) as unknown as Prisma.InputJsonObject,
  };
}

export const quizHash = (id: string, quiz: QuizData): string => hashOf({ id, ...quiz });

/** Updates quizzes from their content files until an admin changes them. Run it after `syncCatalogue`. */
export async function syncQuizzes(): Promise<void> {
  const client = await db();
  const syncedHashes = new Set(
    (await client.quiz.findMany({ select: { syncedHash: true } })).map(({ syncedHash }) => syncedHash),
  );
  const entries = [...(await readQuizzes())]
    .map(([id, quiz]) => ({ id, columns: toColumns(quiz), hash: quizHash(id, quiz) }))
    .filter(({ hash }) => !syncedHashes.has(hash));
  if (entries.length === 0) return;
  const courses = new Set((await client.course.findMany({ select: { slug: true } })).map(({ slug }) => slug));
  let changed = 0;
  for (const { id, columns, hash } of entries) {
    if (columns.courseSlug !== null && !courses.has(columns.courseSlug)) {
      log.error(
        { quiz: id, course: columns.courseSlug },
        'A quiz was skipped, because its course does not exist. Correct the course in its content file',
      );
      continue;
    }
    const row = await client.quiz.findUnique({
      where: { id },
      select: { ...quizColumns, syncedHash: true, editedAt: true },
    });
    // An edited quiz that was exported equals its file, so it follows the file again.
    if (row && syncStateOf(row, hash) === 'edited' && quizHash(id, toQuizData(parseQuiz(row))) !== hash) continue;
    const data = { ...columns, syncedHash: hash, editedAt: null };
    await client.quiz.upsert({ where: { id }, create: { id, ...data }, update: data, select: { id: true } });
    changed += 1;
  }
  if (changed > 0) invalidate('quizzes');
}
