import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '@/lib/testing/storage';
import { knownPlace, rememberPlace } from './known-place';

const owner = { userId: 'mona', courseSlug: 'a-course', file: 'a.mp4' };

beforeEach(() => void vi.stubGlobal('localStorage', memoryStorage({ 'progress:mona:a-course': JSON.stringify({ 'a.mp4': { positionSeconds: 15, atMs: 2000, watched: [[0, 15]] } }) })));
afterEach(() => void vi.unstubAllGlobals());

test('a reload goes on from the place that is still to be reported, unless the server knows a newer one [L4]', () => {
  expect(knownPlace(owner, 1000)).toBe(15);
  expect(knownPlace(owner, 3000)).toBeNull();
  expect(knownPlace({ ...owner, userId: 'omar' }, 1000)).toBeNull();
});

test('Back to a lesson goes on from where this tab left it, although all is reported [L4]', () => {
  vi.stubGlobal('localStorage', memoryStorage({}));
  expect(knownPlace(owner, 1000)).toBeNull();
  rememberPlace(owner, { seconds: 42, atMs: 5000 });
  expect(knownPlace(owner, 1000)).toBe(42);
  expect(knownPlace(owner, 6000)).toBeNull();
});
