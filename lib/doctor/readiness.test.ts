import { beforeAll, expect, test, vi } from 'vitest';
import { freshDatabase } from '@/lib/testing/database';
import { failingPart } from './readiness';

const access = vi.hoisted(() => vi.fn(() => Promise.resolve()));
vi.mock('node:fs/promises', async (original) => ({ ...(await original<object>()), access }));

beforeAll(() => freshDatabase());

test('R04 O4 who asks at once shares one look, and the next one looks again', async () => {
  const [first, ...others] = await Promise.all([failingPart(), failingPart(), failingPart()]);
  expect([others, access.mock.calls.length]).toEqual([[first, first], 1]);
  await failingPart();
  expect(access).toHaveBeenCalledTimes(2);
});
