import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchRequests } from './loading-overlay';

interface PendingRequest {
  answer: () => void;
}
let pending: PendingRequest[];
let shown: boolean[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  pending = [];
  shown = [];
  const fetchSlowly = () => new Promise<Response>((resolve) => pending.push({ answer: () => resolve(new Response()) }));
  vi.stubGlobal('window', { fetch: fetchSlowly });
  stop = watchRequests((state) => shown.push(state));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the loading state starts if a request is pending 1000 ms after the first began, and ends when all have ended [B8]', async () => {
  void window.fetch('/a');
  await vi.advanceTimersByTimeAsync(600);
  void window.fetch('/b');
  pending[0]?.answer();
  await vi.advanceTimersByTimeAsync(399);
  expect(shown).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(shown).toEqual([true]);
  pending[1]?.answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(shown).toEqual([true, false]);
});

test('quick requests, beacons and prefetches never start the loading state [B8]', async () => {
  void window.fetch('/a');
  pending[0]?.answer();
  await vi.advanceTimersByTimeAsync(0);
  void window.fetch('/view', { method: 'POST', keepalive: true });
  void window.fetch('/page?_rsc=1', { headers: { 'next-router-prefetch': '1' } });
  await vi.advanceTimersByTimeAsync(5000);
  expect(shown).not.toContain(true);
});
