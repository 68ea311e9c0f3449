import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { writeAudit } from '@/lib/accounts/audit';
import { invalidate } from '@/lib/cache/invalidate';
import { config } from '@/lib/config/config';
import { readPart, writePart } from '@/lib/content/admin/transfer';
import type { JsonValue } from '@/lib/content/form/form-node';
import { newQuizSchema, type QuizData } from '@/lib/content/quiz-schema';
import { readQuizzes } from '@/lib/content/read';
import { db, transaction } from '@/lib/database/client';
import { parseQuiz, quizColumns, quizHash, toColumns, toQuizData } from '@/lib/quizzes/quiz';

const folderOf = () => `${config().siteProject}/quizzes`;

/** Writes every quiz to its file. Keeps files of quizzes that the database lacks. @returns the paths written */
export async function exportQuizzes(root: string): Promise<string[]> {
  const rows = await (await db()).quiz.findMany({ orderBy: { id: 'asc' }, select: quizColumns });
  const written: string[] = [];
  for (const row of rows)
    written.push(
      ...(await writePart(root, `${folderOf()}/${row.id}.json`, toQuizData(parseQuiz(row)) as unknown as JsonValue)),
    );
  return written;
}

async function readFolder(root: string): Promise<{ quizzes: Map<string, QuizData>; refused: string[] }> {
  const names = await readdir(join(root, folderOf())).catch(() => []);
  const quizzes = new Map<string, QuizData>();
  const refused: string[] = [];
  for (const name of names.filter((each) => each.endsWith('.json')).sort()) {
    const path = `${folderOf()}/${name}`;
    const unreadable: string[] = [];
    const file = await readPart(root, path, unreadable);
    refused.push(...unreadable);
    if (unreadable.length > 0) continue;
    const parsed = newQuizSchema.safeParse({ ...(file as object), id: basename(name, '.json') });
    refused.push(...(parsed.error?.issues ?? []).map((issue) => `${path}: ${issue.path.join('.')}: ${issue.message}`));
    if (!parsed.data) continue;
    const { id, ...quiz } = parsed.data;
    quizzes.set(id, quiz);
  }
  return { quizzes, refused };
}

export async function importQuizzes(root: string, now: Date): Promise<{ published: string[]; refused: string[] }> {
  const { quizzes, refused } = await readFolder(root);
  // Rows are synced only from this installation's files: any other import counts as edited by an admin.
  const ownHashes = new Set([...(await readQuizzes())].map(([id, quiz]) => quizHash(id, quiz)));
  const client = await db();
  const rows = new Map(
    (await client.quiz.findMany({ select: { ...quizColumns, syncedHash: true } })).map((row) => [row.id, row]),
  );
  const courses = new Set((await client.course.findMany({ select: { slug: true } })).map(({ slug }) => slug));
  const published: string[] = [];
  for (const [id, quiz] of quizzes) {
    const row = rows.get(id);
    const hash = quizHash(id, quiz);
    if (row && quizHash(id, toQuizData(parseQuiz(row))) === hash) continue;
    const columns = toColumns(quiz);
    if (columns.courseSlug !== null && !courses.has(columns.courseSlug)) {
      refused.push(`quiz ${id}: unknown course (${columns.courseSlug})`);
      continue;
    }
    const origin = ownHashes.has(hash)
      ? { syncedHash: hash, editedAt: null }
      : { syncedHash: row?.syncedHash ?? null, editedAt: now };
    const data = { ...columns, ...origin };
    await transaction(async (tx) => {
      await tx.quiz.upsert({ where: { id }, create: { id, ...data }, update: data, select: { id: true } });
      await writeAudit(tx, { actor: null, action: 'content.import', subject: `quiz:${id}` });
    });
    published.push(`quiz ${id}`);
  }
  if (published.length > 0) invalidate('quizzes');
  return { published, refused };
}
