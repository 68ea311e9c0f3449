import { beforeEach, expect, test, vi } from 'vitest';
import * as read from '@/lib/content/read';
import { db, type Prisma } from '@/lib/database/client';
import { log } from '@/lib/log';
import { resetDatabase } from '@/tests/support/database';
import { findCourseDetails, findCourseOffer, listCourseCards, listSimilarCourses } from './course-offer';
import { syncCatalogue } from './sync';

beforeEach(async () => {
  await resetDatabase();
  await syncCatalogue();
});

async function rename(slug: string, change: { title: string; titleTr?: string | undefined }): Promise<void> {
  const client = await db();
  const { text } = await client.course.findUniqueOrThrow({ where: { slug }, select: { text: true } });
  const renamed = Object.fromEntries(
    Object.entries(text as Record<string, object>).map(([lang, each]) => [lang, { ...each, ...change }]),
  );
  await client.course.update({
    where: { slug },
    data: { text: JSON.parse(JSON.stringify(renamed)) as Prisma.InputJsonObject },
  });
}

test('finds a course’s details page by the slug of its title, with its price [A7, C6]', async () => {
  expect(await findCourseDetails('digital-marketing-basics', 'de')).toMatchObject({
    state: 'found',
    detailsSlug: 'digital-marketing-basics',
    course: { slug: 'digital-marketing-basics', product: { salePiastres: 4_500, listPiastres: 6_000 } },
  });
  expect(await findCourseDetails('nothing', 'de')).toEqual({ state: 'missing' });
});

test('finds a course behind characters that a chat program appended to its link [A15]', async () => {
  for (const segment of ['digital-marketing-basics؟', 'digital-marketing-basics?fbclid=x'])
    expect(await findCourseDetails(segment, 'de')).toEqual({
      state: 'moved',
      detailsSlug: 'digital-marketing-basics',
    });
  expect(await findCourseDetails('nothing؟', 'de')).toEqual({ state: 'missing' });
});

test('a course renamed in administration moves to its new address, and the old one redirects [A7, A14, O7]', async () => {
  await rename('nextjs-from-zero', { title: 'نكست للجميع', titleTr: 'Next for everybody' });
  expect(await findCourseDetails('next-for-everybody', 'ar')).toMatchObject({
    state: 'found',
    course: { slug: 'nextjs-from-zero', title: 'نكست للجميع' },
  });
  expect(await findCourseDetails('nextjs-from-zero', 'ar')).toEqual({
    state: 'moved',
    detailsSlug: 'next-for-everybody',
  });
});

test('a course without a Latin title uses its own slug in every language, and its title’s slug finds it too [A7, A12]', async () => {
  await rename('nextjs-from-zero', { title: 'نكست للجميع', titleTr: undefined });
  for (const segment of ['nextjs-from-zero', 'نكست-للجميع']) {
    expect(await findCourseDetails(segment, 'ar'), segment).toMatchObject({
      state: 'found',
      detailsSlug: 'nextjs-from-zero',
    });
  }
});

test('a card shows level, spoken language, lessons and price [N1]', async () => {
  const [card] = await listCourseCards('de');
  expect(card).toMatchObject({
    slug: 'nextjs-from-zero',
    level: 'beginner',
    spokenLanguage: 'ar',
    voice: false,
    product: { listPiastres: 18_000, salePiastres: null },
  });
  expect(card?.lessons).toHaveLength(8);
});

test('the cards take the same number of queries for any number of courses [N1]', async () => {
  const client = await db();
  const findMany = vi.spyOn(client.course, 'findMany');
  const findProducts = vi.spyOn(client.product, 'findMany');
  await listCourseCards('en');
  expect([findMany.mock.calls.length, findProducts.mock.calls.length]).toEqual([1, 1]);
});

test('similar courses are all others, those of the same level first [N2]', async () => {
  const course = (await findCourseOffer('digital-marketing-basics', 'en'))!;
  expect((await listSimilarCourses(course, 'en')).map(({ slug, level }) => `${slug} ${level}`)).toEqual([
    'nextjs-from-zero beginner',
    'mobile-apps-with-react-native intermediate',
  ]);
});

test('a course edited before level, prerequisites and FAQ existed is shown without them [N2]', async () => {
  const client = await db();
  const { text } = await client.course.findUniqueOrThrow({
    where: { slug: 'nextjs-from-zero' },
    select: { text: true },
  });
  const older = Object.fromEntries(
    Object.entries(text as Record<string, { courseInfo: object }>).map(([lang, each]) => {
      const courseInfo = Object.fromEntries(
        Object.entries(each.courseInfo).filter(
          ([name]) => !['level', 'spokenLanguage', 'prerequisites', 'faq'].includes(name),
        ),
      );
      return [lang, { ...each, courseInfo }];
    }),
  );
  await client.course.update({
    where: { slug: 'nextjs-from-zero' },
    data: { text: JSON.parse(JSON.stringify(older)) as Prisma.InputJsonObject },
  });
  expect((await findCourseOffer('nextjs-from-zero', 'en'))?.courseInfo).toMatchObject({
    spokenLanguage: 'ar',
    prerequisites: [],
    faq: [],
  });
});

test('without the database, an unpublished course is left out, and an unknown course is an error instead of missing [R03, O7]', async () => {
  const files = (await read.readCourses('en'))!;
  const [first, ...others] = files;
  vi.spyOn(read, 'readCourses').mockResolvedValue([{ ...first!, published: false }, ...others]);
  const client = await db();
  for (const model of [client.course, client.product]) {
    for (const name of ['findMany', 'findUnique'] as const)
      vi.spyOn(model as unknown as Record<typeof name, () => unknown>, name).mockRejectedValue(new Error('away'));
  }
  expect((await listCourseCards('en')).map(({ slug }) => slug)).toEqual(others.map(({ courseName }) => courseName));
  for (const slug of [first!.courseName, 'made-in-administration'])
    await expect(findCourseDetails(slug, 'en'), slug).rejects.toThrow('away');
  vi.restoreAllMocks();
});

// Keep this test last: it renames a table and does not restore it.
test('without the database, courses come from the content file [R03, C6, N1]', async () => {
  const pickBySlug = (cards: Awaited<ReturnType<typeof listCourseCards>>) =>
    cards.map(({ lessons, product, ...card }) => ({
      ...card,
      listPiastres: product?.listPiastres,
      salePiastres: product?.salePiastres,
      lessons: lessons.map(({ file }) => file).sort(),
    }));
  const before = pickBySlug(await listCourseCards('en'));
  const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined);
  await (await db()).$executeRawUnsafe('ALTER TABLE "Course" RENAME TO "CourseAway"');
  expect(pickBySlug(await listCourseCards('en'))).toEqual(before);
  expect(await findCourseDetails('nextjs-from-zero', 'en')).toMatchObject({
    state: 'found',
    course: { title: 'Next.js from zero' },
  });
  expect(logged).toHaveBeenCalled();
});
