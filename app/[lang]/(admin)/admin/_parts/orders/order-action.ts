import type { OrderAction, RefundAction } from '@/lib/admin/orders/order-details';
import type { ReasonLabels } from './reason-dialog';

export type Action = OrderAction | RefundAction;

export interface OrderActionLabels extends ReasonLabels { title: string; labels: Record<string, string>; texts: Record<string, string> }

export const looks: Partial<Record<Action, 'primary' | 'danger'>> = { approve: 'primary', accept: 'primary', override: 'danger', return: 'danger', revoke: 'danger', refuse: 'danger' };

/** `override` is an approval that says so itself. */
export function urlOf(orderId: string, action: Action): string {
  if (action === 'override') return `/api/admin/refunds/${orderId}/approve`;
  return ['approve', 'refuse', 'by-hand', 'accept', 'return'].includes(action) ? `/api/admin/refunds/${orderId}/${action}` : `/api/admin/orders/${orderId}/${action}`;
}
