import { beforeEach, describe, expect, it } from 'vitest';
import { db, transaction } from '@/lib/database/client';
import { seedCourse } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { countOrders, countOrdersByStatus, mergeOrderCountChanges } from './order-counts';

const createOrders = async (first: number, last: number): Promise<void> =>
  void (await (
    await db()
  ).order.createMany({
    data: Array.from({ length: last - first + 1 }, (_, index) => ({
      id: `o${first + index}`,
      productKey: 'course-nextjs',
      courseSlug: 'nextjs-from-zero',
      description: 'Next',
      amountPiastres: 100,
      expiresAt: new Date(),
    })),
  }));

const none = { pending: 0, in_review: 0, paid: 0, failed: 0, expired: 0, refund_requested: 0, refunded: 0 };

describe('counts of orders', () => {
  beforeEach(async () => {
    await resetDatabase();
    await seedCourse();
  });

  it('follow each insert, change of status and deletion exactly [S6, O18]', async () => {
    const client = await db();
    expect([await countOrders(client), await countOrdersByStatus(client)]).toEqual([0, none]);
    await createOrders(1, 5);
    await client.order.updateMany({ where: { id: { in: ['o1', 'o2', 'o3'] } }, data: { status: 'paid' } });
    await client.order.update({ where: { id: 'o3' }, data: { status: 'refunded', refundedPiastres: 100 } });
    await client.order.update({ where: { id: 'o1' }, data: { needsReview: 'double charge' } });
    await client.order.delete({ where: { id: 'o4' } });
    expect([await countOrders(client), await countOrdersByStatus(client)]).toEqual([
      4,
      { ...none, pending: 1, paid: 2, refunded: 1 },
    ]);
  });

  it('forget what was rolled back [S6]', async () => {
    const client = await db();
    await createOrders(1, 2);
    const failing = transaction(async (tx) => {
      await tx.order.updateMany({ data: { status: 'paid' } });
      await tx.order.delete({ where: { id: 'o1' } });
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(await countOrdersByStatus(client)).toEqual({ ...none, pending: 2 });
  });

  it('stay the same when many recorded changes are merged into one row per status [S6]', async () => {
    const client = await db();
    await createOrders(1, 3);
    for (let change = 0; change < 120; change += 1)
      await client.order.update({ where: { id: 'o1' }, data: { status: change % 2 === 0 ? 'paid' : 'failed' } });
    expect(await mergeOrderCountChanges(client)).toEqual({ count: 2 });
    expect(await client.orderCountChange.count()).toBe(2);
    expect(await countOrdersByStatus(client)).toEqual({ ...none, pending: 2, failed: 1 });
    expect(await mergeOrderCountChanges(client)).toEqual({ count: 0 });
  });
});
