import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Actor } from '@/lib/permissions';
import { readMediaActor } from './actor-of';
import { readCachedMediaActor } from './media-actor';

vi.mock('./actor-of', () => ({ readMediaActor: vi.fn() }));
const asked = vi.mocked(readMediaActor);
const actor = { userId: 'u', sessionId: 's' } as Actor;
const buildRequest = (token: string) => new Request('http://x/', { headers: { authorization: `Bearer ${token}` } });

let atMs = 1_000;

beforeEach(() => {
  asked.mockReset();
  // The cache keeps the real `performance` object, so that replacing the global has no effect on it.
  vi.spyOn(performance, 'now').mockImplementation(() => atMs);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function pass(milliseconds: number): void {
  atMs += milliseconds;
  vi.advanceTimersByTime(milliseconds);
}

test('looks the same credentials up once in two seconds; other credentials and later requests are looked up again [L7]', async () => {
  asked.mockResolvedValue(actor);
  expect([await readCachedMediaActor(buildRequest('one')), await readCachedMediaActor(buildRequest('one'))]).toEqual([
    actor,
    actor,
  ]);
  expect(asked).toHaveBeenCalledTimes(1);
  pass(1_999);
  await readCachedMediaActor(buildRequest('one'));
  expect(asked).toHaveBeenCalledTimes(1);
  await readCachedMediaActor(buildRequest('two'));
  expect(asked).toHaveBeenCalledTimes(2);
  asked.mockResolvedValue(null);
  pass(2);
  expect(await readCachedMediaActor(buildRequest('one'))).toBeNull();
});

test('does not cache a missing actor [L7]', async () => {
  asked.mockResolvedValueOnce(null).mockResolvedValueOnce(actor);
  expect([
    await readCachedMediaActor(buildRequest('three')),
    await readCachedMediaActor(buildRequest('three')),
  ]).toEqual([null, actor]);
});
