import { acceptSeat, acceptSeatSchema } from '@/lib/checkout/seats/accept-seat';
import { now } from '@/lib/clock';
import { acceptedSeat } from '@/lib/api/answers/payments';
import { handler } from '@/lib/api/handler';

type Accepted = Awaited<ReturnType<typeof acceptSeat>>;

export const POST = handler(
  {
    access: 'learner', answers: { 200: acceptedSeat }, body: acceptSeatSchema,
    form: { next: (accepted, lang) => `/${lang}/course/${encodeURIComponent((accepted as Accepted).courseSlug)}`, back: '/seat' },
  },
  ({ actor, body: { token } }) => acceptSeat({ actor, token, now: now() }),
);
