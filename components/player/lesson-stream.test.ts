// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LessonStream, type Playback, playbackOf } from '@/components/player/lesson-stream';
import type { StreamState } from '@/components/player/player-data';

const library = vi.hoisted(() => ({
  fetch: vi.fn<() => Promise<void>>(),
  made: [] as Array<{ startPosition: number }>,
  loaded: [] as string[],
  fail: (_data: object): void => undefined,
}));

vi.mock('hls.js/light', async () => {
  await library.fetch();
  return { default: FakeHls };
});

class FakeHls {
  static readonly Events = { ERROR: 'error' };
  static readonly ErrorTypes = { NETWORK_ERROR: 'network' };
  readonly levels = [];

  constructor(settings: { startPosition: number }) {
    library.made.push(settings);
  }

  on(event: string, listener: (event: string, data: object) => void): void {
    if (event === 'error') library.fail = (data) => listener(event, data);
  }
  attachMedia(): void {
    /* The fake plays nothing. */
  }
  loadSource(url: string): void {
    library.loaded.push(url);
  }
  destroy(): void {
    /* The fake has nothing to release. */
  }
}

const urls = { playlist: '/playlist', plain: '/plain' };
let video: HTMLVideoElement;
let states: StreamState[];
let stream: LessonStream;

/** Imports the module without a loaded library. */
async function make(playback: Playback): Promise<void> {
  vi.resetModules();
  const { LessonStream } = await import('@/components/player/lesson-stream');
  video = document.createElement('video');
  vi.spyOn(video, 'play').mockResolvedValue();
  states = [];
  stream = new LessonStream(video, playback, urls, (state) => states.push(state));
}

beforeEach(async () => {
  library.fetch.mockReset().mockResolvedValue();
  library.made.length = library.loaded.length = 0;
  await make('hls.js');
});
afterEach(() => {
  stream.close();
  vi.unstubAllGlobals();
});

const buildBrowser = (hls: '' | 'maybe') => ({ canPlayType: () => hls });

test('the HLS library plays the video wherever it can, even if the browser supports HLS itself [L7]', () => {
  vi.stubGlobal('ManagedMediaSource', () => undefined);
  expect(playbackOf(buildBrowser('maybe'), true)).toBe('hls.js');
});

test('the browser’s own HLS plays without the library, else the plain file, which is used without renditions [L7]', () => {
  expect([
    playbackOf(buildBrowser('maybe'), true),
    playbackOf(buildBrowser(''), true),
    playbackOf(buildBrowser('maybe'), false),
  ]).toEqual(['native', 'plain', 'plain']);
});

test('a library that failed to load is retried on demand and when the network returns, and playback starts at the same position [L7]', async () => {
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

test('changing the quality while the library loads only changes what will be loaded [L7]', async () => {
  const opened = stream.open('auto', 5);
  stream.setQuality('audio');
  expect(await opened).toBe(true);
  expect(library.loaded).toEqual(['/playlist?rendition=audio']);
  expect(video.getAttribute('src')).toBeNull();
});

test('a lesson that was left while the library loaded does not play [L7]', async () => {
  const opened = stream.open('auto', 0);
  stream.close();
  expect(await opened).toBe(false);
  expect([library.made, states]).toEqual([[], ['loading']]);
  stream.resume();
  expect([video.getAttribute('src'), states]).toEqual([null, ['loading']]);
});

test('checking access before the first play does not wait for an unreachable service [L7, P7]', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  expect(await stream.isStillOpen()).toBe(false);
  expect(states).toEqual([]);
});

test('a busy service is asked again when it says so, whether a segment or the playlist was refused [L7]', async () => {
  vi.useFakeTimers();
  const refuseSegment = (code: number, retryAfter: string | null) =>
    library.fail({
      type: 'network',
      fatal: true,
      response: { code },
      networkDetails: { getResponseHeader: () => retryAfter },
    });
  await stream.open('auto', 0);
  const loadedAfter = (ms: number) => {
    library.loaded.length = 0;
    vi.advanceTimersByTime(ms);
    return library.loaded.length;
  };
  refuseSegment(429, '7');
  expect([loadedAfter(6_900), loadedAfter(200)]).toEqual([0, 1]);
  refuseSegment(503, null);
  expect([loadedAfter(1_400), loadedAfter(200)]).toEqual([0, 1]);
  vi.stubGlobal('fetch', async () => new Response('', { status: 429, headers: { 'retry-after': '5' } }));
  expect(await stream.isStillOpen()).toBe(false);
  expect([states.includes('failed'), states.at(-1), loadedAfter(4_900), loadedAfter(200)]).toEqual([
    false,
    'waiting',
    0,
    1,
  ]);
  vi.useRealTimers();
});

test('the plain file plays without the library [L7]', async () => {
  await make('plain');
  expect(await stream.open('auto', 5)).toBe(true);
  expect(video.getAttribute('src')).toBe('/plain');
});

test('a seek to buffered video that does not end within two seconds is made again, and one that waits for data is not [L7, B19]', async () => {
  vi.useFakeTimers();
  await stream.open('auto', 0);
  let end = 0.3;
  const seekTo = vi.fn();
  Object.defineProperties(video, {
    seeking: { value: true, writable: true },
    buffered: { value: { length: 1, start: () => 0.4, end: () => end } },
    currentTime: { get: () => 0.5, set: seekTo },
  });
  video.dispatchEvent(new Event('seeking'));
  vi.advanceTimersByTime(2000);
  expect(seekTo).not.toHaveBeenCalled();
  end = 22.4;
  vi.advanceTimersByTime(2000);
  expect(seekTo.mock.calls).toEqual([[0.51]]);
  Object.assign(video, { seeking: false });
  video.dispatchEvent(new Event('seeking'));
  vi.advanceTimersByTime(4000);
  expect(seekTo).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});
