import 'server-only';
import { foldCouponCode } from '@/lib/checkout/coupons/find-coupon';
import { db, type Database } from '@/lib/database/client';
import { foldDigits } from '@/lib/digits';
import { findBuyers, findOrdersOf } from './find-people';

export interface OrderMatches { readonly orderIds: readonly string[]; readonly buyerIds: readonly string[]; readonly productKey: string | null; readonly couponId: string | null }

/**
 * Meanings of `q` for an admin who looks for an order: its number or id, a reference or an id of the provider's, a product, a coupon, a
 * buyer, by the account, its id or as typed for this purchase. Each is looked up by its own index first, so that orders are filtered by nothing that has none. For functions that have checked the permission.
 */
export async function findOrderMatches(q: string): Promise<OrderMatches> {
  const text = foldDigits(q).trim();
  // A short number is an order's, not the beginning of somebody's telephone.
  const isNumber = /^#|^\d{1,5}$/.test(text);
  const client = await db();
  const [named, account, buyers, typed, product, coupon] = await Promise.all([
    ordersNamed(client, text.replace(/^#/, '')),
    client.user.findUnique({ where: { id: text }, select: { id: true } }),
    isNumber ? [] : findBuyers(text),
    isNumber ? [] : findOrdersOf(text),
    client.product.findUnique({ where: { key: text }, select: { key: true } }),
    client.coupon.findUnique({ where: { code: foldCouponCode(text) }, select: { id: true } }),
  ]);
  return { orderIds: [...new Set([...named, ...typed])], buyerIds: account ? [account.id, ...buyers] : buyers, productKey: product?.key ?? null, couponId: coupon?.id ?? null };
}

async function ordersNamed(client: Database, name: string): Promise<string[]> {
  const number = /^\d{1,9}$/.test(name) ? [{ number: Number(name) }] : [];
  const [orders, attempts, events] = await Promise.all([
    client.order.findMany({ where: { OR: [{ id: name }, { billReference: name }, { paidChargeId: name }, ...number] }, select: { id: true } }),
    client.paymentAttempt.findMany({ where: { OR: [{ reference: name }, { paymentId: name }] }, select: { orderId: true } }),
    client.paymentEvent.findMany({ where: { OR: [{ chargeId: name }, { paymentId: name }] }, select: { orderId: true } }),
  ]);
  const ids = [...orders.map(({ id }) => id), ...[...attempts, ...events].flatMap(({ orderId }) => orderId ?? [])];
  return [...new Set(ids)];
}
