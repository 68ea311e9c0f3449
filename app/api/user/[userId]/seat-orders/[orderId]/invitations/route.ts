import { inviteToSeats } from '@/lib/checkout/seats/invite';
import { invitationSchema } from '@/lib/checkout/seats/typed-emails';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';

export const POST = handler(
  { access: 'owner', answers: { 204: null }, body: invitationSchema, form: { next: '/profile/team?notice=invited', back: '/profile/team' } },
  async ({ actor, params, body }) => {
    await inviteToSeats({ actor, orderId: params.orderId ?? '', emails: body.emails, now: now() });
    return new Response(null, { status: 204 });
  },
);
