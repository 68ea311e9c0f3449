import { beforeEach, describe, expect, it } from 'vitest';
import { hasCourse } from '@/lib/courses/catalogue/catalogue';
import { db } from '@/lib/database/client';
import { buildActor } from '@/tests/support/actors';
import { seedCourse, seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { grantOrder, revokeOrder } from './order-actions';
import { requireOrder } from './order-details';

const now = new Date('2026-11-21T10:00:00Z');
const admin = buildActor('admin', { totpAt: now });
const mona = buildActor('learner', { userId: 'mona' });
const slug = 'nextjs-from-zero';

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
  await seedLearner('mona');
  const client = await db();
  const order = {
    productKey: 'course-nextjs',
    courseSlug: slug,
    description: 'Next',
    amountPiastres: 150_000,
    userId: 'mona',
    expiresAt: now,
  };
  await client.order.createMany({
    data: [
      { ...order, id: 'opener', status: 'paid', paidAt: now },
      { ...order, id: 'other', status: 'failed' },
    ],
  });
  const line = {
    position: 0,
    productKey: 'course-nextjs',
    courseSlug: slug,
    description: 'Next',
    listPiastres: 150_000,
    totalPiastres: 150_000,
  };
  await client.orderLine.createMany({ data: ['opener', 'other'].map((orderId) => ({ ...line, orderId })) });
  await grantOrder(admin, { orderId: 'opener', reason: 'paid in cash', now });
});

const revoke = (orderId: string) => revokeOrder(admin, { orderId, reason: 'a mistake', now });
const countNotes = async (orderId: string) => (await db()).orderNote.count({ where: { orderId, kind: 'revoked' } });

describe('an admin revokes access', () => {
  it('ends only access that this order granted; another order’s access stays, and the timeline records only what ended [O6, N6]', async () => {
    await revoke('other');
    expect([await hasCourse({ actor: mona, courseSlug: slug }), await countNotes('other')]).toEqual([true, 0]);
    await revoke('opener');
    expect([await hasCourse({ actor: mona, courseSlug: slug }), await countNotes('opener')]).toEqual([false, 1]);
  });

  it('is offered only if the order has access to revoke [O6]', async () => {
    const listActions = async () =>
      Promise.all(
        ['opener', 'other'].map(async (orderId) =>
          (await requireOrder(admin, orderId, now)).actions.filter(
            (action) => action === 'grant' || action === 'revoke',
          ),
        ),
      );
    expect(await listActions()).toEqual([['revoke'], []]);
    await revoke('opener');
    expect(await listActions()).toEqual([['grant'], ['grant']]);
  });
});
