import { beforeEach, expect, test } from 'vitest';
import { seedCourse, seedLearner } from '@/lib/testing/catalogue';
import { freshDatabase } from '@/lib/testing/database';
import { readProgress, saveProgress } from './progress';

const courseSlug = 'nextjs-from-zero';
const lesson = '01-welcome.mp4';
const save = (report: { positionSeconds?: number; played?: boolean; watched?: [number, number][] }) =>
  saveProgress({ userId: 'mona', courseSlug, lesson, durationSeconds: 30, now: new Date(), ...report });
const read = async () => (await readProgress({ userId: 'mona', courseSlug })).lessons[lesson];

beforeEach(async () => {
  await freshDatabase();
  await seedCourse();
  await seedLearner('mona');
});

test('L4 played stays played and the position is the last one reported', async () => {
  await save({ played: true, positionSeconds: 12.5 });
  await save({ played: false, positionSeconds: 3 });
  expect(await read()).toMatchObject({ played: true, positionSeconds: 3 });
});

test('L4 watched ranges are merged and never shrink', async () => {
  await save({ watched: [[0, 10], [20, 25]] });
  await save({ watched: [[5, 12]] });
  await save({ watched: [] });
  await save({});
  expect((await read())?.watchedSeconds).toBe(17);
});

test('L4 nothing beyond the video counts as watched', async () => {
  await save({ watched: [[0, 86_000]], positionSeconds: 86_000 });
  expect(await read()).toMatchObject({ watchedSeconds: 31, positionSeconds: 31 });
});

test('L4 two devices that report at once lose nothing of each other', async () => {
  await Promise.all([save({ watched: [[0, 5]] }), save({ watched: [[10, 15]] }), save({ watched: [[20, 25]] })]);
  expect((await read())?.watchedSeconds).toBe(15);
});
