// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReturnedPage } from './returned-page';

let root: Root;
let reload: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  root = createRoot(document.createElement('div'));
  act(() => root.render(<ReturnedPage />));
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const comesBack = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

test('leaves a page alone whose updates arrive when it comes back [B18]', () => {
  act(() => void comesBack(true));
  act(() => void vi.advanceTimersByTime(10_000));
  expect(reload).not.toHaveBeenCalled();
});

test('loads a page anew whose updates do not arrive, and none that was loaded in the usual way [B18]', () => {
  // Outside `act` nothing carries the update out: the timers stand for the browser's lost message.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  comesBack(false);
  expect(vi.getTimerCount()).toBe(0);
  comesBack(true);
  vi.advanceTimersByTime(10_000);
  expect(reload).toHaveBeenCalledOnce();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
