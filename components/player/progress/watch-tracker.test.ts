import { expect, test } from 'vitest';
import { WatchTracker } from './lesson-progress';

test('only time that was played counts as watched, a jump does not [L4]', () => {
  const tracker = new WatchTracker();
  for (const seconds of [0, 0.25, 0.5, 0.75]) tracker.tick(seconds, true, 1);
  tracker.jump();
  for (const seconds of [20, 20.25]) tracker.tick(seconds, true, 1);
  tracker.tick(28, true, 1);
  tracker.tick(28.25, false, 1);
  expect(tracker.take()).toEqual([
    [0, 0.75],
    [20, 20.25],
  ]);
  expect(tracker.take()).toEqual([]);
});

test('longer steps at double speed still count [L4]', () => {
  const tracker = new WatchTracker();
  for (const seconds of [0, 2.4, 4.8]) tracker.tick(seconds, true, 2);
  expect(tracker.take()).toEqual([[0, 4.8]]);
});
