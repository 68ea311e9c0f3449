import { adminNewsletter } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { newsletterSendSchema } from '@/lib/newsletter/admin/newsletters';
import { sendNewsletter } from '@/lib/newsletter/admin/send';

export const POST = handler(
  {
    id: 'sendNewsletter',
    tag: 'Administration',
    summary: 'Send a newsletter now or schedule it',
    access: 'adminStepUp',
    answers: { 200: adminNewsletter },
    problems: [409],
    body: newsletterSendSchema,
    example: { body: { sendAt: '2030-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' } },
  },
  ({ actor, params: { id = '' }, body, lang }) => sendNewsletter(actor, id, { ...body, lang, now: now() }),
);
