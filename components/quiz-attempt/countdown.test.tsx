// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Countdown } from './attempt-form';

const minuteMs = 60_000;
const onOver = vi.fn();
const clocks = { pageMs: 0, deviceMs: Date.UTC(2026, 10, 20) };
let root: Root;
let place: HTMLElement;

const pass = (pageMs: number, deviceMs: number) =>
  act(() => {
    clocks.pageMs += pageMs;
    clocks.deviceMs += deviceMs;
    vi.advanceTimersByTime(500);
  });
const see = (isHidden: boolean) =>
  act(() => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
    document.dispatchEvent(new Event('visibilitychange'));
  });
const readCountdown = () => place.querySelector('bdi')?.textContent;

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

test('time that a phone slept is counted as soon as the page is visible again [N16]', () => {
  pass(minuteMs, minuteMs);
  see(true);
  pass(500, 4 * minuteMs);
  see(false);
  expect(readCountdown()).toBe('5:00');
  see(true);
  pass(500, 5 * minuteMs);
  see(false);
  expect(onOver).toHaveBeenCalledTimes(1);
});

test('changing the device’s clock, forwards or backwards, does not change the countdown [N16]', () => {
  pass(minuteMs, 30 * minuteMs);
  see(true);
  pass(minuteMs, -30 * minuteMs);
  see(false);
  expect(readCountdown()).toBe('8:00');
  expect(onOver).not.toHaveBeenCalled();
});
