import { beforeEach, expect, test } from 'vitest';
import { transaction } from '@/lib/database/client';
import { seedCourse, seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { grantEnrolment, haveLearnersChanged, readLearnerCount, revokeEnrolment } from './enrolment';

const courseSlug = 'nextjs-from-zero';
const now = new Date('2026-11-22T12:00:00Z');

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
});

async function enrol(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const userId = await seedLearner(`learner-${at}`);
    await transaction((tx) => grantEnrolment(tx, { userId, courseSlug, orderId: null, source: 'purchase', now }));
  }
}

test('shows the number of learners from ten on, rounded down to tens, not counting returned courses [N2]', async () => {
  await enrol(12);
  expect(await readLearnerCount(courseSlug)).toBe(10);
  for (const userId of ['learner-0', 'learner-1', 'learner-2'])
    await transaction((tx) => revokeEnrolment(tx, { userId, courseSlug, now }));
  expect(await readLearnerCount(courseSlug)).toBeNull();
});

test('pages with the number are refreshed only when a learner gained or lost a course [N2]', async () => {
  expect(await haveLearnersChanged(new Date(0))).toBe(false);
  await enrol(1);
  expect(await haveLearnersChanged(new Date(now.getTime() - 1000))).toBe(true);
  expect(await haveLearnersChanged(new Date(now.getTime() + 1000))).toBe(false);
});
