// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LessonPlayer } from './lesson-player';
import type { PlayerLabels, PlayerLesson, VideoStream } from './player-data';

const stream = {
  open: vi.fn<VideoStream['open']>(),
  setQuality: vi.fn(),
  resume: vi.fn(),
  isStillOpen: vi.fn<VideoStream['isStillOpen']>(),
  end: vi.fn(),
  close: vi.fn(),
};
const connect = vi.fn(() => stream);
const lesson: PlayerLesson = {
  userId: null,
  courseSlug: 'a-course',
  courseTitle: 'A course',
  file: 'a.mp4',
  name: 'A lesson',
  watermark: null,
  durationSeconds: 60,
  resumeSeconds: 12,
  sources: [],
  poster: null,
  thumbnails: null,
  captions: [],
  renditions: [],
  madeAt: null,
  playlistUrl: '',
  spokenLanguage: null,
  saved: { quality: '240p', open: connect },
};
const labels = new Proxy({}, { get: (_labels, key) => key }) as PlayerLabels;
const Controls = () => <button type="button">bar</button>;
let root: Root;
let place: HTMLElement;
let play: ReturnType<typeof vi.fn>;

const show = (part: Partial<PlayerLesson> = {}) =>
  act(() =>
    root.render(
      <>
        <button type="button">elsewhere</button>
        <LessonPlayer lesson={{ ...lesson, ...part }} lang="en" labels={labels} controls={Controls} />
      </>,
    ),
  );
const findButton = (name: string) =>
  [...place.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(name))!;
const press = (name: string, focused = name) =>
  act(async () => {
    findButton(focused).focus();
    findButton(name).click();
  });

beforeEach(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  vi.clearAllMocks();
  stream.open.mockResolvedValue(true);
  play = vi.spyOn(HTMLVideoElement.prototype, 'play').mockResolvedValue();
  Object.defineProperty(HTMLVideoElement.prototype, 'textTracks', { configurable: true, value: [] });
  localStorage.clear();
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  await show();
});

afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.restoreAllMocks();
});

test('refreshing the page keeps the video playing; another lesson replaces it [L3, L4]', async () => {
  await press('resume');
  await show({ resumeSeconds: 20, saved: { quality: '240p', open: connect } });
  expect([connect.mock.calls.length, stream.close.mock.calls.length]).toEqual([1, 0]);
  await show({ file: 'b.mp4' });
  expect([connect.mock.calls.length, stream.close.mock.calls.length]).toEqual([2, 1]);
});

test('a stream that fails to open does not play, and the next press opens it at the same position [L7]', async () => {
  stream.open.mockResolvedValueOnce(false);
  await press('resume');
  expect(play).not.toHaveBeenCalled();
  await act(async () => place.querySelector('video')!.click());
  expect(stream.open.mock.calls).toEqual([
    ['auto', 12],
    ['auto', undefined],
  ]);
  expect(play).toHaveBeenCalledTimes(1);
});

test('starting playback by keyboard focuses the player, where shortcuts work [L3]', async () => {
  const pause = vi.spyOn(HTMLVideoElement.prototype, 'pause');
  vi.spyOn(HTMLVideoElement.prototype, 'paused', 'get').mockReturnValue(false);
  await press('resume');
  const stage = place.querySelector('video')!.parentElement!;
  expect(document.activeElement).toBe(stage);
  act(() => void stage.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', code: 'Space', bubbles: true })));
  expect(pause).toHaveBeenCalledTimes(1);
});

test('the focus stays where it is outside the player [L3]', async () => {
  await press('from_start', 'elsewhere');
  expect([document.activeElement, stream.open.mock.calls]).toEqual([findButton('elsewhere'), [['auto', 0]]]);
});

test('asks for another press if the browser blocks playback [L3]', async () => {
  const load = vi.spyOn(HTMLVideoElement.prototype, 'load').mockImplementation(() => undefined);
  play.mockRejectedValueOnce(Object.assign(new Error('not now'), { name: 'NotAllowedError' }));
  await press('resume');
  expect(load, 'during the press').toHaveBeenCalledOnce();
  await press('play');
  expect(play).toHaveBeenCalledTimes(2);
  vi.spyOn(HTMLVideoElement.prototype, 'paused', 'get').mockReturnValue(false);
  act(() => void place.querySelector('video')!.dispatchEvent(new Event('play')));
  expect([...place.querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain('play');
});
