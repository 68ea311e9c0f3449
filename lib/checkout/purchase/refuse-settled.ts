import type { OrderStatus } from '@/generated/prisma/enums';
import { Problem } from '@/lib/problem';
import type { Basket } from './basket';

/** For an order that was paid meanwhile, perhaps on an attempt whose answer was lost. @throws Problem 409 `course-owned`, `order-paid`, `payment-in-review` */
export function refuseSettled(status: OrderStatus, { purchaseFor }: Basket): void {
  if (status === 'in_review') throw new Problem(409, 'payment-in-review');
  if (status !== 'pending' && status !== 'failed' && status !== 'expired') throw new Problem(409, purchaseFor.kind === 'self' ? 'course-owned' : 'order-paid');
}
