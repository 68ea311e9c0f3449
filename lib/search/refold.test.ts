import { beforeEach, expect, test } from 'vitest';
import { saveArticle } from '@/lib/articles/save-article';
import { grantEnrolment } from '@/lib/courses/enrolment/enrolment';
import { db, transaction } from '@/lib/database/client';
import { addNote, listNotes } from '@/lib/lessons/notes';
import { buildActor } from '@/tests/support/actors';
import { seedCourse, seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { hasTextsToRefold, refoldTexts } from './refold';
import { searchArticles } from './search';

const now = new Date('2026-11-22T10:00:00Z');
const mona = buildActor('learner', { userId: 'mona' });
const never = new AbortController().signal;

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
  await seedLearner('mona');
  await transaction((tx) =>
    grantEnrolment(tx, { userId: 'mona', courseSlug: 'nextjs-from-zero', orderId: null, source: 'purchase', now }),
  );
});

test('folds texts stored by an earlier version once, without changing the date of an article [V13]', async () => {
  const client = await db();
  const text = {
    title: 'کیف تکتب',
    description: 'a description of some length',
    category: 'c',
    html: '<p>می\u200cخواهم</p>',
  };
  await transaction((tx) =>
    saveArticle(tx, {
      id: 'writing',
      category: 'c',
      imageUrl: null,
      publishedAt: new Date('2026-01-01'),
      published: true,
      texts: { ar: text },
    }),
  );
  await addNote({
    actor: mona,
    userId: 'mona',
    lang: 'ar',
    courseSlug: 'nextjs-from-zero',
    lesson: (await client.lesson.findFirstOrThrow({ select: { file: true } })).file,
    note: { positionSeconds: 1, text: 'یادداشت' },
    now,
  });
  expect(await hasTextsToRefold()).toBe(false);
  await client.$executeRaw`UPDATE "ArticleText" SET "searchText" = 'old', "searchWords" = array_to_tsvector(ARRAY['old']), "searchVersion" = 1`;
  await client.note.updateMany({ data: { searchText: 'old', searchVersion: 1 } });
  const before = await client.articleText.findFirstOrThrow({ select: { updatedAt: true } });

  expect(await hasTextsToRefold()).toBe(true);
  await refoldTexts(now, never);

  expect(await hasTextsToRefold()).toBe(false);
  const countFound = async (q: string) => [
    (await searchArticles({ actor: null, lang: 'ar', q, page: 1, pageSize: 5, now })).total,
    (await listNotes({ actor: mona, userId: 'mona', lang: 'ar', q, page: 1 })).rows.length,
  ];
  expect([
    await countFound('كيف'),
    await countFound('میخواهم'),
    await countFound('ياد'),
    await countFound('old'),
  ]).toEqual([
    [1, 0],
    [1, 0],
    [0, 1],
    [0, 0],
  ]);
  expect(await client.articleText.findFirstOrThrow({ select: { updatedAt: true } })).toEqual(before);
});
