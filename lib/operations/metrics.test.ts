import { beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@/tests/support/database';
import { metricsText } from './metrics';

beforeAll(freshDatabase);

test('reports the CPU time of the whole process from the first reading on, and only valid numbers [O4]', async () => {
  const text = await metricsText(new Date());
  expect(text).not.toMatch(/NaN/);
  expect(Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1])).toBeGreaterThan(0.05);
  expect(await metricsText(new Date())).not.toMatch(/NaN/);
});
