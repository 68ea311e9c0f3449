import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ownsNothing } from '@/lib/accounts/delete-account';
import { db, type Prisma } from '@/lib/database/client';
import { sweepUploads } from '@/lib/lessons/admin/sweep-uploads';
import { resetDatabase } from '@/tests/support/database';
import { sweepExpired } from './all-jobs';

vi.mock('@/lib/lessons/admin/sweep-uploads', () => ({ sweepUploads: vi.fn(() => Promise.resolve({ count: 0 })) }));

const now = new Date('2026-11-21T10:00:00Z');
const note = { courseSlug: 'c', lesson: 'l', positionSeconds: 1, text: 'x', searchText: 'x' };
const provider = { provider: 'google', issuer: 'x', subject: 'x' };
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

  it('deletes an account of an unconfirmed address that owns nothing after 30 days without a visit [D14]', async () => {
    const client = await db();
    const unused = { email: 'unused@midan.example', lastSeenAt: hoursAgo(721) };
    const users: Prisma.UserCreateInput[] = [
      { id: 'unused', ...unused, sessions: { create: { expiresAt: hoursAgo(-1) } } },
      { id: 'recent', ...unused, email: 'recent@midan.example', lastSeenAt: hoursAgo(719) },
      { id: 'confirmed', ...unused, email: 'confirmed@midan.example', emailConfirmedAt: now },
      { id: 'proven', ...unused, email: 'proven@midan.example', ownerProvenAt: now },
      { id: 'editor', ...unused, email: 'editor@midan.example', role: 'editor' },
      { id: 'withNote', ...unused, email: 'note@midan.example', notes: { create: note } },
      { id: 'withProvider', ...unused, email: null, providerAccounts: { create: provider } },
    ];
    for (const data of users) await client.user.create({ data });
    await client.outbox.createMany({
      data: users.map(({ id }) => ({ key: `confirm:${id}`, kind: 'mail', payload: { to: `${id}@midan.example` } })),
    });
    await sweepExpired(now);
    const left = await client.user.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
    expect(left.map(({ id }) => id)).toEqual(['confirmed', 'editor', 'proven', 'recent', 'withNote', 'withProvider']);
    expect(await client.outbox.count({ where: { key: 'confirm:unused' } })).toBe(0);
    expect(await client.outbox.count()).toBe(6);
  });

  it('knows every table in which a user can own something [D14]', () => {
    const model = /^model User \{\n(.*?)^\}/ms.exec(readFileSync('prisma/schema.prisma', 'utf8'))![1]!;
    const relations = [...model.matchAll(/^ {2}(\w+) +(?!String|DateTime|Int)[A-Z]\w+(?:\[\]|\?)$/gm)].map(
      ([, name]) => name,
    );
    const writtenForEveryUser = ['sessions', 'codes', 'recoveryCodes', 'securityEvents'];
    const settings = ['questionMutes', 'weeklyMail', 'weeklyMailWeeks'];
    expect(relations.toSorted()).toEqual([...Object.keys(ownsNothing), ...writtenForEveryUser, ...settings].toSorted());
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
