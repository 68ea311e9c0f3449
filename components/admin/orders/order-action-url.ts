import type { OrderAction, RefundAction } from '@/lib/orders/admin/order-details';

export type Action = OrderAction | RefundAction;

export const actionAppearance: Partial<Record<Action, 'primary' | 'danger'>> = {
  approve: 'primary',
  accept: 'primary',
  override: 'danger',
  return: 'danger',
  revoke: 'danger',
  refuse: 'danger',
};

/** `override` uses the URL of `approve`. The request body has a flag that tells them apart. */
export function orderActionUrl(orderId: string, action: Action): string {
  if (action === 'override') return `/api/admin/refunds/${orderId}/approve`;
  return ['approve', 'refuse', 'by-hand', 'accept', 'return'].includes(action)
    ? `/api/admin/refunds/${orderId}/${action}`
    : `/api/admin/orders/${orderId}/${action}`;
}
