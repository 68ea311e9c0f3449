import { beforeAll, expect, test, vi } from 'vitest';
import { resetDatabase } from '@/tests/support/database';
import { checkReadiness } from './readiness';

const access = vi.hoisted(() => vi.fn(() => Promise.resolve()));
vi.mock('node:fs/promises', async (original) => ({ ...(await original<object>()), access }));

beforeAll(() => resetDatabase());

test('concurrent callers share one check, and the next caller runs a new one [R04, O4]', async () => {
  const [first, ...others] = await Promise.all([checkReadiness(), checkReadiness(), checkReadiness()]);
  expect([others, access.mock.calls.length]).toEqual([[first, first], 1]);
  await checkReadiness();
  expect(access).toHaveBeenCalledTimes(2);
});
