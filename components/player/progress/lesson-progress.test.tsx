// @vitest-environment happy-dom
import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PlayerContext, type PlayerHandle } from '@/components/player/player-context';
import { callJson } from '@/components/session/json-call';
import { LessonProgress } from './lesson-progress';

vi.mock('@/components/session/json-call', () => ({ callJson: vi.fn() }));

const place = { userId: 'mona', courseSlug: 'a-course', file: 'a.mp4' };
let root: Root;
let video: HTMLVideoElement;
/** The element's simulated state, because happy-dom plays nothing. */
let state: { currentTime: number; readyState: number; paused: boolean; seeking: boolean; playbackRate: number };

const listSent = () =>
  vi.mocked(callJson).mock.calls.map(([{ body }]) => body as { positionSeconds?: number; watched: number[][] });
const tell = (event: string, said: Partial<typeof state> = {}) =>
  act(() => {
    Object.assign(state, said);
    video.dispatchEvent(new Event(event));
  });
const playTo = (...seconds: number[]) => {
  for (const currentTime of seconds) tell('timeupdate', { currentTime, paused: false, readyState: 4 });
};
const unload = () => Object.assign(state, { currentTime: 0, readyState: 0 });

function Stream() {
  useEffect(() => () => void unload(), []);
  return null;
}

const show = () =>
  act(() => {
    const handle: PlayerHandle = {
      video,
      seconds: () => 0,
      goTo: () => undefined,
      hold: () => () => undefined,
      handleRefusedReport: () => undefined,
    };
    root.render(
      <>
        <Stream />
        <PlayerContext value={handle}>
          <LessonProgress {...place} />
        </PlayerContext>
      </>,
    );
  });

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  vi.mocked(callJson).mockReset().mockResolvedValue({ ok: true, answer: {} });
  localStorage.clear();
  history.replaceState(null, '', '/en/course/a-course/a.mp4?section=notes&t=12#sections');
  state = { currentTime: 0, readyState: 0, paused: true, seeking: false, playbackRate: 1 };
  video = document.createElement('video');
  for (const name of Object.keys(state) as Array<keyof typeof state>)
    Object.defineProperty(video, name, { get: () => state[name] });
  root = createRoot(document.createElement('div'));
  show();
});

afterEach(() => act(() => root.unmount()));

test('leaving a playing lesson reports its last position, not that of the emptied video [L4]', () => {
  playTo(13, 13.5, 14);
  act(() => root.unmount());
  root = createRoot(document.createElement('div'));
  expect(listSent()).toMatchObject([{ lesson: 'a.mp4', positionSeconds: 14, watched: [[13, 14]] }]);
});

test('the position is kept while another source loads [L4, L7]', () => {
  playTo(13, 14);
  unload();
  tell('timeupdate');
  tell('pause', { paused: true });
  expect(listSent()).toMatchObject([{ positionSeconds: 14 }]);
  tell('timeupdate', { readyState: 1, paused: false });
  tell('seeking', { currentTime: 14 });
  playTo(14.5);
  tell('pause', { paused: true });
  expect(listSent().at(-1)).toMatchObject({ positionSeconds: 14.5 });
});

test('a position sought without a network is reported [L4]', () => {
  playTo(13, 14);
  tell('seeking', { currentTime: 110, readyState: 1 });
  tell('pause', { paused: true });
  expect(listSent()).toMatchObject([{ positionSeconds: 110, watched: [[13, 14]] }]);
});

test('the start time is removed from the address once the lesson plays, other parameters stay [N14, N19]', () => {
  expect(location.search).toBe('?section=notes&t=12');
  tell('play');
  expect(location.pathname + location.search + location.hash).toBe('/en/course/a-course/a.mp4?section=notes#sections');
});

test('the address of a course is replaced by its lesson’s, keeping its parameters [L2]', () => {
  act(() => root.unmount());
  history.replaceState(null, '', '/en/course/a-course?section=notes');
  root = createRoot(document.createElement('div'));
  show();
  expect(location.pathname + location.search).toBe('/en/course/a-course/a.mp4?section=notes');
});
