import { beforeEach, expect, test } from 'vitest';
import { transaction } from '@/lib/database/client';
import { seedCourse, seedLearner } from '@/lib/testing/catalogue';
import { freshDatabase } from '@/lib/testing/database';
import { grantEnrolment, revokeEnrolment } from './enrolment';
import { haveLearnersChanged, shownLearners } from './learner-count';

const courseSlug = 'nextjs-from-zero';
const now = new Date('2026-11-22T12:00:00Z');

beforeEach(async () => {
  await freshDatabase();
  await seedCourse();
});

async function enrol(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const userId = await seedLearner(`learner-${at}`);
    await transaction((tx) => grantEnrolment(tx, { userId, courseSlug, orderId: null, source: 'purchase', now }));
  }
}

test('N2 learners are said from ten on, rounded down to tens, without those who gave the course back', async () => {
  await enrol(12);
  expect(await shownLearners(courseSlug)).toBe(10);
  for (const userId of ['learner-0', 'learner-1', 'learner-2']) await transaction((tx) => revokeEnrolment(tx, { userId, courseSlug, now }));
  expect(await shownLearners(courseSlug)).toBeNull();
});

test('N2 pages with the number are made anew only when somebody got or lost a course', async () => {
  expect(await haveLearnersChanged(new Date(0))).toBe(false);
  await enrol(1);
  expect(await haveLearnersChanged(new Date(now.getTime() - 1000))).toBe(true);
  expect(await haveLearnersChanged(new Date(now.getTime() + 1000))).toBe(false);
});
