import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { reasonSchema } from '@/lib/orders/admin/order-actions';
import { resendInvitation, withdrawInvitation } from '@/lib/orders/seats/invitations';
import { notFound } from '@/lib/problem';

const actions = { resend: resendInvitation, withdraw: withdrawInvitation } as const;
const isAction = (name: string): name is keyof typeof actions => Object.hasOwn(actions, name);

export const POST = handler(
  {
    id: 'changeSeatInvitation',
    tag: 'Administration',
    summary: 'Resend or withdraw a seat invitation',
    description: '`action` is `resend` or `withdraw`.',
    access: 'admin',
    answers: { 204: null },
    problems: [409],
    body: reasonSchema,
    example: { body: { reason: 'A reason' } },
  },
  async ({ actor, params: { id = '', action = '' }, body: { reason } }) => {
    if (!isAction(action)) throw notFound();
    await actions[action]({ actor, seatId: id, reason, now: now() });
    return new Response(null, { status: 204 });
  },
);
