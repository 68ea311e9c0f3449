import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { resendInvitation, withdrawInvitation } from '@/lib/orders/seats/invitations';
import { leaveSeat, takeBackSeat } from '@/lib/orders/seats/leave-seat';
import { notFound } from '@/lib/problem';

const actions = {
  resend: resendInvitation,
  withdraw: withdrawInvitation,
  'take-back': takeBackSeat,
  leave: leaveSeat,
} as const;
const isAction = (name: string): name is keyof typeof actions => Object.hasOwn(actions, name);

export const POST = handler(
  {
    id: 'changeSeat',
    tag: 'Payments',
    summary: 'Manage an invitation, take back a seat or leave it',
    description:
      'The buyer of the seats may `resend`, `withdraw` or `take-back`; the holder of the seat may `leave`. `take-back` and `leave` work only until the holder opens a lesson.',
    access: 'sameUser',
    answers: { 204: null },
    problems: [409, 422],
    form: { next: '/profile/team?notice=done', back: '/profile/team' },
  },
  async ({ actor, params: { seatId = '', action = '' } }) => {
    if (!isAction(action)) throw notFound();
    await actions[action]({ actor, seatId, now: now() });
    return new Response(null, { status: 204 });
  },
);
