// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Countdown } from './countdown';

const minuteMs = 60_000;
const onOver = vi.fn();
/** What the clocks say: the page's, which stands still in a sleep, and the device's. */
const clocks = { pageMs: 0, deviceMs: Date.UTC(2026, 10, 20) };
let root: Root;
let place: HTMLElement;

const pass = (pageMs: number, deviceMs: number) => act(() => {
  clocks.pageMs += pageMs;
  clocks.deviceMs += deviceMs;
  vi.advanceTimersByTime(500);
});
const see = (isHidden: boolean) => act(() => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  document.dispatchEvent(new Event('visibilitychange'));
});
const shown = () => place.querySelector('bdi')?.textContent;

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  vi.useFakeTimers();
  vi.spyOn(performance, 'now').mockImplementation(() => clocks.pageMs);
  vi.spyOn(Date, 'now').mockImplementation(() => clocks.deviceMs);
  onOver.mockClear();
  place = document.createElement('div');
  root = createRoot(place);
  act(() => root.render(<Countdown remainingMs={10 * minuteMs} label="Time left" onOver={onOver} />));
});

afterEach(() => {
  act(() => root.unmount());
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('N16 the time a phone slept is counted as soon as the page is seen again', () => {
  pass(minuteMs, minuteMs);
  see(true);
  pass(500, 4 * minuteMs);
  see(false);
  expect(shown()).toBe('5:00');
  see(true);
  pass(500, 5 * minuteMs);
  see(false);
  expect(onOver).toHaveBeenCalledTimes(1);
});

test('N16 a clock of the device that is set, forwards in sight or backwards out of it, changes nothing', () => {
  pass(minuteMs, 30 * minuteMs);
  see(true);
  pass(minuteMs, -30 * minuteMs);
  see(false);
  expect(shown()).toBe('8:00');
  expect(onOver).not.toHaveBeenCalled();
});
