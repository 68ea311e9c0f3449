import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Actor } from '@/lib/permissions';
import { mediaActorOf } from './actor-of';
import { cachedMediaActorOf } from './media-actor';

vi.mock('./actor-of', () => ({ mediaActorOf: vi.fn() }));
const asked = vi.mocked(mediaActorOf);
const actor = { userId: 'u', sessionId: 's' } as Actor;
const withBearer = (token: string) => new Request('http://x/', { headers: { authorization: `Bearer ${token}` } });

beforeEach(() => {
  asked.mockReset();
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => vi.useRealTimers());

test('looks the same credentials up once in two seconds; other credentials and later requests are looked up again [L7]', async () => {
  asked.mockResolvedValue(actor);
  expect([await cachedMediaActorOf(withBearer('one')), await cachedMediaActorOf(withBearer('one'))]).toEqual([
    actor,
    actor,
  ]);
  expect(asked).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_999);
  await cachedMediaActorOf(withBearer('one'));
  expect(asked).toHaveBeenCalledTimes(1);
  await cachedMediaActorOf(withBearer('two'));
  expect(asked).toHaveBeenCalledTimes(2);
  asked.mockResolvedValue(null);
  vi.advanceTimersByTime(1);
  expect(await cachedMediaActorOf(withBearer('one'))).toBeNull();
});

test('does not cache a missing actor [L7]', async () => {
  asked.mockResolvedValueOnce(null).mockResolvedValueOnce(actor);
  expect([await cachedMediaActorOf(withBearer('three')), await cachedMediaActorOf(withBearer('three'))]).toEqual([
    null,
    actor,
  ]);
});
