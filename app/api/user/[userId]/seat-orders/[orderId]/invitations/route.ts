import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { invitationSchema, inviteToSeats } from '@/lib/orders/seats/invitations';

export const POST = handler(
  {
    id: 'inviteToSeats',
    tag: 'Payments',
    summary: 'Invite learners to free seats of an order',
    description: '`emails` holds addresses separated by commas, spaces or line breaks. Invites all or none.',
    access: 'sameUser',
    answers: { 204: null },
    body: invitationSchema,
    form: { next: '/profile/team?notice=invited', back: '/profile/team' },
    example: { body: { emails: 'hala@nile.example, mona@nile.example' } },
  },
  async ({ actor, params, body }) => {
    await inviteToSeats({ actor, orderId: params.orderId ?? '', emails: body.emails, now: now() });
    return new Response(null, { status: 204 });
  },
);
