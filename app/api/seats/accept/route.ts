import { acceptedSeat } from '@/lib/api/answers/payments';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { acceptSeat, acceptSeatSchema } from '@/lib/orders/seats/invitations';

type AcceptSeatResult = Awaited<ReturnType<typeof acceptSeat>>;

export const POST = handler(
  {
    id: 'acceptSeat',
    tag: 'Payments',
    summary: 'Accept a seat invitation',
    access: 'learner',
    answers: { 200: acceptedSeat },
    problems: [404, 409],
    body: acceptSeatSchema,
    form: {
      next: (accepted, lang) => `/${lang}/course/${encodeURIComponent((accepted as AcceptSeatResult).courseSlug)}`,
      back: '/seat',
    },
    example: { body: { token: 'x' } },
  },
  ({ actor, body: { token } }) => acceptSeat({ actor, token, now: now() }),
);
