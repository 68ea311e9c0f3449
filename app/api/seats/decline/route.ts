import { acceptSeatSchema } from '@/lib/checkout/seats/accept-seat';
import { declineInvitation } from '@/lib/checkout/seats/give-up';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';

export const POST = handler(
  { access: 'public', answers: { 204: null }, body: acceptSeatSchema, form: { next: '/seat?declined=1', back: '/seat' } },
  async ({ actor, body: { token } }) => {
    await declineInvitation({ actor, token, now: now() });
    return new Response(null, { status: 204 });
  },
);
