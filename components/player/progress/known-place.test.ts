import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryStorage } from '@/tests/support/storage';
import { findPosition, storePosition } from './local-progress';

const owner = { userId: 'mona', courseSlug: 'a-course', file: 'a.mp4' };

beforeEach(
  () =>
    void vi.stubGlobal(
      'localStorage',
      createMemoryStorage({
        'progress:mona:a-course': JSON.stringify({ 'a.mp4': { positionSeconds: 15, atMs: 2000, watched: [[0, 15]] } }),
      }),
    ),
);
afterEach(() => void vi.unstubAllGlobals());

test('a reload resumes at the unreported position, unless the server has a newer one [L4]', () => {
  expect(findPosition(owner, 1000)).toBe(15);
  expect(findPosition(owner, 3000)).toBeNull();
  expect(findPosition({ ...owner, userId: 'omar' }, 1000)).toBeNull();
});

test('going back to a lesson resumes where this tab left it, even if all progress is reported [L4]', () => {
  vi.stubGlobal('localStorage', createMemoryStorage({}));
  expect(findPosition(owner, 1000)).toBeNull();
  storePosition(owner, { seconds: 42, atMs: 5000 });
  expect(findPosition(owner, 1000)).toBe(42);
  expect(findPosition(owner, 6000)).toBeNull();
});
