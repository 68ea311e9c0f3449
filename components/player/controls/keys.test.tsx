// @vitest-environment happy-dom
import { MediaProvider } from 'media-chrome/react/media-store';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PlayerLabels, PlayerLesson } from '@/components/player/player-data';
import { readPreferences, storePreferences } from '@/components/player/preferences';
import { keyOf } from '@/components/ui/key-of';
import { Timeline } from './controls';
import { SettingsMenu } from './settings-menu';
import { listenForKeys } from './use-shortcuts';

const labels = new Proxy({}, { get: (_labels, key) => String(key) }) as PlayerLabels;
const lesson = { durationSeconds: 600, thumbnails: null, captions: [] as unknown } as PlayerLesson;
let root: Root;
let place: HTMLElement;

const show = (content: ReactNode) => act(() => root.render(content));
const press = (target: EventTarget, key: string, more: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', {
    key,
    code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key,
    bubbles: true,
    cancelable: true,
    ...more,
  });
  act(() => void target.dispatchEvent(event));
  return event.defaultPrevented;
};

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  localStorage.clear();
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});

afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});

test('arrow keys on the timeline seek five seconds and page keys a minute; Home and End are left to the slider [L3]', async () => {
  const step = vi.fn();
  await show(
    <MediaProvider>
      <Timeline lesson={lesson} labels={labels} onStep={step} />
    </MediaProvider>,
  );
  const slider = place.querySelector('input')!;
  const taken = ['ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', 'k'].map(
    (key) => press(slider, key),
  );
  expect(step.mock.calls.flat()).toEqual([5, 5, -5, -5, 60, -60]);
  expect(taken).toEqual([true, true, true, true, true, true, false, false, false]);
  expect([press(slider, 'ArrowRight', { altKey: true }), step.mock.calls.length]).toEqual([false, 6]);
});

test('keyboard shortcuts can be switched off in the settings and stay off [L3, N14]', async () => {
  const note = vi.fn();
  const stop = listenForKeys({ n: note }, document);
  const change = vi.fn(storePreferences);
  await show(
    <SettingsMenu
      lesson={lesson}
      choices={[]}
      labels={labels}
      preferences={readPreferences('en', 'en')}
      onChange={change}
    />,
  );
  press(document.body, 'n');
  expect(note).toHaveBeenCalledTimes(1);
  const box = place.querySelector<HTMLInputElement>('input[type="checkbox"]')!;
  expect([box.checked, box.closest('label')?.textContent]).toEqual([true, 'shortcuts']);
  act(() => box.click());
  expect([press(document.body, 'n'), note.mock.calls.length, readPreferences('en', 'en').shortcuts]).toEqual([
    false,
    1,
    false,
  ]);
  storePreferences({ shortcuts: true });
  press(document.body, 'n');
  expect(note).toHaveBeenCalledTimes(2);
  stop();
});

test.each([
  ['Arabic', 'م', 'KeyL', 'l'],
  ['Dvorak', 'l', 'KeyP', 'l'],
  ['Dvorak', 'n', 'KeyL', null],
  ['French', ',', 'KeyM', null],
])('on a keyboard with the layout %s, %s triggers the shortcut of its own letter [L3]', (_layout, key, code, meant) => {
  const work = { l: vi.fn(), m: vi.fn() };
  const stop = listenForKeys(work, document);
  press(document.body, key, { code });
  expect([work.l.mock.calls.length, work.m.mock.calls.length]).toEqual([meant === 'l' ? 1 : 0, 0]);
  stop();
});

test('a key that is held switches once, and goes on seeking [L3]', () => {
  const work = { k: vi.fn(), l: vi.fn() };
  const stop = listenForKeys(work, document);
  const taken = ['k', 'l'].flatMap((key) => [press(document.body, key), press(document.body, key, { repeat: true })]);
  expect([work.k.mock.calls.length, work.l.mock.calls.length, taken]).toEqual([1, 2, [true, true, true, true]]);
  stop();
});

test('an event without a key, as browsers send for a chosen suggestion, is no shortcut [L3]', () => {
  expect(keyOf({})).toBe('');
});

test('a letter with Shift does not trigger a shortcut [L3]', () => {
  const mute = vi.fn();
  const stop = listenForKeys({ m: mute }, document);
  expect([press(document.body, 'M', { shiftKey: true }), mute.mock.calls.length]).toEqual([false, 0]);
  stop();
});
