// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { offlineFlag } from '@/components/session/shown-user';
import { trackListeners } from '@/tests/support/listeners';
import { startPage } from './head-script';

const beginPage = trackListeners();
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
  link.click();
  link.remove();
  return { isFollowed, isHeard: next.mock.calls.length > 0 };
}

const findNotice = () => place.querySelector<HTMLElement>('[data-when-offline]')!;
const findLessonsLink = () => place.querySelector<HTMLElement>('[data-when-lessons-saved]')!;
const isOnline = (online: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  window.dispatchEvent(new Event(online ? 'online' : 'offline'));
};

beforeEach(() => {
  localStorage.clear();
  place = document.body.appendChild(document.createElement('div'));
  place.innerHTML =
    '<div data-when-offline hidden>No network. <a data-when-lessons-saved hidden href="/ar/offline">Lessons</a></div>';
  beginPage();
  startPage();
});

afterEach(() => {
  place.remove();
  vi.restoreAllMocks();
});

test('the offline notice links to the saved lessons of the device, and the browser itself loads their page [N18]', () => {
  localStorage.setItem(offlineFlag, '1');
  isOnline(false);
  expect([findNotice().hidden, findLessonsLink().hidden]).toEqual([false, false]);
  expect(click('/ar/offline')).toEqual({ isFollowed: true, isHeard: false });
  expect(click('/ar/about').isFollowed).toBe(false);
});

test('the offline notice on a device without saved lessons has no link, and clicks stay on the page until it is online [B12, N18]', () => {
  isOnline(false);
  expect([findNotice().hidden, findLessonsLink().hidden, click('/ar/offline').isFollowed]).toEqual([
    false,
    true,
    false,
  ]);
  isOnline(true);
  expect([findNotice().hidden, click('/ar/about').isFollowed]).toEqual([true, true]);
});
