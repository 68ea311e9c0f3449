import { expect, test } from 'vitest';
import { batchesOf } from '@/components/offline/lesson-download';

const kib = 1024;
const part = (offset: number, bytes: number) => ({ offset: offset * kib, bytes: bytes * kib });

test('a download requests only missing parts, in ranges of a reasonable size [N18]', () => {
  const parts = [part(0, 60), part(60, 60), part(120, 100), part(220, 400), part(620, 10)];
  expect(
    batchesOf(parts, new Set()).map(({ offset, bytes, parts: { length } }) => [offset / kib, bytes / kib, length]),
  ).toEqual([
    [0, 120, 2],
    [120, 100, 1],
    [220, 400, 1],
    [620, 10, 1],
  ]);
  expect(batchesOf(parts, new Set([0, 220 * kib])).map(({ offset }) => offset / kib)).toEqual([60, 120, 620]);
  expect(batchesOf(parts, new Set(parts.map(({ offset }) => offset)))).toEqual([]);
});
