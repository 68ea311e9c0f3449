import { beforeEach, expect, test } from 'vitest';
import { grantEnrolment, listEnrolments, revokeEnrolment } from '@/lib/courses/enrolment/enrolment';
import { listMyCourses } from '@/lib/courses/enrolment/my-courses';
import { db, transaction } from '@/lib/database/client';
import type { Actor } from '@/lib/permissions';
import { buildActor } from '@/tests/support/actors';
import { seedCourse, seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { findCourse, findProduct, findProductOfCourse, hasCourse, listCourses } from './catalogue';

const slug = 'nextjs-from-zero';
const now = new Date('2026-11-21T12:00:00Z');
const mona = buildActor('learner', { userId: 'mona' });
const grant = (userId: string) =>
  transaction((tx) => grantEnrolment(tx, { userId, courseSlug: slug, orderId: null, source: 'purchase', now }));

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
  await seedLearner('mona');
});

test('a course appears in the requested language, with chapters and lessons in order [C6]', async () => {
  const course = await findCourse(slug, 'de');
  expect(course?.title).toBe('Next von null');
  expect(course?.chapters.map((chapter) => chapter.lessons.map((lesson) => lesson.file))).toEqual([
    ['01-welcome.mp4', '02-first.mp4'],
    ['03-data.mp4', '04-publish.mp4'],
  ]);
  expect(await findCourse('unknown', 'ar')).toBeNull();
  expect((await listCourses('ar')).map((each) => each.title)).toEqual(['نكست']);
});

test('a product on sale has its sale price and its regular price [P3]', async () => {
  expect(await findProduct('course-nextjs')).toMatchObject({ listPiastres: 180_000, salePiastres: 150_000 });
  expect((await findProductOfCourse(slug))?.key).toBe('course-nextjs');
});

test('a course is open from its enrolment until a refund, and again after another purchase [G3, P6]', async () => {
  expect(await hasCourse({ actor: mona, courseSlug: slug })).toBe(false);
  expect(await grant('mona')).toBe(true);
  expect(await grant('mona')).toBe(false);
  expect(await hasCourse({ actor: mona, courseSlug: slug })).toBe(true);
  expect(await listEnrolments('mona')).toEqual([{ courseSlug: slug, productKey: null, refundRequested: false }]);
  await transaction((tx) => revokeEnrolment(tx, { userId: 'mona', courseSlug: slug, now }));
  expect(await hasCourse({ actor: mona, courseSlug: slug })).toBe(false);
  expect(await grant('mona')).toBe(true);
  expect(await hasCourse({ actor: mona, courseSlug: slug })).toBe(true);
});

test('my courses name the product that was bought, not the first one that contains the course [S8]', async () => {
  const client = await db();
  const name = { ar: 'عرض', en: 'Offer', de: 'Angebot' };
  await client.product.create({
    data: { key: 'z-offer', courseSlug: slug, name, description: name, amountPiastres: 1 },
    select: { key: true },
  });
  const { id: orderId } = await client.order.create({
    data: {
      userId: 'mona',
      productKey: 'z-offer',
      courseSlug: slug,
      description: '',
      amountPiastres: 1,
      status: 'paid',
      expiresAt: now,
    },
    select: { id: true },
  });
  await transaction((tx) => grantEnrolment(tx, { userId: 'mona', courseSlug: slug, orderId, source: 'purchase', now }));
  expect(await listMyCourses({ actor: mona, userId: 'mona', lang: 'en' })).toMatchObject([
    { name: slug, productKey: 'z-offer' },
  ]);
});

test('only the learner and an admin with a second factor can list a learner’s courses [G6, S8]', async () => {
  await grant('mona');
  const listAs = (actor: Actor | null) => listMyCourses({ actor, userId: 'mona', lang: 'en' });
  expect(await listAs(buildActor('admin'))).toMatchObject([{ name: slug }]);
  await expect(listAs(buildActor('learner', { userId: 'omar' }))).rejects.toMatchObject({ status: 403 });
  await expect(listAs(buildActor('admin', { totpEnrolled: false, totpAt: null }))).rejects.toMatchObject({
    key: 'totp-enrol',
  });
  await expect(listAs(null)).rejects.toMatchObject({ status: 401 });
});

test('a refund of one order keeps the access bought with another order [P7]', async () => {
  await grant('mona');
  expect(
    await transaction((tx) => revokeEnrolment(tx, { userId: 'mona', courseSlug: slug, orderId: 'another', now })),
  ).toBe(false);
  expect(await hasCourse({ actor: mona, courseSlug: slug })).toBe(true);
});

test('an admin can open a course only if the session has passed an MFA challenge [G3, D12]', async () => {
  const hasCourseAs = (over: Partial<Actor>) => hasCourse({ actor: buildActor('admin', over), courseSlug: slug });
  expect(await hasCourseAs({ totpEnrolled: false, totpAt: null })).toBe(false);
  expect(await hasCourseAs({ totpAt: null })).toBe(false);
  expect(await hasCourseAs({})).toBe(true);
});
