import 'server-only';
import type { QuizData } from '@/lib/content/quiz-schema';
import { readQuizzes } from '@/lib/content/read';
import { stateOf } from '@/lib/courses/catalogue/sync';
import { hashOf } from '@/lib/courses/catalogue/sync-plan';
import { db } from '@/lib/database/client';
import { invalidate } from '@/lib/cache/invalidate';
import { log } from '@/lib/log';
import { columnsOf, quizColumns, quizDataOf, quizOf } from './quiz';

/** Of what a quiz says, the same for its file and its row. */
export const quizHash = (id: string, quiz: QuizData): string => hashOf({ id, ...quiz });

/** As for courses: a quiz follows its content file until it is changed in administration. After `syncCatalogue`. */
export async function syncQuizzes(): Promise<void> {
  const client = await db();
  const followed = new Set((await client.quiz.findMany({ select: { syncedHash: true } })).map(({ syncedHash }) => syncedHash));
  const entries = [...(await readQuizzes())].map(([id, quiz]) => ({ id, columns: columnsOf(quiz), hash: quizHash(id, quiz) })).filter(({ hash }) => !followed.has(hash));
  if (entries.length === 0) return;
  const courses = new Set((await client.course.findMany({ select: { slug: true } })).map(({ slug }) => slug));
  let changed = 0;
  for (const { id, columns, hash } of entries) {
    if (columns.courseSlug !== null && !courses.has(columns.courseSlug)) {
      log.error({ quiz: id, course: columns.courseSlug }, 'a quiz names a course that does not exist');
      continue;
    }
    const row = await client.quiz.findUnique({ where: { id }, select: { ...quizColumns, syncedHash: true, editedAt: true } });
    // Exported from here: it follows its file again.
    if (row && stateOf(row, hash) === 'edited' && quizHash(id, quizDataOf(quizOf(row))) !== hash) continue;
    const data = { ...columns, syncedHash: hash, editedAt: null };
    await client.quiz.upsert({ where: { id }, create: { id, ...data }, update: data, select: { id: true } });
    changed += 1;
  }
  if (changed > 0) invalidate('quizzes');
}
