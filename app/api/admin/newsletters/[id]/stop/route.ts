import { adminNewsletter } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { stopNewsletter } from '@/lib/newsletter/admin/send';

export const POST = handler(
  {
    id: 'stopNewsletter',
    tag: 'Administration',
    summary: 'Stop a newsletter',
    description: 'Drops the unsent copies. A scheduled newsletter becomes a draft again.',
    access: 'admin',
    answers: { 200: adminNewsletter },
    problems: [409],
  },
  ({ actor, params: { id = '' } }) => stopNewsletter(actor, id, now()),
);
