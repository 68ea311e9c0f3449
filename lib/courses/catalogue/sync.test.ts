import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { db, transaction } from '@/lib/database/client';
import { copyContent } from '@/tests/support/content/content-folder';
import { resetDatabase } from '@/tests/support/database';
import { findMovedCourse, findProduct } from './catalogue';
import { renameCourse, syncCatalogue } from './sync';

let folder: string;
let remove: () => void;

beforeEach(async () => {
  await resetDatabase();
  ({ folder, remove } = copyContent());
});

afterEach(() => remove());

async function change(file: string, edit: (text: string) => string) {
  const target = path.join(folder, 'midan', file);
  await writeFile(target, edit(await readFile(target, 'utf8')));
}

const changeCourses = async (edit: (text: string) => string) => {
  for (const lang of ['ar', 'en', 'de']) await change(`${lang}/course-page/courses-data.json`, edit);
};

test('adds courses and products of the content files once [P4]', async () => {
  expect((await syncCatalogue()).added).toContain('nextjs-from-zero');
  expect(await syncCatalogue()).toEqual({ added: [], updated: [], edited: [] });
  expect(await (await db()).lesson.count()).toBe(20);
});

test('a course’s sale price is what its product charges [P3]', async () => {
  await syncCatalogue();
  expect(await findProduct('course-marketing')).toMatchObject({ salePiastres: 4_500, listPiastres: 6_000 });
  expect(await findProduct('course-nextjs')).toMatchObject({ listPiastres: 18_000, salePiastres: null });
});

test('updates an unedited row from its file, and keeps one edited in administration [P4]', async () => {
  await syncCatalogue();
  const client = await db();
  await client.product.update({ where: { key: 'course-mobile' }, data: { amountPiastres: 1, editedAt: new Date() } });
  await change('products.json', (text) =>
    text.replace('"amount": 180', '"amount": 170').replace('"amount": 60', '"amount": 50'),
  );
  expect(await syncCatalogue()).toEqual({ added: [], updated: ['course-nextjs'], edited: ['course-mobile'] });
  expect((await findProduct('course-nextjs'))?.listPiastres).toBe(17_000);
  expect((await findProduct('course-mobile'))?.listPiastres).toBe(1);
});

test('adding, moving or renaming lessons in a file keeps learners’ progress and notes [P4, L4]', async () => {
  await syncCatalogue();
  const client = await db();
  const [userId, courseSlug] = ['mona', 'nextjs-from-zero'];
  await client.user.create({ data: { id: userId, email: 'mona@midan.example' } });
  await client.enrolment.create({ data: { userId, courseSlug, source: 'purchase' } });
  const seen = { userId, courseSlug, lesson: '06-deploy.mp4', played: true, positionSeconds: 41, watchedSeconds: 40 };
  await client.lessonProgress.create({ data: seen });
  await client.note.create({
    data: { userId, courseSlug, lesson: '06-deploy.mp4', positionSeconds: 7, text: 'my note', searchText: 'my note' },
  });
  await changeCourses((text) =>
    text.replaceAll('\\\\07-search.mp4', '\\\\09-found.mp4').replaceAll('03-after', '04-later'),
  );
  expect((await syncCatalogue()).updated).toEqual([courseSlug]);
  expect(
    await client.lesson.findMany({
      where: { courseSlug },
      select: { file: true },
      orderBy: [{ chapter: { position: 'asc' } }, { position: 'asc' }],
      skip: 5,
    }),
  ).toEqual([{ file: '06-deploy.mp4' }, { file: '09-found.mp4' }, { file: '08-speed.mp4' }]);
  expect(await client.lessonProgress.findMany({ where: { userId } })).toMatchObject([seen]);
  expect([await client.note.count(), await client.enrolment.count()]).toEqual([1, 1]);
});

test('learners follow a course to its new slug, and the old address redirects [A14]', async () => {
  await syncCatalogue();
  const client = await db();
  await client.user.create({ data: { id: 'mona', email: 'mona@midan.example' } });
  await client.enrolment.create({ data: { userId: 'mona', courseSlug: 'nextjs-from-zero', source: 'purchase' } });
  await client.lessonProgress.create({
    data: { userId: 'mona', courseSlug: 'nextjs-from-zero', lesson: '01-welcome.mp4', played: true },
  });
  await client.newsletter.create({
    data: { lang: 'ar', subject: 'دورة', preview: '', html: '', courseSlug: 'nextjs-from-zero', courseOwners: false },
  });
  await changeCourses((text) =>
    text.replace(
      '"courseName": "nextjs-from-zero"',
      '"courseName": "next-from-zero", "formerSlugs": ["nextjs-from-zero"]',
    ),
  );
  await change('products.json', (text) =>
    text.replace('"courseName": "nextjs-from-zero"', '"courseName": "next-from-zero"'),
  );
  await syncCatalogue();
  expect(await findMovedCourse('nextjs-from-zero')).toBe('next-from-zero');
  expect(await client.enrolment.count({ where: { courseSlug: 'next-from-zero' } })).toBe(1);
  expect(await client.lessonProgress.count({ where: { courseSlug: 'next-from-zero' } })).toBe(1);
  expect(await client.newsletter.findFirst({ select: { courseSlug: true } })).toEqual({ courseSlug: 'next-from-zero' });
});

test('renaming a course moves every table that no cascading relation updates [A14]', async () => {
  const apart = await (
    await db()
  ).$queryRaw<Array<{ table: string }>>`
    SELECT c.relname::text AS table FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'courseSlug' AND NOT a.attisdropped
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
      AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confupdtype = 'c' AND a.attnum = ANY (f.conkey))`;
  await syncCatalogue();
  const used: string[] = [];
  await transaction((tx) =>
    renameCourse(
      new Proxy(tx, { get: (target, name) => (used.push(String(name)), Reflect.get(target, name)) }),
      'nextjs-from-zero',
      'next-from-zero',
    ),
  );
  expect(apart.length).toBeGreaterThan(8);
  expect(used).toEqual(
    expect.arrayContaining(apart.map(({ table }) => `${table.charAt(0).toLowerCase()}${table.slice(1)}`)),
  );
});
