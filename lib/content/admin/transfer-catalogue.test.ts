import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findContentFaults } from '@/lib/content/faults';
import { changeBundle, requireBundle } from '@/lib/courses/admin/bundles';
import { changeCourse, courseChangeSchema, requireAdminCourse } from '@/lib/courses/admin/courses';
import { createCourse } from '@/lib/courses/admin/create-course';
import { changeProduct } from '@/lib/courses/admin/products';
import { findCourse, listCourses, listProducts } from '@/lib/courses/catalogue/catalogue';
import { readCatalogueFile } from '@/lib/courses/catalogue/public-files';
import { syncCatalogue } from '@/lib/courses/catalogue/sync';
import { db } from '@/lib/database/client';
import { inEachLanguage, languages } from '@/lib/language';
import { arrangeLessons } from '@/lib/lessons/admin/lesson-plan';
import { buildActor } from '@/tests/support/actors';
import { copyContent } from '@/tests/support/content/content-folder';
import { resetDatabase } from '@/tests/support/database';
import { exportCatalogue, importCatalogue } from './transfer';

const now = new Date('2026-11-21T10:00:00Z');
const admin = buildActor('admin', { totpAt: now });
const slug = 'nextjs-from-zero';
let folder: string;
let remove: () => void;
let target: string;

beforeEach(async () => {
  await resetDatabase();
  ({ folder, remove } = copyContent());
  target = mkdtempSync(join(tmpdir(), 'exported-'));
  await syncCatalogue();
});
afterEach(() => {
  remove();
  rmSync(target, { recursive: true });
});

const read = (path: string): unknown => JSON.parse(readFileSync(join(folder, 'midan', path), 'utf8'));
const listStates = async () => {
  const select = { editedAt: true, syncedHash: true };
  return [...(await (await db()).course.findMany({ select })), ...(await (await db()).product.findMany({ select }))];
};

async function readShown() {
  return Promise.all(
    languages.map(async (lang) => {
      const courses = await listCourses(lang);
      const whole = await Promise.all(
        courses.map(async ({ slug: each }) => {
          const { updatedAt: _at, ...course } = (await findCourse(each, lang))!;
          return course;
        }),
      );
      return { courses: whole, products: await listProducts() };
    }),
  );
}

async function changeEverything(): Promise<void> {
  const course = await requireAdminCourse(admin, slug);
  const texts = { ...course.texts, en: { ...course.texts.en, title: 'Next.js, again', summary: 'Changed here' } };
  await changeCourse(
    admin,
    slug,
    courseChangeSchema.parse({ published: true, level: 'advanced', spokenLanguage: 'en', texts }),
    now,
  );
  const chapters = course.chapters.toReversed().map(({ title, lessons }) => ({
    title,
    lessons: lessons.map(({ file, name, freePreview }) => ({
      file,
      name: { ...name, de: `${name.de}!` },
      freePreview,
    })),
  }));
  await arrangeLessons(admin, slug, { chapters }, now);
  await changeProduct(
    admin,
    'course-nextjs',
    { amount: 20_050, saleAmount: 15_025, refundableOnSale: true, name: inEachLanguage((lang) => `Next ${lang}`) },
    now,
  );
  const {
    updatedAt: _at,
    key,
    editedHere: _here,
    currency: _currency,
    ...bundle
  } = await requireBundle(admin, 'track-nextjs-and-mobile');
  await changeBundle(admin, key, { ...bundle, saleAmount: 25_000 }, { lang: 'en', now });
  const other = await requireAdminCourse(admin, 'mobile-apps-with-react-native');
  await changeCourse(
    admin,
    other.slug,
    courseChangeSchema.parse({
      published: false,
      level: other.level,
      spokenLanguage: other.spokenLanguage,
      texts: other.texts,
    }),
    now,
  );
}

async function makeCourse(): Promise<void> {
  const made = await createCourse(
    admin,
    { title: inEachLanguage(() => 'Git'), slug: 'git', level: 'beginner', spokenLanguage: 'ar', amount: 5_000 },
    { lang: 'en', now },
  );
  const client = await db();
  const { id } = await client.chapter.create({
    data: { courseSlug: 'git', position: 0, title: inEachLanguage(() => 'One') },
  });
  await client.lesson.create({
    data: {
      courseSlug: 'git',
      chapterId: id,
      position: 0,
      file: '01-a.mp4',
      path: 'git\\01-a.mp4',
      name: inEachLanguage(() => 'A'),
      durationSeconds: 9,
    },
  });
  const { courseInfo } = made.texts.en;
  const texts = inEachLanguage((lang) => ({
    title: `Git ${lang}`,
    summary: 's',
    htmlContent: '<p>h</p>',
    imageUrl: '/assets/midan/images/course-nextjs-from-zero.svg',
    imageAlt: 'a',
    courseInfo: { ...courseInfo, createdBy: 'Mona' },
  }));
  await changeCourse(
    admin,
    'git',
    courseChangeSchema.parse({ published: true, level: 'beginner', spokenLanguage: 'ar', texts }),
    now,
  );
}

test('an export without changes writes nothing [N5, P4]', async () => {
  expect(await exportCatalogue(folder)).toEqual({ written: [], leftOut: [], refused: [] });
  expect(await importCatalogue(folder, now)).toEqual({ published: [], refused: [] });
});

test('the products URL returns the unchanged file in its original order [S1, C14]', async () => {
  expect(await readCatalogueFile('midan/products.json')).toEqual(read('products.json'));
});

test('an export writes admin changes to the files, and a fresh database built from them shows the same [N5, O7, P4]', async () => {
  await changeEverything();
  await makeCourse();
  const before = await readShown();
  expect((await exportCatalogue(folder)).written.sort()).toEqual([
    ...languages.toSorted().map((lang) => `midan/${lang}/course-page/courses-data.json`),
    'midan/products.json',
  ]);
  expect(await findContentFaults(folder)).toEqual([]);
  expect(JSON.stringify(read('en/course-page/courses-data.json'))).toContain(
    'How a file in a folder becomes an address in the browser.',
  );
  await resetDatabase();
  await syncCatalogue();
  const after = await readShown();
  const dropPrices = (all: typeof before) =>
    JSON.parse(
      JSON.stringify(all, (key, value: unknown) => (key === 'pricing' || key === 'sales' ? undefined : value)),
    ) as unknown;
  expect(dropPrices(after)).toEqual(dropPrices(before));
  expect((await (await db()).course.findUnique({ where: { slug: 'mobile-apps-with-react-native' } }))?.published).toBe(
    false,
  );
});

test('a row that matches its file after an export follows the file again [N5, P4]', async () => {
  await changeEverything();
  await makeCourse();
  await exportCatalogue(folder);
  expect(await syncCatalogue()).toMatchObject({ added: [], edited: [] });
  expect((await listStates()).every(({ editedAt, syncedHash }) => editedAt === null && syncedHash !== null)).toBe(true);
  expect(await syncCatalogue()).toEqual({ added: [], updated: [], edited: [] });
});

test.each([
  ['an invalid entry', (courses: string) => courses.replace('"courseName"', '"courseNam"')],
  ['a syntax error', (courses: string) => `${courses},`],
])('an export overwrites no catalogue file while one has %s, and names the file [N5]', async (_, damage) => {
  await changeEverything();
  const path = 'midan/en/course-page/courses-data.json';
  const damaged = damage(readFileSync(join(folder, path), 'utf8'));
  writeFileSync(join(folder, path), damaged);
  const { written, refused } = await exportCatalogue(folder);
  expect([written, refused[0]]).toEqual([[], expect.stringContaining(`${path}: `)]);
  expect(readFileSync(join(folder, path), 'utf8')).toBe(damaged);
});

test('an unfinished course draft is left out of the export, which says why [N5]', async () => {
  await createCourse(
    admin,
    { title: inEachLanguage(() => 'Git'), slug: 'git', level: 'beginner', spokenLanguage: 'ar', amount: 5_000 },
    { lang: 'en', now },
  );
  const { written, leftOut } = await exportCatalogue(folder);
  expect([written, leftOut]).toEqual([[], [expect.stringMatching(/^course git: ar /)]]);
});

test('an import makes rows match the files, even rows edited in administration, and the next start keeps them [N5]', async () => {
  await changeEverything();
  await exportCatalogue(target);
  const exported = await readShown();
  const course = await requireAdminCourse(admin, slug);
  await changeCourse(
    admin,
    slug,
    courseChangeSchema.parse({
      published: true,
      level: 'beginner',
      spokenLanguage: 'ar',
      texts: { ...course.texts, en: { ...course.texts.en, title: 'Later' } },
    }),
    now,
  );
  await changeProduct(admin, 'course-marketing', { amount: 100 }, now);
  expect((await importCatalogue(target, now)).published.sort()).toEqual(
    [`course ${slug}`, 'course digital-marketing-basics', 'product course-marketing'].sort(),
  );
  expect(await readShown()).toEqual(exported);
  await syncCatalogue();
  expect(await readShown()).toEqual(exported);
});

test('an invalid file is reported with field and reason [N5]', async () => {
  await exportCatalogue(target);
  const file = join(target, 'midan/products.json');
  await changeProduct(admin, 'course-marketing', { amount: 100 }, now);
  const [first, ...others] = JSON.parse(readFileSync(file, 'utf8').toString()) as Array<Record<string, unknown>>;
  writeFileSync(file, JSON.stringify([{ ...first, amount: -1 }, ...others]));
  const { refused } = await importCatalogue(target, now);
  expect(refused).toEqual([expect.stringMatching(/^midan\/products\.json: 0\.amount: /)]);
});
