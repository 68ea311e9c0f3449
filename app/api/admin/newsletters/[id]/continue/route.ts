import { adminNewsletter } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { continueNewsletter } from '@/lib/newsletter/admin/send';

export const POST = handler(
  {
    id: 'continueNewsletter',
    tag: 'Administration',
    summary: 'Resume a paused newsletter',
    description: 'A newsletter pauses when mail servers refuse too many of its copies.',
    access: 'adminStepUp',
    answers: { 200: adminNewsletter },
    problems: [409],
  },
  ({ actor, params: { id = '' } }) => continueNewsletter(actor, id, now()),
);
