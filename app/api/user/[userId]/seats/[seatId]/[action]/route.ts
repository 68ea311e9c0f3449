import { leaveSeat } from '@/lib/checkout/seats/give-up';
import { resendInvitation, withdrawInvitation } from '@/lib/checkout/seats/invite';
import { takeBackSeat } from '@/lib/checkout/seats/take-back';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { notFound } from '@/lib/problem';

const actions = { resend: resendInvitation, withdraw: withdrawInvitation, 'take-back': takeBackSeat, leave: leaveSeat } as const;
const isAction = (name: string): name is keyof typeof actions => Object.hasOwn(actions, name);

export const POST = handler(
  { access: 'owner', answers: { 204: null }, form: { next: '/profile/team?notice=done', back: '/profile/team' } },
  async ({ actor, params: { seatId = '', action = '' } }) => {
    if (!isAction(action)) throw notFound();
    await actions[action]({ actor, seatId, now: now() });
    return new Response(null, { status: 204 });
  },
);
