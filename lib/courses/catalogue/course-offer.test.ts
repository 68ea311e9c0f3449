import { beforeEach, expect, test, vi } from 'vitest';
import { db, type Prisma } from '@/lib/database/client';
import { log } from '@/lib/log';
import { freshDatabase } from '@/lib/testing/database';
import { findCourseDetails, listCourseCards } from './course-offer';
import { syncCatalogue } from './sync';

beforeEach(async () => {
  await freshDatabase();
  await syncCatalogue();
});

async function rename(slug: string, change: { title: string; titleTr?: string | undefined }): Promise<void> {
  const client = await db();
  const { text } = await client.course.findUniqueOrThrow({ where: { slug }, select: { text: true } });
  const renamed = Object.fromEntries(Object.entries(text as Record<string, object>).map(([lang, each]) => [lang, { ...each, ...change }]));
  await client.course.update({ where: { slug }, data: { text: JSON.parse(JSON.stringify(renamed)) as Prisma.InputJsonObject } });
}

test('A7 C6 a course’s details page is found by the slug of its title, with its price', async () => {
  expect(await findCourseDetails('digital-marketing-basics', 'de')).toMatchObject({
    state: 'found', detailsSlug: 'digital-marketing-basics', course: { slug: 'digital-marketing-basics', product: { salePiastres: 99_000, listPiastres: 145_000 } },
  });
  expect(await findCourseDetails('nothing', 'de')).toEqual({ state: 'missing' });
});

test('A7 A14 O7 renamed in administration, it stands at its new address, and the old one leads there', async () => {
  await rename('nextjs-from-zero', { title: 'نكست للجميع', titleTr: 'Next for everybody' });
  expect(await findCourseDetails('next-for-everybody', 'ar')).toMatchObject({ state: 'found', course: { slug: 'nextjs-from-zero', title: 'نكست للجميع' } });
  expect(await findCourseDetails('nextjs-from-zero', 'ar')).toEqual({ state: 'moved', detailsSlug: 'next-for-everybody' });
});

test('A7 A12 without a Latin title its own slug is its address in every language, and the title’s slug finds it too', async () => {
  await rename('nextjs-from-zero', { title: 'نكست للجميع', titleTr: undefined });
  for (const segment of ['nextjs-from-zero', 'نكست-للجميع']) {
    expect(await findCourseDetails(segment, 'ar'), segment).toMatchObject({ state: 'found', detailsSlug: 'nextjs-from-zero' });
  }
});

test('R03 C6 with the database away the content file answers', async () => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined);
  await (await db()).$executeRawUnsafe('ALTER TABLE "Course" RENAME TO "CourseAway"');
  expect(await listCourseCards('en')).toHaveLength(3);
  expect(await findCourseDetails('nextjs-from-zero', 'en')).toMatchObject({ state: 'found', course: { title: 'Next.js from zero' } });
  expect(logged).toHaveBeenCalled();
});
