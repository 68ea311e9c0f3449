// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { offlineFlag } from '../../_session/shown-user';
import { OfflineNotice, WithLessons } from './offline-notice';

vi.mock('next/navigation', () => ({ usePathname: () => '/ar/home' }));

let root: Root;
let place: HTMLElement;
const next = vi.fn();

/** What becomes of a click: whether the browser follows the link, and whether the application hears of it. */
function click(path: string): { isFollowed: boolean; isHeard: boolean } {
  next.mockClear();
  const link = place.appendChild(document.createElement('a'));
  link.href = path;
  link.addEventListener('click', next);
  let isFollowed = true;
  const see = (event: Event) => { isFollowed = !event.defaultPrevented; event.preventDefault(); };
  // After every other listener of the document that a capture reaches.
  document.addEventListener('click', see, { capture: true, once: true });
  act(() => link.click());
  link.remove();
  return { isFollowed, isHeard: next.mock.calls.length > 0 };
}

const show = () => act(() => root.render(<OfflineNotice>No network. <WithLessons><a href="/ar/offline">Lessons</a></WithLessons></OfflineNotice>));

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  localStorage.clear();
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place.appendChild(document.createElement('div')));
});

afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.restoreAllMocks();
});

test('N18 without a network the lessons of this device are offered, and the browser itself opens their page', () => {
  localStorage.setItem(offlineFlag, '1');
  show();
  expect(place.querySelector('[role=status] a')?.getAttribute('href')).toBe('/ar/offline');
  expect(click('/ar/offline')).toEqual({ isFollowed: true, isHeard: false });
  expect(click('/ar/about').isFollowed).toBe(false);
});

test('N18 a device without lessons stays on its page', () => {
  show();
  expect(place.textContent).toContain('No network.');
  expect(place.querySelector('[role=status] a')).toBeNull();
  expect(click('/ar/offline').isFollowed).toBe(false);
});
