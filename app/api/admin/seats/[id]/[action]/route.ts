import { reasonSchema } from '@/lib/admin/orders/order-actions';
import { resendInvitation, withdrawInvitation } from '@/lib/checkout/seats/invite';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { notFound } from '@/lib/problem';

const actions = { resend: resendInvitation, withdraw: withdrawInvitation } as const;
const isAction = (name: string): name is keyof typeof actions => Object.hasOwn(actions, name);

export const POST = handler({ access: 'admin', answers: { 204: null }, body: reasonSchema }, async ({ actor, params: { id = '', action = '' }, body: { reason } }) => {
  if (!isAction(action)) throw notFound();
  await actions[action]({ actor, seatId: id, reason, now: now() });
  return new Response(null, { status: 204 });
});
