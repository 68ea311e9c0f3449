import { continueNewsletter } from '@/lib/newsletter/admin/send';
import { adminNewsletter } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler(
  {
    id: 'continueNewsletter',
    tag: 'Administration',
    summary: 'Go on with a newsletter that paused because too many copies were refused',
    access: 'admin',
    answers: { 200: adminNewsletter },
    problems: [409],
  },
  ({ actor, params: { id = '' } }) => continueNewsletter(actor, id, now()),
);
