// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ControlsProps } from './controls/controls';
import type { PlayerActions } from './controls/use-shortcuts';
import { LessonPlayer } from './lesson-player';
import type { PlayerLabels, PlayerLesson, VideoStream } from './player-data';
import { storePreferences } from './preferences';

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

class FakeTrack extends EventTarget {
  language = 'ar';
  mode = 'disabled';
  activeCues: Array<{ getCueAsHTML: () => { textContent: string } }> = [];
  say(...texts: string[]) {
    this.activeCues = texts.map((textContent) => ({ getCueAsHTML: () => ({ textContent }) }));
    act(() => void this.dispatchEvent(new Event('cuechange')));
  }
}

async function showWithCaptions(): Promise<FakeTrack> {
  const track = new FakeTrack();
  Object.defineProperty(HTMLVideoElement.prototype, 'textTracks', { configurable: true, value: [track] });
  storePreferences({ captions: 'ar' });
  act(() => root.unmount());
  root = createRoot(place);
  await show({ captions: [{ lang: 'ar', label: 'العربية', url: '/ar.vtt', cues: [] }] });
  return track;
}

test('shows all captions of a moment, in the direction of their language [L9]', async () => {
  const track = await showWithCaptions();
  track.say('React مكتبة\nللواجهات', 'ونبدأ الآن');
  const cue = place.querySelector('p[lang=ar]');
  expect([cue?.textContent, cue?.getAttribute('dir')]).toEqual(['React مكتبة للواجهات\nونبدأ الآن', 'rtl']);
  track.say();
  expect(place.querySelector('p[lang=ar]')).toBeNull();
});

test('the browser shows the captions in an iPhone’s fullscreen, where the page cannot [L9]', async () => {
  const track = await showWithCaptions();
  const video = place.querySelector('video')!;
  const modes = ['webkitbeginfullscreen', 'webkitendfullscreen'].map((name) => {
    video.dispatchEvent(new Event(name));
    return track.mode;
  });
  expect(modes).toEqual(['showing', 'hidden']);
});

test('moving the volume ends the muting, and unmuting at volume zero makes sound [L3]', async () => {
  let actions: PlayerActions | undefined;
  const Capture = (props: ControlsProps) => {
    actions = props.actions;
    return null;
  };
  await act(() => root.render(<LessonPlayer lesson={lesson} lang="en" labels={labels} controls={Capture} />));
  await press('resume');
  const video = place.querySelector('video')!;
  const state = (work: () => void) => {
    act(work);
    return [video.muted, video.volume];
  };
  expect(state(() => actions?.toggleMute())).toEqual([true, 1]);
  expect(state(() => actions?.setVolume(0.4))).toEqual([false, 0.4]);
  expect(state(() => actions?.setVolume(0))).toEqual([false, 0]);
  expect(state(() => actions?.toggleMute())).toEqual([false, 0.5]);
});

test('the transcript’s search finds other spellings of a word, and an empty search shows all lines [L9, V13]', async () => {
  const cue = (text: string, fromSeconds: number) => ({ fromSeconds, toSeconds: fromSeconds + 1, text });
  await show({
    captions: [{ lang: 'de', label: 'Deutsch', url: '/de.vtt', cues: [cue('Die Übung', 1), cue('Das Ende', 2)] }],
  });
  const field = place.querySelector<HTMLInputElement>('input[type=search]')!;
  const lines = async (query: string) => {
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, query);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    return place.querySelectorAll('ol li').length;
  };
  expect([await lines('uebung'), await lines(' übung '), await lines('nichts'), await lines(' ')]).toEqual([
    1, 1, 0, 2,
  ]);
});
