// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LessonStream, playbackOf, type Playback } from './lesson-stream';
import type { StreamState } from './video-stream';

/** The library: whether it can be fetched, and what was asked of it. */
const library = vi.hoisted(() => ({ fetch: vi.fn<() => Promise<void>>(), made: [] as Array<{ startPosition: number }>, loaded: [] as string[] }));

vi.mock('hls.js/light', async () => {
  await library.fetch();
  return { default: FakeHls };
});

class FakeHls {
  static readonly Events = {};
  static readonly ErrorTypes = {};
  readonly levels = [];

  constructor(settings: { startPosition: number }) {
    library.made.push(settings);
  }

  on(): void { /* nothing happens here */ }
  attachMedia(): void { /* as above */ }
  loadSource(url: string): void { library.loaded.push(url); }
  destroy(): void { /* as above */ }
}

const urls = { playlist: '/playlist', plain: '/plain' };
let video: HTMLVideoElement;
let states: StreamState[];
let stream: LessonStream;

function make(playback: Playback): void {
  video = document.createElement('video');
  vi.spyOn(video, 'play').mockResolvedValue();
  states = [];
  stream = new LessonStream(video, playback, urls, (state) => states.push(state));
}

beforeEach(() => {
  library.fetch.mockReset().mockResolvedValue();
  library.made.length = library.loaded.length = 0;
  make('fed');
});
afterEach(() => {
  stream.close();
  vi.unstubAllGlobals();
});

const browser = (hls: '' | 'maybe') => ({ canPlayType: () => hls });

test('L7 the library feeds the video wherever it can, even beside the browser\'s own HLS', () => {
  vi.stubGlobal('ManagedMediaSource', () => undefined);
  expect(playbackOf(browser('maybe'), true)).toBe('fed');
});

test('L7 without it the browser\'s own HLS plays, else the plain file; a lesson without renditions is always that', () => {
  expect([playbackOf(browser('maybe'), true), playbackOf(browser(''), true), playbackOf(browser('maybe'), false)]).toEqual(['native', 'plain', 'plain']);
});

// The first that loads it: afterwards it is there for all.
test('L7 a library that was not fetched is fetched again, on demand and when the network returns, and the video begins where it was meant to, never from the plain file', async () => {
  library.fetch.mockRejectedValueOnce(new TypeError('no network')).mockRejectedValueOnce(new TypeError('no network'));
  expect(await stream.open('auto', 120)).toBe(false);
  stream.resume();
  await vi.waitFor(() => expect(states).toEqual(['loading', 'idle', 'loading', 'idle']));
  expect([video.getAttribute('src'), vi.mocked(video.play).mock.calls]).toEqual([null, []]);
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(video.play).toHaveBeenCalled());
  expect(library.made).toMatchObject([{ startPosition: 120 }]);
  expect([library.loaded, video.getAttribute('src')]).toEqual([['/playlist'], null]);
});

test('L7 while it is fetched another quality is only noted', async () => {
  const opened = stream.open('auto', 5);
  stream.setQuality('audio');
  expect(await opened).toBe(true);
  expect(library.loaded).toEqual(['/playlist?rendition=audio']);
  expect(video.getAttribute('src')).toBeNull();
});

test('L7 of a lesson that was left while it was fetched nothing plays', async () => {
  const opened = stream.open('auto', 0);
  stream.close();
  expect(await opened).toBe(false);
  expect([library.made, states]).toEqual([[], ['loading']]);
  stream.resume();
  expect([video.getAttribute('src'), states]).toEqual([null, ['loading']]);
});

test('L7 P7 before the first play a service that is away is not waited for', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  expect(await stream.isStillOpen()).toBe(false);
  expect(states).toEqual([]);
});

test('L7 without the library the plain file is played', async () => {
  make('plain');
  expect(await stream.open('auto', 5)).toBe(true);
  expect(video.getAttribute('src')).toBe('/plain');
});
