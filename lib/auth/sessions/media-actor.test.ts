import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Actor } from '@/lib/actor';
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

test('L7 who showed the same credentials a moment ago is not asked for again, anybody else is, and so is everybody later', async () => {
  asked.mockResolvedValue(actor);
  expect([await cachedMediaActorOf(withBearer('one')), await cachedMediaActorOf(withBearer('one'))]).toEqual([actor, actor]);
  expect(asked).toHaveBeenCalledTimes(1);
  await cachedMediaActorOf(withBearer('two'));
  expect(asked).toHaveBeenCalledTimes(2);
  asked.mockResolvedValue(null);
  vi.advanceTimersByTime(5_000);
  expect(await cachedMediaActorOf(withBearer('one'))).toBeNull();
});

test('L7 nobody is never remembered', async () => {
  asked.mockResolvedValueOnce(null).mockResolvedValueOnce(actor);
  expect([await cachedMediaActorOf(withBearer('three')), await cachedMediaActorOf(withBearer('three'))]).toEqual([null, actor]);
});
