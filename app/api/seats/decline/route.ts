import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { acceptSeatSchema } from '@/lib/orders/seats/invitations';
import { declineInvitation } from '@/lib/orders/seats/leave-seat';

export const POST = handler(
  {
    id: 'declineSeat',
    tag: 'Payments',
    summary: 'Decline a seat invitation',
    description: 'Anyone with the link may decline, signed in or not.',
    access: 'public',
    answers: { 204: null },
    problems: [404, 409],
    body: acceptSeatSchema,
    form: { next: '/seat?declined=1', back: '/seat' },
    example: { body: { token: 'x' } },
  },
  async ({ actor, body: { token } }) => {
    await declineInvitation({ actor, token, now: now() });
    return new Response(null, { status: 204 });
  },
);
