import { beforeEach, describe, expect, it, vi } from 'vitest';
import { db } from '@/lib/database/client';
import { sweepUploads } from '@/lib/lessons/admin/sweep-uploads';
import { resetDatabase } from '@/tests/support/database';
import { sweepExpired } from './all-jobs';

vi.mock('@/lib/lessons/admin/sweep-uploads', () => ({ sweepUploads: vi.fn(() => Promise.resolve({ count: 0 })) }));

const now = new Date('2026-11-21T10:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3600_000);

describe('sweep', () => {
  beforeEach(resetDatabase);

  it('a deletion that fails does not stop the others, and the job reports the error [O4]', async () => {
    vi.mocked(sweepUploads).mockRejectedValueOnce(new Error('no disk'));
    const client = await db();
    await client.user.create({ data: { id: 'u' } });
    await client.watchDay.create({ data: { userId: 'u', day: '2026-01-01', seconds: 1 } });
    await expect(sweepExpired(now)).rejects.toThrow('no disk');
    expect(await client.watchDay.count()).toBe(0);
  });

  it('deletes a guest unseen for a day; recent guests and all learners stay [X22]', async () => {
    const client = await db();
    await client.user.createMany({
      data: [
        { id: 'old', role: 'guest', lastSeenAt: hoursAgo(25) },
        { id: 'fresh', role: 'guest', lastSeenAt: hoursAgo(2) },
        { id: 'learner', role: 'learner', lastSeenAt: hoursAgo(900) },
      ],
    });
    await client.session.create({ data: { userId: 'old', expiresAt: hoursAgo(-1) } });
    await sweepExpired(now);
    const left = await client.user.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
    expect(left.map((user) => user.id)).toEqual(['fresh', 'learner']);
  });

  it('deletes expired codes, sessions and limits, and keeps current ones [O4]', async () => {
    const client = await db();
    await client.user.create({ data: { id: 'u' } });
    const code = { userId: 'u', purpose: 'otp' as const, hash: 'h' };
    await client.code.createMany({
      data: [
        { ...code, expiresAt: hoursAgo(30) },
        { ...code, expiresAt: hoursAgo(-1) },
      ],
    });
    await client.session.createMany({
      data: [
        { userId: 'u', expiresAt: hoursAgo(30) },
        { userId: 'u', expiresAt: hoursAgo(-1) },
      ],
    });
    await client.rateLimit.createMany({
      data: [
        { key: 'a', expiresAt: hoursAgo(1) },
        { key: 'b', expiresAt: hoursAgo(-1) },
      ],
    });
    await sweepExpired(now);
    expect([await client.code.count(), await client.session.count(), await client.rateLimit.count()]).toEqual([
      1, 1, 1,
    ]);
  });

  it('deletes an enquiry two years after it was handled; an open one stays [O8]', async () => {
    const client = await db();
    const enquiry = {
      fullName: 'Ali',
      email: 'a@b.example',
      phoneNumber: '0100',
      message: 'Hello',
      createdAt: new Date('2020-01-01T00:00:00Z'),
    };
    const handledAt = { old: new Date('2024-11-21T09:59:59Z'), fresh: new Date('2024-11-21T10:00:01Z'), open: null };
    await client.enquiry.createMany({
      data: Object.entries(handledAt).map(([id, at]) => ({ ...enquiry, id, handledAt: at })),
    });
    await sweepExpired(now);
    expect(
      (await client.enquiry.findMany({ select: { id: true }, orderBy: { id: 'asc' } })).map(({ id }) => id),
    ).toEqual(['fresh', 'open']);
  });
});
