import 'server-only';
import { countsAsUse } from '@/lib/checkout/coupons/apply-coupon';
import type { Database, Tx } from '@/lib/database/client';

export interface CouponUses {
  /** Orders that were paid, refunded ones among them. */
  used: number;
  /** Orders that are open. */
  reserved: number;
  /** Of the paid orders, in piastres: what was taken off, and what was paid and not refunded. */
  discount: number;
  income: number;
}

/** How often coupons were used and what was paid with them, by coupon. */
export async function usesOf(client: Database | Tx, ids: readonly string[]): Promise<(id: string) => CouponUses> {
  const groups = await client.order.groupBy({
    by: ['couponId', 'status'], where: { couponId: { in: [...ids] }, ...countsAsUse },
    _count: true, _sum: { amountPiastres: true, discountPiastres: true, refundedPiastres: true },
  });
  return (id) => {
    const own = groups.filter(({ couponId }) => couponId === id);
    const paid = own.filter(({ status }) => status !== 'pending');
    const total = (values: Array<number | null>) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
    return {
      used: total(paid.map(({ _count }) => _count)),
      reserved: total(own.filter(({ status }) => status === 'pending').map(({ _count }) => _count)),
      discount: total(paid.map(({ _sum }) => _sum.discountPiastres)),
      income: total(paid.map(({ _sum }) => _sum.amountPiastres)) - total(paid.map(({ _sum }) => _sum.refundedPiastres)),
    };
  };
}
