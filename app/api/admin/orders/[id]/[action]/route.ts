import { grantOrder, reasonSchema, reconcileOrder, revokeOrder } from '@/lib/admin/orders/order-actions';
import { resendGift } from '@/lib/checkout/gifts/change-gift';
import { requireOrder } from '@/lib/admin/orders/order-details';
import { now } from '@/lib/clock';
import { adminOrder } from '@/lib/api/answers/administration';
import type { FormPost } from '@/lib/api/form-post';
import { handler } from '@/lib/api/handler';
import { notFound } from '@/lib/problem';

const actions = { grant: grantOrder, revoke: revokeOrder, reconcile: reconcileOrder, 'resend-gift': resendGift } as const;
const isAction = (name: string): name is keyof typeof actions => Object.hasOwn(actions, name);

const form: FormPost = { next: (_order, lang, { id }) => `/${lang}/admin/orders/${id}`, back: '/admin/orders' };

export const POST = handler({ access: 'admin', answers: { 200: adminOrder }, body: reasonSchema, form }, async ({ actor, params: { id = '', action = '' }, body: { reason } }) => {
  if (!isAction(action)) throw notFound();
  await actions[action](actor, { orderId: id, reason, now: now() });
  return requireOrder(actor, id, now());
});
