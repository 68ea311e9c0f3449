import { afterEach, expect, test, vi } from 'vitest';
import { playbackOf } from './lesson-stream';

const browser = (hls: '' | 'maybe') => ({ canPlayType: () => hls });

afterEach(() => vi.unstubAllGlobals());

test('L7 the library feeds the video wherever it can, even beside the browser\'s own HLS', () => {
  vi.stubGlobal('ManagedMediaSource', () => undefined);
  expect(playbackOf(browser('maybe'), true)).toBe('fed');
});

test('L7 without it the browser\'s own HLS plays, else the plain file; a lesson without renditions is always that', () => {
  expect([playbackOf(browser('maybe'), true), playbackOf(browser(''), true), playbackOf(browser('maybe'), false)]).toEqual(['native', 'plain', 'plain']);
});
