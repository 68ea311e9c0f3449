import { expect, test } from 'vitest';
import { watchedSchema } from './progress';
import { limitNew, mergeRanges, watchedSecondsOf } from './watched-ranges';

test('merges overlapping and touching ranges in order [L4]', () => {
  expect(
    mergeRanges(
      [
        [20, 25],
        [0, 10],
      ],
      [[9.8, 20.3]],
    ),
  ).toEqual([[0, 25]]);
  expect(mergeRanges([[5, 6]], [[1, 2]])).toEqual([
    [1, 2],
    [5, 6],
  ]);
});

test('empty ranges count nothing, and the given lists stay unchanged [L4]', () => {
  const known: [number, number][] = [[0, 1]];
  expect(
    watchedSecondsOf(
      mergeRanges(known, [
        [1, 3],
        [4, 4],
      ]),
    ),
  ).toBe(3);
  expect(known).toEqual([[0, 1]]);
});

test('lets only a limited number of new seconds through [L4]', () => {
  expect(
    limitNew(
      [[0, 10]],
      [
        [5, 12],
        [20, 30],
      ],
      6,
    ),
  ).toEqual([
    [5, 12],
    [20, 24],
  ]);
  expect(
    limitNew(
      [
        [0, 10],
        [12, 14],
      ],
      [
        [0, 20],
        [30, 31],
      ],
      3,
    ),
  ).toEqual([
    [0, 15],
    [30, 30],
  ]);
  expect(limitNew([], [[0, 10]], 0)).toEqual([[0, 0]]);
  expect(limitNew([[0, 10]], [[2, 8]], 0.5)).toEqual([[2, 8]]);
});

test('joins the closest ranges first when there are too many [L4]', () => {
  const ranges = Array.from({ length: 1002 }, (_, index): [number, number] => [
    index * 10,
    index * 10 + (index === 300 ? 9 : index === 700 ? 8 : 5),
  ]);
  const merged = mergeRanges(ranges);
  expect(merged).toHaveLength(1000);
  expect(merged).toEqual(
    expect.arrayContaining([
      [3000, 3015],
      [7000, 7015],
    ]),
  );
});

test.each([[[[5, 1]]], [[[-1, 1]]], [[[0, Infinity]]], ['all'], [[[0]]]])(
  'refuses a watched list of %j [L4]',
  (given) => {
    expect(watchedSchema.safeParse(given).success).toBe(false);
  },
);

test('a long report is limited without merging all stored parts again for each of its parts [X46, L4]', () => {
  const known = Array.from({ length: 1000 }, (_, at): [number, number] => [at * 4, at * 4 + 1]);
  // Merging for each part would take minutes and exceed the test's time limit.
  const watched = Array.from({ length: 1_000_000 }, (_, at): [number, number] => [at * 8 + 2, at * 8 + 2.4]);
  expect(limitNew(known, watched, 100).filter(([from, to]) => to > from)).toHaveLength(250);
});
