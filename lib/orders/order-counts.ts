import { OrderStatus } from '@/generated/prisma/enums';
import type { Database } from '@/lib/database/client';

/** Returns the exact number of orders of each status without reading the orders: triggers record every change. */
export async function countOrdersByStatus(client: Database): Promise<Record<OrderStatus, number>> {
  const sums = await client.orderCountChange.groupBy({ by: ['status'], _sum: { change: true } });
  const counts = new Map(sums.map(({ status, _sum }) => [status, _sum.change ?? 0]));
  const entries = Object.values(OrderStatus).map((status) => [status, counts.get(status) ?? 0]);
  return Object.fromEntries(entries) as Record<OrderStatus, number>;
}

export async function countOrders(client: Database): Promise<number> {
  const { _sum } = await client.orderCountChange.aggregate({ _sum: { change: true } });
  return _sum.change ?? 0;
}

/** Replaces the recorded changes with one row per status. Changes that are not committed yet stay for the next run. */
export async function mergeOrderCountChanges(client: Database): Promise<{ count: number }> {
  const count = await client.$executeRaw`
    WITH merged AS (
      DELETE FROM "OrderCountChange" WHERE (SELECT count(*) FROM "OrderCountChange") > ${maxChanges} RETURNING "status", "change")
    INSERT INTO "OrderCountChange" ("status", "change") SELECT "status", sum("change") FROM merged GROUP BY "status" HAVING sum("change") <> 0`;
  return { count };
}

const maxChanges = 200;
