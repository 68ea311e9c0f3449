import { beforeEach, expect, test } from 'vitest';
import { findCourse } from '@/lib/courses/catalogue/catalogue';
import { db } from '@/lib/database/client';
import { seedCourse, seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { findContinuePoint, readProgress, saveProgress } from './progress';

const courseSlug = 'nextjs-from-zero';
const lesson = '01-welcome.mp4';
const save = (report: {
  positionSeconds?: number;
  secondsAgo?: number;
  played?: boolean;
  watched?: [number, number][];
  lesson?: string;
  now?: Date;
}) => saveProgress({ userId: 'mona', courseSlug, lesson, durationSeconds: 30, now: new Date(), ...report });
const read = async () => (await readProgress({ userId: 'mona', courseSlug })).lessons[lesson];

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
  await seedLearner('mona');
});

test('a played lesson stays played, and the position is the last one reported [L4]', async () => {
  await save({ played: true, positionSeconds: 12.5 });
  await save({ played: false, positionSeconds: 3 });
  expect(await read()).toMatchObject({ played: true, positionSeconds: 3 });
});

test('watched ranges are merged and never shrink [L4]', async () => {
  await save({
    watched: [
      [0, 10],
      [20, 25],
    ],
  });
  await save({ watched: [[5, 12]] });
  await save({ watched: [] });
  await save({});
  expect((await read())?.watchedSeconds).toBe(17);
});

test('time beyond the end of the video does not count as watched [L4]', async () => {
  await save({ watched: [[0, 86_000]], positionSeconds: 86_000 });
  expect(await read()).toMatchObject({ watchedSeconds: 31, positionSeconds: 31 });
});

test('keeps all watched time of a lesson, however many ranges it has [L4]', async () => {
  const buildPieces = (from: number, count: number) =>
    Array.from({ length: count }, (_, index): [number, number] => [(from + index) * 4, (from + index) * 4 + 2]);
  const saveLong = (watched: [number, number][]) =>
    saveProgress({ userId: 'mona', courseSlug, lesson, durationSeconds: 20_000, watched, now: new Date() });
  for (const from of [0, 400, 800]) await saveLong(buildPieces(from, 400));
  expect((await read())?.watchedSeconds).toBeGreaterThanOrEqual(2400);
  await saveLong([[10_000, 10_001]]);
  expect((await read())?.watchedSeconds).toBeGreaterThanOrEqual(2401);
  const { watched } = await (await db()).lessonProgress.findFirstOrThrow({ select: { watched: true } });
  expect(watched).toHaveLength(1000);
});

test('uses what is left of damaged stored ranges, and never counts less than before [L4]', async () => {
  await save({ watched: [[0, 10]] });
  const client = await db();
  await client.lessonProgress.updateMany({ data: { watched: [[0, 5], 'x', [9, 7], [8, null]] } });
  await save({ watched: [[20, 22]] });
  expect((await read())?.watchedSeconds).toBe(10);
  expect(await client.lessonProgress.findFirstOrThrow({ select: { watched: true } })).toEqual({
    watched: [
      [0, 5],
      [20, 22],
    ],
  });
});

test('devices that report at once lose nothing of each other [L4]', async () => {
  await Promise.all([save({ watched: [[0, 5]] }), save({ watched: [[10, 15]] }), save({ watched: [[20, 25]] })]);
  expect((await read())?.watchedSeconds).toBe(15);
});

test('a device that reports a position keeps what another reports at the same moment [L4, X30]', async () => {
  await save({ positionSeconds: 1 });
  await Promise.all([save({ played: true }), save({ positionSeconds: 3 })]);
  expect(await read()).toMatchObject({ played: true, positionSeconds: 3 });
  await Promise.all([save({ positionSeconds: 9 }), save({ played: true })]);
  expect(await read()).toMatchObject({ played: true, positionSeconds: 9 });
});

test('a late report does not move another device’s newer position, but its watched time counts [N18, L4]', async () => {
  const now = new Date('2026-11-20T10:00:00Z');
  const [morning, evening] = [6 * 3600, 3600];
  await save({ positionSeconds: 20, watched: [[10, 20]], secondsAgo: evening, now });
  await save({ positionSeconds: 5, watched: [[0, 5]], secondsAgo: morning, now });
  expect(await read()).toMatchObject({
    positionSeconds: 20,
    watchedSeconds: 15,
    updatedAt: new Date(now.getTime() - evening * 1000),
  });
  await save({ positionSeconds: 7, secondsAgo: 60, now });
  expect(await read()).toMatchObject({ positionSeconds: 7 });
});

test('a learner continues where they were last, not where a device reported last [N18, L8]', async () => {
  const now = new Date('2026-11-20T10:00:00Z');
  await save({ lesson: '02-first.mp4', positionSeconds: 9, now: new Date(now.getTime() - 3_600_000) });
  await save({ positionSeconds: 12, secondsAgo: 86_400, now });
  const course = (await findCourse(courseSlug, 'en'))!;
  expect(findContinuePoint(course, await readProgress({ userId: 'mona', courseSlug }))?.lesson).toBe('02-first.mp4');
});
