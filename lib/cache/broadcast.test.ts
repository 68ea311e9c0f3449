import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { log } from '@/lib/log';
import { splitTags, startBroadcast } from './broadcast';
import { purge } from './invalidate';

const queryRaw = vi.hoisted(() => vi.fn());
vi.mock('@/lib/database/client', () => ({ db: async () => ({ $queryRaw: queryRaw }) }));
vi.mock('@/lib/config/config', () => ({ config: () => ({ databaseUrl: 'postgresql://127.0.0.1:1/none' }) }));

afterEach(() => void vi.restoreAllMocks());

describe('broadcasting invalidations', () => {
  it('splits many tags into messages that PostgreSQL accepts, and loses none [O7]', () => {
    const tags = Array.from({ length: 3000 }, (_, index) => `article:مقال-${index}`);
    const parts = splitTags(tags);
    expect(parts.flat()).toEqual(tags);
    expect(Math.max(...parts.map((part) => Buffer.byteLength(JSON.stringify(part))))).toBeLessThan(7600);
  });

  it('repeats a failed announcement as soon as the database accepts it [O7, O8]', async () => {
    for (const level of ['warn', 'error'] as const) vi.spyOn(log, level).mockImplementation(() => undefined);
    queryRaw.mockRejectedValueOnce(new Error('Too many connections')).mockResolvedValue([]);
    const { stop } = startBroadcast(() => undefined);
    purge('articles');
    await expect.poll(() => queryRaw.mock.calls.length, { timeout: 5_000 }).toBe(2);
    const said = queryRaw.mock.calls.map(([, , message]) => message as string);
    expect([said[0], JSON.parse(said[1]!)]).toEqual([
      said[1],
      expect.objectContaining({ tags: ['articles'], remove: true }),
    ]);
    await stop();
  });

  it('announces nothing after it was stopped [O7, O8]', async () => {
    vi.spyOn(log, 'warn').mockImplementation(() => undefined);
    queryRaw.mockReset().mockResolvedValue([]);
    const { stop } = startBroadcast(() => undefined);
    await stop();
    purge('articles');
    await new Promise(setImmediate);
    expect(queryRaw).not.toHaveBeenCalled();
  });

  it('closes a connection that opens after it was stopped [O8]', async () => {
    let open = () => {};
    vi.spyOn(pg.Client.prototype, 'connect').mockReturnValue(new Promise<void>((resolve) => (open = resolve)) as never);
    vi.spyOn(pg.Client.prototype, 'query').mockResolvedValue(undefined as never);
    const end = vi.spyOn(pg.Client.prototype, 'end').mockResolvedValue(undefined as never);
    const { stop } = startBroadcast(() => undefined);
    await stop();
    expect(end).not.toHaveBeenCalled();
    open();
    await expect.poll(() => end.mock.calls.length).toBe(1);
  });
});
