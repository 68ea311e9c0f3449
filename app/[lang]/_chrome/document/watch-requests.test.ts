import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchRequests } from './watch-requests';

interface Pending { answer: () => void }
let pending: Pending[];
let shown: boolean[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  pending = [];
  shown = [];
  const slow = () => new Promise<Response>((resolve) => pending.push({ answer: () => resolve(new Response()) }));
  vi.stubGlobal('window', { fetch: slow });
  stop = watchRequests((state) => shown.push(state));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('B8 shown when a request is still in flight 1000 ms after the first began, gone when all have ended', async () => {
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

test('B8 quick requests never show it, nor does what nobody waits for', async () => {
  void window.fetch('/a');
  pending[0]?.answer();
  await vi.advanceTimersByTimeAsync(0);
  void window.fetch('/view', { method: 'POST', keepalive: true });
  void window.fetch('/page?_rsc=1', { headers: { 'next-router-prefetch': '1' } });
  await vi.advanceTimersByTimeAsync(5000);
  expect(shown).not.toContain(true);
});
