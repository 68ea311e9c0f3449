import { beforeEach, expect, test, vi } from 'vitest';
import { invalidate } from '@/lib/cache/invalidate';
import { renameCourse } from '@/lib/courses/catalogue/sync';
import { readProgress, saveProgress } from '@/lib/courses/progress/progress';
import { findProgress, reportProgress } from '@/lib/courses/progress/report-progress';
import * as database from '@/lib/database/client';
import { db, transaction } from '@/lib/database/client';
import type { Actor } from '@/lib/permissions';
import { buildActor } from '@/tests/support/actors';
import { seedCourse, seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { readProblemStatus } from '@/tests/support/problems';
import { grantEnrolment, revokeEnrolment } from './enrolment';
import { listOpenLessons } from './lesson-access';

const courseSlug = 'nextjs-from-zero';
const now = new Date('2026-11-21T12:00:00Z');
const mona = buildActor('learner', { userId: 'open-mona' });

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
  await seedLearner(mona.userId);
  await transaction((tx) =>
    grantEnrolment(tx, { userId: mona.userId, courseSlug, orderId: null, source: 'purchase', now }),
  );
});

const ask = (courseSlugs: string[], actor: Actor | null = mona, userId = mona.userId) =>
  listOpenLessons({ actor, userId, courseSlugs, now });

test('a device gets the lessons that are still open, with the position in each [N18]', async () => {
  await saveProgress({
    userId: mona.userId,
    courseSlug,
    lesson: '02-first.mp4',
    durationSeconds: 30,
    positionSeconds: 12,
    now,
  });
  const { answeredAt, lessons } = await ask([courseSlug, courseSlug, 'no-such-course']);
  expect(answeredAt).toEqual(now);
  expect(lessons.length).toBeGreaterThan(1);
  expect(lessons.filter(({ lesson }) => lesson === '02-first.mp4')).toEqual([
    { courseSlug, lesson: '02-first.mp4', positionSeconds: 12 },
  ]);
  expect((await ask([])).lessons).toEqual([]);
});

test('a device that downloaded a course before its rename keeps the lessons, and its watched time counts [N18, L4, A14]', async () => {
  const renamed = 'next-from-zero';
  await transaction((tx) => renameCourse(tx, courseSlug, renamed));
  invalidate(`course:${courseSlug}`, `course:${renamed}`);
  const asked = { actor: mona, userId: mona.userId, courseSlug };
  await (
    await db()
  ).lessonAccess.create({
    data: {
      userId: mona.userId,
      courseSlug: renamed,
      lesson: '02-first.mp4',
      firstAt: new Date(now.getTime() - 60_000),
    },
    select: { lesson: true },
  });
  await reportProgress({
    ...asked,
    report: { lesson: '02-first.mp4', positionSeconds: 12, watched: [[0, 12]] },
    lang: 'en',
    now,
  });
  expect((await findProgress(asked)).lessons['02-first.mp4']).toMatchObject({
    positionSeconds: 12,
    watchedSeconds: 12,
  });
  expect(Object.keys((await readProgress({ userId: mona.userId, courseSlug: renamed })).lessons)).toEqual([
    '02-first.mp4',
  ]);
  const { lessons } = await ask([courseSlug]);
  expect(lessons.length).toBeGreaterThan(1);
  expect(lessons.filter(({ lesson }) => lesson === '02-first.mp4')).toEqual([
    { courseSlug, lesson: '02-first.mp4', positionSeconds: 12 },
  ]);
  await transaction((tx) => revokeEnrolment(tx, { userId: mona.userId, courseSlug: renamed, now }));
  expect((await ask([courseSlug])).lessons).toEqual([]);
  expect(await readProblemStatus(findProgress(asked))).toBe(403);
});

test('a refund closes every lesson [N18, P7]', async () => {
  await transaction((tx) => revokeEnrolment(tx, { userId: mona.userId, courseSlug, now }));
  expect((await ask([courseSlug])).lessons).toEqual([]);
});

test('refuses other learners, admins, guests and signed-out callers [N18, G6]', async () => {
  expect(await readProblemStatus(ask([courseSlug], buildActor('admin')))).toBe(403);
  expect([
    await readProblemStatus(ask([courseSlug], { ...mona, userId: 'ali' })),
    await readProblemStatus(ask([courseSlug], { ...mona, role: 'guest' })),
    await readProblemStatus(ask([courseSlug], null)),
  ]).toEqual([403, 403, 401]);
});

test('later reports of watching leave the recorded opening alone, until the course is bought again [P7]', async () => {
  const lesson = '02-first.mp4';
  const report = (at: Date) =>
    reportProgress({
      actor: mona,
      userId: mona.userId,
      courseSlug,
      report: { lesson, watched: [[0, 5]] },
      lang: 'en',
      now: at,
    });
  const readOpenedAt = async () =>
    (await (await db()).lessonAccess.findFirstOrThrow({ where: { lesson }, select: { firstAt: true } })).firstAt;
  const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
  await report(now);
  const transactions = vi.spyOn(database, 'transaction');
  await report(hours(1));
  // Only the watched seconds are saved in a transaction.
  expect([transactions.mock.calls.length, await readOpenedAt()]).toEqual([1, now]);
  transactions.mockRestore();
  await transaction((tx) => revokeEnrolment(tx, { userId: mona.userId, courseSlug, now: hours(2) }));
  await transaction((tx) =>
    grantEnrolment(tx, { userId: mona.userId, courseSlug, orderId: null, source: 'purchase', now: hours(3) }),
  );
  await report(hours(4));
  expect(await readOpenedAt()).toEqual(hours(4));
});
