import { stopNewsletter } from '@/lib/newsletter/admin/send';
import { adminNewsletter } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler(
  {
    id: 'stopNewsletter',
    tag: 'Administration',
    summary: 'Stop a newsletter: a scheduled one is a draft again, what was not sent yet is not sent',
    access: 'admin',
    answers: { 200: adminNewsletter },
    problems: [409],
  },
  ({ actor, params: { id = '' } }) => stopNewsletter(actor, id, now()),
);
