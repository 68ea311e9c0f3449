import { beforeEach, describe, expect, test } from 'vitest';
import {
  articlesSchema,
  changeArticles,
  changeEnquiries,
  changeRatings,
  endCoupons,
  ratingsSchema,
  removePictures,
} from '@/lib/admin/bulk';
import { changeArticle, listArticleRows } from '@/lib/articles/admin/articles';
import { db } from '@/lib/database/client';
import { buildActor } from '@/tests/support/actors';
import { seedCourse, seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';

const now = new Date('2026-11-22T10:00:00Z');
const admin = buildActor('admin', { totpAt: now });
const editor = buildActor('editor');
const asking = { actor: admin, lang: 'en', now } as const;
const conflict = 'This has changed in the meantime. Please look at the current version.';

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
});

const listAuditedSubjects = async () =>
  (await (await db()).audit.findMany({ orderBy: { id: 'asc' }, select: { action: true, subject: true } })).map(
    ({ action, subject }) => `${action} ${subject}`,
  );

async function createRating(id: string, answer: string | null = null): Promise<void> {
  await seedLearner(id);
  await (
    await db()
  ).courseRating.create({
    data: {
      id,
      userId: id,
      courseSlug: 'nextjs-from-zero',
      stars: 3,
      text: 'x',
      status: 'waiting',
      changedAt: now,
      answer,
    },
  });
}

const listStatuses = async () =>
  Object.fromEntries(
    (await (await db()).courseRating.findMany({ select: { id: true, status: true, answer: true } })).map(
      ({ id, status, answer }) => [id, [status, answer]],
    ),
  );

describe('bulk changes to ratings [O11]', () => {
  test('publishes ratings with their answers; one that changed since stays unpublished and is named with the reason [O11, N4]', async () => {
    await createRating('a', 'Thank you');
    await createRating('b');
    await createRating('c');
    await (
      await db()
    ).courseRating.update({
      where: { id: 'b' },
      data: { changedAt: new Date('2026-11-22T11:00:00Z'), text: 'unread' },
    });
    const rows = { a: now.toISOString(), b: now.toISOString(), gone: now.toISOString() };
    expect(await changeRatings({ ...asking, bulk: { action: 'published', rows } })).toEqual({
      changed: 1,
      unchanged: [
        { id: 'b', name: 'منى', reason: conflict },
        { id: 'gone', name: 'gone', reason: 'Not found' },
      ],
    });
    expect(await listStatuses()).toEqual({ a: ['published', 'Thank you'], b: ['waiting', null], c: ['waiting', null] });
    expect(await listAuditedSubjects()).toEqual(['rating.published rating:a']);
  });

  test('refuses an invalid version row by row [O11]', async () => {
    await createRating('a');
    expect(await changeRatings({ ...asking, bulk: { action: 'hidden', rows: { a: 'yesterday' } } })).toMatchObject({
      changed: 0,
      unchanged: [{ id: 'a', reason: conflict }],
    });
  });
});

test('marks several enquiries as handled and reopens them [O11, O8]', async () => {
  const client = await db();
  for (const id of ['one', 'two'])
    await client.enquiry.create({
      data: { id, fullName: id, email: 'a@b.example', phoneNumber: '01001234567', message: 'Hello' },
    });
  const rows = { one: '', two: '' };
  expect(await changeEnquiries({ ...asking, bulk: { action: 'handled', rows } })).toEqual({
    changed: 2,
    unchanged: [],
  });
  expect(await client.enquiry.count({ where: { handledAt: now, handledById: admin.userId } })).toBe(2);
  await changeEnquiries({ ...asking, bulk: { action: 'open', rows: { two: '' } } });
  expect(await client.enquiry.count({ where: { handledAt: null } })).toBe(1);
  expect(await listAuditedSubjects()).toEqual([
    'enquiry.handled enquiry:one',
    'enquiry.handled enquiry:two',
    'enquiry.reopened enquiry:two',
  ]);
});

test('deletes several enquiries with an audit entry each, and names one that is already gone [O11, O8]', async () => {
  const client = await db();
  for (const id of ['one', 'two', 'three'])
    await client.enquiry.create({
      data: { id, fullName: id, email: 'a@b.example', phoneNumber: '01001234567', message: 'Hello' },
    });
  expect(
    await changeEnquiries({ ...asking, bulk: { action: 'remove', rows: { one: '', two: '', gone: '' } } }),
  ).toEqual({ changed: 2, unchanged: [{ id: 'gone', name: 'gone', reason: 'Not found' }] });
  expect(await client.enquiry.findMany({ select: { id: true } })).toEqual([{ id: 'three' }]);
  expect(await listAuditedSubjects()).toEqual(['enquiry.delete enquiry:one', 'enquiry.delete enquiry:two']);
});

test('hides several articles, for an editor too, except one saved since or one with an unknown picture [O11, O8]', async () => {
  const text = { title: 'A whole title', description: 'd', category: 'c', html: '<p>x</p>' };
  for (const id of ['one', 'two'])
    await changeArticle(admin, null, {
      id,
      category: 'web',
      imageUrl: null,
      published: true,
      publishedAt: now,
      texts: { en: text },
    });
  const list = async () => (await listArticleRows(editor, { page: 1, now })).rows;
  const seen = Object.fromEntries((await list()).map(({ id, updatedAt }) => [id, updatedAt.toISOString()]));
  await changeArticle(admin, 'two', {
    id: 'two',
    category: 'web',
    imageUrl: null,
    published: true,
    publishedAt: now,
    texts: { en: { ...text, title: 'Newer' } },
  });
  expect(await changeArticles({ ...asking, actor: editor, bulk: { action: 'hide', rows: seen } })).toEqual({
    changed: 1,
    unchanged: [{ id: 'two', name: 'Newer', reason: conflict }],
  });
  expect((await list()).map(({ id, published, titles }) => [id, published, titles.en]).toSorted()).toEqual([
    ['one', false, 'A whole title'],
    ['two', true, 'Newer'],
  ]);
  await (
    await db()
  ).article.update({
    where: { id: 'one' },
    data: { imageUrl: '/assets/pictures/0198aaaa-0000-7000-8000-000000000001/640.webp' },
  });
  const later = Object.fromEntries((await list()).map(({ id, updatedAt }) => [id, updatedAt.toISOString()]));
  expect(
    await changeArticles({ ...asking, bulk: { action: 'hide', rows: later } }),
    'whose picture is not in the library',
  ).toMatchObject({ changed: 1, unchanged: [{ id: 'one' }] });
});

test('ends coupons and deletes unused pictures [O11, N10, N7]', async () => {
  const client = await db();
  const { id: coupon } = await client.coupon.create({ data: { code: 'TEN', percent: 10 }, select: { id: true } });
  await client.picture.create({
    data: { id: 'p1', name: 'free.jpg', hash: 'h1', format: 'jpeg', bytes: 1, width: 1, height: 1 },
  });
  expect(await endCoupons({ ...asking, bulk: { action: 'end', rows: { [coupon]: '' } } })).toEqual({
    changed: 1,
    unchanged: [],
  });
  expect(await client.coupon.findUnique({ where: { id: coupon }, select: { endsAt: true } })).toEqual({ endsAt: now });
  expect(await removePictures({ ...asking, actor: editor, bulk: { action: 'remove', rows: { p1: '' } } })).toEqual({
    changed: 1,
    unchanged: [],
  });
  expect(await client.picture.count()).toBe(0);
});

test('an actor who may not change the rows changes none of them [O11, N6, X01]', async () => {
  await createRating('a');
  const rows = { a: now.toISOString() };
  const works = [
    (actor: typeof admin | null) => changeRatings({ ...asking, actor, bulk: { action: 'published', rows } }),
    (actor: typeof admin | null) => changeEnquiries({ ...asking, actor, bulk: { action: 'handled', rows } }),
    (actor: typeof admin | null) => endCoupons({ ...asking, actor, bulk: { action: 'end', rows } }),
  ];
  for (const work of works) {
    await expect(work(null)).rejects.toMatchObject({ status: 401 });
    for (const actor of [buildActor('learner'), editor, buildActor('admin', { totpEnrolled: false })])
      await expect(work(actor)).rejects.toMatchObject({ status: 403 });
  }
  await expect(
    changeArticles({ ...asking, actor: buildActor('learner'), bulk: { action: 'hide', rows } }),
  ).rejects.toMatchObject({ status: 403 });
  await expect(
    removePictures({ ...asking, actor: buildActor('learner'), bulk: { action: 'remove', rows } }),
  ).rejects.toMatchObject({ status: 403 });
  expect(await listStatuses()).toEqual({ a: ['waiting', null] });
});

test('a request names a known action and one to a hundred rows [O11]', () => {
  expect(ratingsSchema.safeParse({ action: 'hidden', rows: { a: 'x' } }).success).toBe(true);
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`${index}`, '']));
  for (const wrong of [
    { action: 'end', rows: { a: '' } },
    { action: 'hidden' },
    { action: 'hidden', rows: {} },
    { action: 'hidden', rows: many },
    { action: 'hidden', rows: { a: 1 } },
  ])
    expect(ratingsSchema.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
  expect(articlesSchema.safeParse({ action: 'published', rows: { a: '' } }).success).toBe(false);
});
