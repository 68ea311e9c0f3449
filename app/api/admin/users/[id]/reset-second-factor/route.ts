import { reasonSchema } from '@/lib/admin/orders/order-actions';
import { resetSecondFactor } from '@/lib/admin/users/reset-second-factor';
import { now } from '@/lib/clock';
import { changedUser } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';

export const POST = handler({ access: 'adminStepUp', answers: { 200: changedUser }, body: reasonSchema }, async ({ actor, params: { id = '' }, body: { reason } }) =>
  resetSecondFactor(actor, { userId: id, reason, now: now() }));
