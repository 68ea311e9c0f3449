// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReturnedPage } from './document-state';

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

const returnToPage = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

test('does not reload a page whose updates run when it comes back [B18]', () => {
  act(() => void returnToPage(true));
  act(() => void vi.advanceTimersByTime(10_000));
  expect(reload).not.toHaveBeenCalled();
});

test('reloads a restored page whose updates do not run, but not a page loaded normally [B18]', () => {
  // Outside `act` React applies no update, which simulates the message lost by the browser.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  returnToPage(false);
  expect(vi.getTimerCount()).toBe(0);
  returnToPage(true);
  vi.advanceTimersByTime(10_000);
  expect(reload).toHaveBeenCalledOnce();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
