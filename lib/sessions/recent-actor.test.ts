import { beforeEach, expect, test, vi } from 'vitest';
import type { Actor } from '@/lib/actor';
import { actorOf } from './actor-of';
import { recentActorOf } from './recent-actor';

vi.mock('./actor-of', () => ({ actorOf: vi.fn(), mediaActorOf: vi.fn() }));
const asked = vi.mocked(actorOf);
const actor = { userId: 'u', sessionId: 's' } as Actor;
const withBearer = (token: string) => new Request('http://x/', { headers: { authorization: `Bearer ${token}` } });

beforeEach(() => {
  asked.mockReset();
  vi.useFakeTimers({ toFake: ['Date'] });
});

test('L7 who showed the same credentials a moment ago is not asked for again, anybody else is, and so is everybody later', async () => {
  asked.mockResolvedValue(actor);
  expect([await recentActorOf(withBearer('one')), await recentActorOf(withBearer('one'))]).toEqual([actor, actor]);
  expect(asked).toHaveBeenCalledTimes(1);
  await recentActorOf(withBearer('two'));
  expect(asked).toHaveBeenCalledTimes(2);
  asked.mockResolvedValue(null);
  vi.advanceTimersByTime(5_000);
  expect(await recentActorOf(withBearer('one'))).toBeNull();
});

test('L7 nobody is never remembered', async () => {
  asked.mockResolvedValueOnce(null).mockResolvedValueOnce(actor);
  expect([await recentActorOf(withBearer('three')), await recentActorOf(withBearer('three'))]).toEqual([null, actor]);
  vi.useRealTimers();
});
