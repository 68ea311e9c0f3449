// @vitest-environment happy-dom
import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callJson } from '../../_session/json-call';
import { PlayerContext, type PlayerHandle } from '../player-context';
import { LessonProgress } from './lesson-progress';

vi.mock('../../_session/json-call', () => ({ callJson: vi.fn() }));

const place = { userId: 'mona', courseSlug: 'a-course', file: 'a.mp4' };
let root: Root;
let video: HTMLVideoElement;
/** What the element says of itself; happy-dom plays nothing. */
let state: { currentTime: number; readyState: number; paused: boolean; seeking: boolean; playbackRate: number };

const sent = () => vi.mocked(callJson).mock.calls.map(([{ body }]) => body as { positionSeconds?: number; watched: number[][] });
const tell = (event: string, said: Partial<typeof state> = {}) => act(() => {
  Object.assign(state, said);
  video.dispatchEvent(new Event(event));
});
const playTo = (...seconds: number[]) => { for (const currentTime of seconds) tell('timeupdate', { currentTime, paused: false, readyState: 4 }); };
/** As a source is taken away: `removeAttribute('src')` and `load()`. */
const unload = () => Object.assign(state, { currentTime: 0, readyState: 0 });

/** What plays the video, which is closed first. */
function Stream() {
  useEffect(() => () => void unload(), []);
  return null;
}

const show = () => act(() => {
  const handle: PlayerHandle = { video, seconds: () => 0, goTo: () => undefined, hold: () => () => undefined, refused: () => undefined };
  root.render(<><Stream /><PlayerContext value={handle}><LessonProgress {...place} /></PlayerContext></>);
});

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  vi.mocked(callJson).mockReset().mockResolvedValue({ ok: true, answer: {} });
  localStorage.clear();
  history.replaceState(null, '', '/en/course/a-course/a.mp4?section=notes&t=12#sections');
  state = { currentTime: 0, readyState: 0, paused: true, seeking: false, playbackRate: 1 };
  video = document.createElement('video');
  for (const name of Object.keys(state) as Array<keyof typeof state>) Object.defineProperty(video, name, { get: () => state[name] });
  root = createRoot(document.createElement('div'));
  show();
});

afterEach(() => act(() => root.unmount()));

test('L4 leaving a lesson while it plays reports where it was, not where a video without a source is', () => {
  playTo(13, 13.5, 14);
  act(() => root.unmount());
  root = createRoot(document.createElement('div'));
  expect(sent()).toMatchObject([{ lesson: 'a.mp4', positionSeconds: 14, watched: [[13, 14]] }]);
});

test('L4 L7 while another source is loaded the place stays the one reached, until the video is there again', () => {
  playTo(13, 14);
  unload();
  tell('timeupdate');
  tell('pause', { paused: true });
  expect(sent()).toMatchObject([{ positionSeconds: 14 }]);
  // The new source begins at 0, and is set to the place before anything of it is there.
  tell('timeupdate', { readyState: 1, paused: false });
  tell('seeking', { currentTime: 14 });
  playTo(14.5);
  tell('pause', { paused: true });
  expect(sent().at(-1)).toMatchObject({ positionSeconds: 14.5 });
});

test('L4 a place sought without a network counts', () => {
  playTo(13, 14);
  tell('seeking', { currentTime: 110, readyState: 1 });
  tell('pause', { paused: true });
  expect(sent()).toMatchObject([{ positionSeconds: 110, watched: [[13, 14]] }]);
});

test('N14 N19 once it plays, the address names its beginning no more, and still names the rest', () => {
  expect(location.search).toBe('?section=notes&t=12');
  tell('play');
  expect(location.pathname + location.search + location.hash).toBe('/en/course/a-course/a.mp4?section=notes#sections');
});

test('L2 the address of a course becomes its lesson\'s, with what it opens', () => {
  act(() => root.unmount());
  history.replaceState(null, '', '/en/course/a-course?section=notes');
  root = createRoot(document.createElement('div'));
  show();
  expect(location.pathname + location.search).toBe('/en/course/a-course/a.mp4?section=notes');
});
