import { adminOrder } from '@/lib/api/answers/administration';
import type { FormPost } from '@/lib/api/form-posts';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { grantOrder, reasonSchema, reconcileOrder, revokeOrder } from '@/lib/orders/admin/order-actions';
import { requireOrder } from '@/lib/orders/admin/order-details';
import { resendGift } from '@/lib/orders/gifts';
import { notFound } from '@/lib/problem';

const actions = {
  grant: grantOrder,
  revoke: revokeOrder,
  reconcile: reconcileOrder,
  'resend-gift': resendGift,
} as const;
const isAction = (name: string): name is keyof typeof actions => Object.hasOwn(actions, name);

const form: FormPost = { next: (_order, lang, { id }) => `/${lang}/admin/orders/${id}`, back: '/admin/orders' };

export const POST = handler(
  {
    id: 'changeOrder',
    tag: 'Administration',
    summary: 'Grant, revoke or reconcile an order, or resend its gift',
    description: '`action` is `grant`, `revoke`, `reconcile` or `resend-gift`.',
    access: 'admin',
    answers: { 200: adminOrder },
    problems: [409],
    body: reasonSchema,
    form,
    example: { body: { reason: 'A reason' } },
  },
  async ({ actor, params: { id = '', action = '' }, body: { reason } }) => {
    if (!isAction(action)) throw notFound();
    await actions[action](actor, { orderId: id, reason, now: now() });
    return requireOrder(actor, id, now());
  },
);
