import { beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/client';
import { freshDatabase } from '@/lib/testing/database';
import { sweep } from './sweep';

const now = new Date('2026-11-21T10:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3600_000);

describe('sweep', () => {
  beforeEach(freshDatabase);

  it('X22 a guest unseen for a day goes, one seen today and every learner stay', async () => {
    const client = await db();
    await client.user.createMany({
      data: [
        { id: 'old', role: 'guest', lastSeenAt: hoursAgo(25) },
        { id: 'fresh', role: 'guest', lastSeenAt: hoursAgo(2) },
        { id: 'learner', role: 'learner', lastSeenAt: hoursAgo(900) },
      ],
    });
    await client.session.create({ data: { userId: 'old', expiresAt: hoursAgo(-1) } });
    await sweep(now);
    const left = await client.user.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
    expect(left.map((user) => user.id)).toEqual(['fresh', 'learner']);
  });

  it('O4 spent codes, dead sessions and ended limits go, live ones stay', async () => {
    const client = await db();
    await client.user.create({ data: { id: 'u' } });
    const code = { userId: 'u', purpose: 'otp' as const, hash: 'h' };
    await client.code.createMany({ data: [{ ...code, expiresAt: hoursAgo(30) }, { ...code, expiresAt: hoursAgo(-1) }] });
    await client.session.createMany({ data: [{ userId: 'u', expiresAt: hoursAgo(30) }, { userId: 'u', expiresAt: hoursAgo(-1) }] });
    await client.rateLimit.createMany({ data: [{ key: 'a', expiresAt: hoursAgo(1) }, { key: 'b', expiresAt: hoursAgo(-1) }] });
    await sweep(now);
    expect([await client.code.count(), await client.session.count(), await client.rateLimit.count()]).toEqual([1, 1, 1]);
  });
});
