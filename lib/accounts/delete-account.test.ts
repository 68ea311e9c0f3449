import { beforeEach, describe, expect, test } from 'vitest';
import { findActor } from '@/lib/accounts/sessions/actor-of';
import { startSession } from '@/lib/accounts/sessions/start-session';
import { onInvalidate } from '@/lib/cache/invalidate';
import { addSeconds } from '@/lib/clock';
import { db } from '@/lib/database/client';
import type { Actor } from '@/lib/permissions';
import { resetDatabase } from '@/tests/support/database';
import { exportOf } from '@/tests/support/personal-export';
import { createAccount } from './create-account';
import { deleteAccount } from './delete-account';
import { deleteAccountSchema, signUpSchema } from './schema';

const email = 'mona@midan.example';
const device = { userAgent: 'Firefox/1', ip: '10.0.0.1' };
const start = new Date();
let actor: Actor;

beforeEach(async () => {
  await resetDatabase();
  const form = signUpSchema.parse({ name: 'Mona', email, phone: '01001234567', sub: 'river-lantern-42' });
  const made = await createAccount({ form, lang: 'ar', guestId: null, ip: 'x', now: start });
  await (await db()).user.updateMany({ data: { emailConfirmedAt: start } });
  const session = await startSession({ userId: made.ok ? made.value.userId : '' }, device, start);
  actor = (await findActor(session.sessionId, session.userId, start))!;
  const client = await db();
  await client.product.create({
    data: { key: 'p', name: {}, description: {}, amountPiastres: 100, course: { create: { slug: 'c', text: {} } } },
  });
  await client.order.create({
    data: {
      userId: actor.userId,
      productKey: 'p',
      courseSlug: 'c',
      description: 'A course',
      amountPiastres: 100,
      status: 'paid',
      billing: { first_name: 'Mona', email },
      expiresAt: start,
    },
  });
  await client.enquiry.create({
    data: { fullName: 'Mona', email, phoneNumber: '01001234567', message: 'Hello there' },
  });
});

const leave = (given: Partial<Parameters<typeof deleteAccount>[0]> = {}) =>
  deleteAccount({ actor, userId: actor.userId, email, device, now: start, ...given });

describe('a learner’s own data [D10, X01]', () => {
  test('the export contains the stored data and no secrets [D10]', async () => {
    const text = JSON.stringify(await exportOf(actor, actor.userId, start));
    for (const part of [email, '01001234567', 'A course', 'Firefox', 'Hello there']) expect(text).toContain(part);
    expect(text).not.toMatch(/argon2|hash|secret/i);
    await expect(exportOf(actor, 'somebody-else', start)).rejects.toMatchObject({ status: 403 });
    await expect(exportOf(null, actor.userId, start)).rejects.toMatchObject({ status: 401 });
  });

  test('deletion drops what the server remembers of the sessions, such as access to lesson files [D10, L7]', async () => {
    const seen: string[] = [];
    const stop = onInvalidate(({ tags }) => seen.push(...tags));
    await leave();
    stop();
    expect(seen).toContain('sessions');
  });

  test('deletion keeps anonymous order records and removes everything else [D10]', async () => {
    await leave();
    const client = await db();
    expect(await client.user.count()).toBe(0);
    expect(await client.session.count()).toBe(0);
    expect(
      await client.order.findMany({ select: { userId: true, amountPiastres: true, status: true, billing: true } }),
    ).toEqual([{ userId: null, amountPiastres: 100, status: 'paid', billing: {} }]);
    expect(await findActor(actor.sessionId, actor.userId, start)).toBeNull();
    for (const rows of [
      await client.enquiry.findMany(),
      await client.outbox.findMany({ select: { payload: true } }),
      await client.audit.findMany({ select: { actorName: true, detail: true } }),
    ]) {
      expect(JSON.stringify(rows)).not.toMatch(/mona/i);
    }
  });

  test('a learner can delete only their own account, with its own address and a fresh sign-in [D10]', async () => {
    await expect(leave({ userId: 'somebody-else' })).rejects.toMatchObject({ status: 403 });
    await expect(leave({ email: 'other@midan.example' })).rejects.toMatchObject({ status: 422 });
    await expect(leave({ now: addSeconds(start, 700) })).rejects.toMatchObject({ key: 'reauthenticate' });
    await expect(leave({ email: undefined })).rejects.toMatchObject({ key: 'delete-mismatch' });
    await leave({ now: addSeconds(start, 700), currentPassword: 'river-lantern-42' });
  });

  test('an account without an address is deleted without one [D10]', async () => {
    await (await db()).user.updateMany({ data: { email: null } });
    expect(deleteAccountSchema.safeParse({}).success).toBe(true);
    await leave({ email: undefined });
    expect(await (await db()).user.count()).toBe(0);
  });
});
