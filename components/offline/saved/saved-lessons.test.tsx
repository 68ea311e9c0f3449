// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PlayerLabels } from '@/components/player/player-data';
import type { SavedLabels } from './saved-labels';
import { SavedLessons } from './saved-lessons';
import type { SavedLessonEntry } from './use-saved-lessons';

const buildEntry = (id: string): SavedLessonEntry =>
  ({
    saved: {
      id,
      courseSlug: 'a-course',
      lesson: `${id}.mp4`,
      quality: '240p',
      bytes: 13_002_342,
      savedBytes: 13_002_342,
      savedAtMs: 0,
      endsAtMs: 0,
    },
    details: { name: `Lesson ${id}`, courseTitle: 'A course' },
    availability: 'playable',
  }) as unknown as SavedLessonEntry;

vi.mock('@/components/offline/store/database', async (original) => ({
  ...(await original<object>()),
  isComplete: () => true,
}));
vi.mock('@/components/offline/store/lessons', () => ({ readOwner: async () => ({ userId: 'mona' }) }));
vi.mock('@/components/offline/saved-view', () => ({
  savedView: (_owner: unknown, _saved: unknown, { name }: { name: string }) => ({
    name,
    userId: 'mona',
    courseSlug: 'a-course',
    file: 'a.mp4',
  }),
}));
vi.mock('@/components/player/lesson-player', () => ({ LessonPlayer: () => null }));
vi.mock('@/components/player/controls/controls', () => ({ Controls: () => null }));
vi.mock('./use-saved-lessons', () => ({
  useSavedLessons: () => {
    const [entries, setEntries] = useState(['a', 'b', 'c'].map(buildEntry));
    return {
      shelf: { phase: 'ready', entries, wasRemoved: false },
      refreshShelf: async () => entries,
      remove: async (id: string) => {
        await Promise.resolve();
        setEntries((known) => known.filter(({ saved }) => saved.id !== id));
      },
      removeAll: async () => {
        await Promise.resolve();
        setEntries([]);
      },
    };
  },
}));

const labels = new Proxy(
  { units: { gigabyte: 'GB', megabyte: 'MB', kilobyte: 'kB', byte: 'bytes' } },
  { get: (own, key) => Reflect.get(own, key) ?? String(key) },
) as unknown as SavedLabels;
const scrolled = vi.fn();
let root: Root;
let place: HTMLElement;

const findButton = (name: string) =>
  [...place.querySelectorAll('button')].find(
    (button) => (button.getAttribute('aria-label') ?? button.textContent) === name,
  )!;
const press = (name: string) =>
  act(async () => {
    findButton(name).focus();
    findButton(name).click();
  });
const readFocusedLabel = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  HTMLElement.prototype.scrollIntoView = scrolled;
  scrolled.mockClear();
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  await act(async () => root.render(<SavedLessons lang="de" labels={labels} playerLabels={{} as PlayerLabels} />));
});

afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});

test('removing a lesson focuses the next one, or the empty message after the last [N18]', async () => {
  const places: unknown[] = [];
  for (const id of ['b', 'c', 'a']) {
    await press(`remove: Lesson ${id}`);
    places.push(readFocusedLabel());
  }
  expect(places).toEqual(['remove: Lesson c', 'remove: Lesson a', 'none']);
});

test('removing all lessons asks first and focuses the question; cancelling focuses the button again [N18]', async () => {
  await press('remove_all');
  expect([readFocusedLabel(), document.activeElement?.getAttribute('role')]).toEqual(['remove_all_sure', 'group']);
  await press('keep_all');
  expect(readFocusedLabel()).toBe('remove_all');
  await press('remove_all');
  await press('remove_all');
  expect(readFocusedLabel()).toBe('none');
});

test('opening a lesson scrolls to it and focuses it [N18]', async () => {
  await press('open: Lesson b');
  expect([document.activeElement?.tagName, readFocusedLabel(), scrolled.mock.contexts]).toEqual([
    'SECTION',
    'Lesson b',
    [document.activeElement],
  ]);
});

test('the size of a lesson uses the decimal separator of the page’s language [N18]', () => {
  expect(place.querySelector('li')?.textContent).toContain('12,4 MB');
});
