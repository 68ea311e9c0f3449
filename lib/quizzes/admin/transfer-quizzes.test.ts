import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { syncCatalogue } from '@/lib/courses/catalogue/sync';
import { db } from '@/lib/database/client';
import { syncQuizzes } from '@/lib/quizzes/quiz';
import { buildActor } from '@/tests/support/actors';
import { copyContent } from '@/tests/support/content/content-folder';
import { resetDatabase } from '@/tests/support/database';
import { changeQuiz, createQuiz, requireAdminQuiz } from './quizzes';
import { exportQuizzes, importQuizzes } from './transfer-quizzes';

const now = new Date('2026-11-21T10:00:00Z');
const saving = { lang: 'en', now } as const;
const admin = buildActor('admin');
let folder: string;
let remove: () => void;
let target: string;

beforeEach(async () => {
  await resetDatabase();
  ({ folder, remove } = copyContent());
  target = mkdtempSync(join(tmpdir(), 'exported-'));
  await syncCatalogue();
  await syncQuizzes();
});
afterEach(() => {
  remove();
  rmSync(target, { recursive: true });
});

async function editQuiz(): Promise<void> {
  const { id: _id, version: _version, editedHere: _edited, ...quiz } = await requireAdminQuiz(admin, 'nextjs-start');
  await changeQuiz(admin, 'nextjs-start', { ...quiz, passPercent: 55 }, saving);
  await createQuiz(admin, { id: 'made-here', ...quiz, passPercent: 44 }, saving);
}

const listEdited = async () =>
  (await db()).quiz.findMany({
    where: { OR: [{ editedAt: { not: null } }, { syncedHash: null }] },
    orderBy: { id: 'asc' },
    select: { id: true },
  });

test('without changes, an export writes nothing and an import publishes nothing [N5, N16]', async () => {
  expect([await exportQuizzes(folder), await importQuizzes(folder, now)]).toEqual([[], { published: [], refused: [] }]);
});

test('exports quizzes edited in administration; this database follows the files again, and a new one loads the same quizzes [N5, N16]', async () => {
  await editQuiz();
  const made = await requireAdminQuiz(admin, 'made-here');
  expect(await exportQuizzes(folder)).toEqual(['midan/quizzes/made-here.json', 'midan/quizzes/nextjs-start.json']);
  expect(await listEdited()).toEqual([{ id: 'made-here' }, { id: 'nextjs-start' }]);
  await syncQuizzes();
  expect(await listEdited()).toEqual([]);
  await resetDatabase();
  await syncCatalogue();
  await syncQuizzes();
  expect([
    (await requireAdminQuiz(admin, 'nextjs-start')).passPercent,
    await requireAdminQuiz(admin, 'made-here'),
  ]).toEqual([55, { ...made, editedHere: false, madeHere: false }]);
});

test('an import updates quizzes from a folder, and the next start keeps them [N5, N16]', async () => {
  await editQuiz();
  await exportQuizzes(target);
  expect(existsSync(join(target, 'midan/quizzes/level-web.json'))).toBe(true);
  await resetDatabase();
  await syncCatalogue();
  await syncQuizzes();
  expect(await importQuizzes(target, now)).toEqual({ published: ['quiz made-here', 'quiz nextjs-start'], refused: [] });
  await syncQuizzes();
  expect([
    (await requireAdminQuiz(admin, 'nextjs-start')).passPercent,
    (await requireAdminQuiz(admin, 'made-here')).passPercent,
  ]).toEqual([55, 44]);
  expect(await importQuizzes(folder, now)).toEqual({ published: ['quiz nextjs-start'], refused: [] });
  expect(await listEdited()).toEqual([{ id: 'made-here' }]);
});

test('refuses an invalid file or one for an unknown course, names it and changes nothing [N5, N16]', async () => {
  await exportQuizzes(target);
  const write = (name: string, change: object) => {
    const file = join(target, 'midan/quizzes/nextjs-start.json');
    writeFileSync(
      join(target, 'midan/quizzes', name),
      JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), ...change }),
    );
  };
  write('other.json', { lesson: 'no-course/01-a.mp4' });
  write('Capitals.json', {});
  write('nextjs-start.json', { passPercent: 0 });
  writeFileSync(join(target, 'midan/quizzes/broken.json'), '{"passPercent" 5}');
  const { published, refused } = await importQuizzes(target, now);
  expect(published).toEqual([]);
  expect(refused).toEqual([
    expect.stringMatching(/^midan\/quizzes\/Capitals\.json: id: /),
    expect.stringMatching(/^midan\/quizzes\/broken\.json: cannot be read: /),
    expect.stringMatching(/^midan\/quizzes\/nextjs-start\.json: passPercent: /),
    'quiz other: unknown course (no-course)',
  ]);
});
