// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { offlineFlag } from '@/components/session/shown-user';
import { OfflineNotice, IfOfflineLessons } from './page-notices';

vi.mock('next/navigation', () => ({ usePathname: () => '/ar/home' }));

let root: Root;
let place: HTMLElement;
const next = vi.fn();

function click(path: string): { isFollowed: boolean; isHeard: boolean } {
  next.mockClear();
  const link = place.appendChild(document.createElement('a'));
  link.href = path;
  link.addEventListener('click', next);
  let isFollowed = true;
  const see = (event: Event) => {
    isFollowed = !event.defaultPrevented;
    event.preventDefault();
  };
  document.addEventListener('click', see, { capture: true, once: true });
  act(() => link.click());
  link.remove();
  return { isFollowed, isHeard: next.mock.calls.length > 0 };
}

const show = () =>
  act(() =>
    root.render(
      <OfflineNotice>
        No network.{' '}
        <IfOfflineLessons>
          <a href="/ar/offline">Lessons</a>
        </IfOfflineLessons>
      </OfflineNotice>,
    ),
  );

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

test('the offline notice links to the saved lessons of the device, and the browser itself loads their page [N18]', () => {
  localStorage.setItem(offlineFlag, '1');
  show();
  expect(place.querySelector('[role=status] a')?.getAttribute('href')).toBe('/ar/offline');
  expect(click('/ar/offline')).toEqual({ isFollowed: true, isHeard: false });
  expect(click('/ar/about').isFollowed).toBe(false);
});

test('the offline notice on a device without saved lessons has no link, and clicks stay on the page [N18]', () => {
  show();
  expect(place.textContent).toContain('No network.');
  expect(place.querySelector('[role=status] a')).toBeNull();
  expect(click('/ar/offline').isFollowed).toBe(false);
});
