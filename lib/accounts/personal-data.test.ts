import { beforeEach, expect, test } from 'vitest';
import { db } from '@/lib/database/client';
import { buildActor } from '@/tests/support/actors';
import { seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { exportOf } from '@/tests/support/personal-export';

const now = new Date('2026-11-21T10:00:00Z');
const mona = buildActor('learner', { userId: 'mona' });
const getsReminders = async () => (await exportOf(mona, 'mona', now)).orderReminders;

beforeEach(async () => {
  await resetDatabase();
  await seedLearner('mona');
});

test('the export says that a user gets reminders until they opt out, and never without an email [N13]', async () => {
  const client = await db();
  expect(await getsReminders()).toBe(true);
  await client.reminderOptOut.create({ data: { email: 'mona@midan.example' } });
  expect(await getsReminders()).toBe(false);
  await client.user.update({ where: { id: 'mona' }, data: { email: null } });
  expect(await getsReminders()).toBe(false);
});
