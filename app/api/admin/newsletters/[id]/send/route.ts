import { newsletterSendSchema } from '@/lib/admin/newsletters/newsletter-schema';
import { sendNewsletter } from '@/lib/admin/newsletters/send';
import { adminNewsletter } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler({ access: 'adminStepUp', answers: { 200: adminNewsletter }, body: newsletterSendSchema }, ({ actor, params: { id = '' }, body, lang }) =>
  sendNewsletter(actor, id, { ...body, lang, now: now() }));
