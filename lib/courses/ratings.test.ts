import { beforeEach, expect, test } from 'vitest';
import { onInvalidate } from '@/lib/cache/invalidate';
import { listRatings, moderateRating } from '@/lib/courses/admin/ratings';
import { renameCourse } from '@/lib/courses/catalogue/sync';
import { grantEnrolment, revokeEnrolment } from '@/lib/courses/enrolment/enrolment';
import { saveProgress } from '@/lib/courses/progress/progress';
import { listPublishedRatings, rateCourse, readRatingSummaries } from '@/lib/courses/ratings';
import { db, transaction } from '@/lib/database/client';
import { buildActor } from '@/tests/support/actors';
import { seedCourse, seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { exportOf } from '@/tests/support/personal-export';

const courseSlug = 'nextjs-from-zero';
const now = new Date('2026-11-22T12:00:00Z');
const later = new Date('2026-11-22T13:00:00Z');
const admin = buildActor('admin');
const buildLearner = (userId: string) => buildActor('learner', { userId });
const rate = (userId: string, stars: number, text = '', at = now) =>
  rateCourse({ actor: buildLearner(userId), userId, courseSlug, rating: { stars, text }, now: at });
const watch = (userId: string, lesson: string, toSeconds = 30) =>
  saveProgress({
    userId,
    courseSlug,
    lesson,
    durationSeconds: 30,
    played: true,
    positionSeconds: toSeconds,
    watched: [[0, toSeconds]],
    now,
  });

async function enrolLearner(userId: string): Promise<void> {
  await seedLearner(userId);
  await transaction((tx) => grantEnrolment(tx, { userId, courseSlug, orderId: null, source: 'purchase', now }));
}

async function createViewer(userId: string): Promise<void> {
  await enrolLearner(userId);
  for (const lesson of ['01-welcome.mp4', '02-first.mp4']) await watch(userId, lesson);
}

const listInState = async (state: 'waiting' | 'published' | 'hidden') => {
  const { rows } = await listRatings(admin, { state, page: 1 });
  expect(rows).toHaveLength(1);
  return rows[0]!;
};

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
});

test('a learner cannot rate before watching a third, after returning the course, or for another learner [N4]', async () => {
  await enrolLearner('mona');
  await watch('mona', '01-welcome.mp4');
  await expect(rate('mona', 5)).rejects.toMatchObject({ status: 409, key: 'rating-too-early' });
  await watch('mona', '02-first.mp4', 3);
  await expect(rate('mona', 5)).rejects.toMatchObject({ status: 409 });
  await watch('mona', '02-first.mp4');
  await expect(
    rateCourse({ actor: buildLearner('eve'), userId: 'mona', courseSlug, rating: { stars: 1, text: '' }, now }),
  ).rejects.toMatchObject({ status: 403 });
  await expect(
    rateCourse({ actor: admin, userId: 'mona', courseSlug, rating: { stars: 1, text: '' }, now }),
  ).rejects.toMatchObject({ status: 403 });
  await expect(
    rateCourse({ actor: null, userId: 'mona', courseSlug, rating: { stars: 1, text: '' }, now }),
  ).rejects.toMatchObject({ status: 401 });
  expect(await rate('mona', 5)).toEqual({ stars: 5, text: '', status: 'published' });
  await transaction((tx) => revokeEnrolment(tx, { userId: 'mona', courseSlug, now }));
  await expect(rate('mona', 1)).rejects.toMatchObject({ status: 403, key: 'not-purchased' });
});

test('a learner has one rating and can change it; the mean is shown from three ratings on [N4, N1]', async () => {
  for (const [userId, stars] of [
    ['mona', 5],
    ['omar', 4],
  ] as const) {
    await createViewer(userId);
    await rate(userId, stars);
  }
  await rate('mona', 3);
  expect((await readRatingSummaries()).size).toBe(0);
  await createViewer('hoda');
  await rate('hoda', 5);
  expect((await readRatingSummaries()).get(courseSlug)).toEqual({ count: 3, mean: 4 });
});

test('a rating disappears with a refund, also from cached pages, and returns with a new purchase; admins still see it [N4]', async () => {
  for (const userId of ['mona', 'omar', 'hoda']) await createViewer(userId);
  for (const userId of ['mona', 'omar']) await rate(userId, 5);
  await rate('hoda', 2, 'Too short');
  const { id } = await listInState('waiting');
  await moderateRating(admin, id, { status: 'published', answer: null, changedAt: now.toISOString() });
  expect((await readRatingSummaries()).get(courseSlug)).toEqual({ count: 3, mean: 4 });
  const invalidated: string[] = [];
  const stop = onInvalidate(({ tags }) => void invalidated.push(...tags));
  const hoda = { userId: 'hoda', courseSlug, now };
  await transaction((tx) => revokeEnrolment(tx, hoda));
  expect(invalidated).toEqual(['ratings']);
  expect((await readRatingSummaries()).size).toBe(0);
  expect(await listPublishedRatings(courseSlug, 12)).toEqual([]);
  expect((await listRatings(admin, { state: 'published', page: 1 })).rows).toHaveLength(3);
  await transaction((tx) => grantEnrolment(tx, { ...hoda, orderId: null, source: 'purchase' }));
  expect(invalidated).toEqual(['ratings', 'ratings']);
  expect((await readRatingSummaries()).get(courseSlug)).toEqual({ count: 3, mean: 4 });
  expect(await listPublishedRatings(courseSlug, 12)).toHaveLength(1);
  stop();
});

test('a text waits for moderation, again after each change; the admin’s answer is shown below it [N4]', async () => {
  await createViewer('mona');
  expect(await rate('mona', 4, 'Clear and short')).toMatchObject({ status: 'waiting' });
  expect(await listPublishedRatings(courseSlug, 12)).toEqual([]);
  const { id } = await listInState('waiting');
  await moderateRating(admin, id, { status: 'published', answer: 'Thank you', changedAt: now.toISOString() });
  expect(await listPublishedRatings(courseSlug, 12)).toMatchObject([
    { stars: 4, text: 'Clear and short', answer: 'Thank you', learner: 'منى' },
  ]);
  expect(await rate('mona', 5, 'Clear and short', later)).toMatchObject({ status: 'published', stars: 5 });
  expect(await rate('mona', 5, 'Call 01001234567', later)).toMatchObject({ status: 'waiting' });
  expect(await listPublishedRatings(courseSlug, 12)).toEqual([]);
  const audited = await (await db()).audit.findMany({ where: { subject: `rating:${id}` }, select: { action: true } });
  expect(audited).toEqual([{ action: 'rating.published' }]);
});

test('a text changed since the admin read it is not published, and a hidden one stays hidden [N4]', async () => {
  await createViewer('mona');
  await rate('mona', 4, 'Clear');
  const { id } = await listInState('waiting');
  await rate('mona', 1, 'Something else', later);
  await expect(
    moderateRating(admin, id, { status: 'published', answer: null, changedAt: now.toISOString() }),
  ).rejects.toMatchObject({ status: 409, key: 'conflict' });
  await moderateRating(admin, id, { status: 'hidden', answer: null, changedAt: later.toISOString() });
  expect(await rate('mona', 2, 'Something else', later)).toMatchObject({ status: 'hidden' });
  await expect(
    moderateRating(buildLearner('mona'), id, { status: 'published', answer: null, changedAt: later.toISOString() }),
  ).rejects.toMatchObject({ status: 403 });
  await expect(listRatings(buildLearner('mona'), { state: 'waiting', page: 1 })).rejects.toMatchObject({ status: 403 });
});

test('a hidden rating stays hidden without its text, even after another text waited in between [N4]', async () => {
  await createViewer('mona');
  await rate('mona', 1, 'Call 01001234567');
  const { id } = await listInState('waiting');
  await moderateRating(admin, id, { status: 'hidden', answer: null, changedAt: now.toISOString() });
  expect(await rate('mona', 1, '', later)).toMatchObject({ status: 'hidden' });
  expect(await rate('mona', 1, 'Call me', later)).toMatchObject({ status: 'waiting' });
  expect(await rate('mona', 1, '', later)).toMatchObject({ status: 'hidden' });
  await moderateRating(admin, id, { status: 'published', answer: null, changedAt: later.toISOString() });
  expect(await rate('mona', 2, '', later)).toMatchObject({ status: 'published' });
});

test('a rating follows its course to a new slug, is exported, and is deleted with the account [N4, A14]', async () => {
  await createViewer('mona');
  await rate('mona', 4, 'Clear');
  await transaction((tx) => renameCourse(tx, courseSlug, 'next'));
  expect((await exportOf(buildLearner('mona'), 'mona', now)).ratings).toMatchObject([
    { courseSlug: 'next', stars: 4, text: 'Clear', status: 'waiting' },
  ]);
  const client = await db();
  await client.user.delete({ where: { id: 'mona' }, select: { id: true } });
  expect(await client.courseRating.count()).toBe(0);
});
