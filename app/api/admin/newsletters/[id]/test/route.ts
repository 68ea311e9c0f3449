import { z } from 'zod';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { sendTestNewsletter } from '@/lib/newsletter/admin/newsletters';

export const POST = handler(
  {
    id: 'sendTestNewsletter',
    tag: 'Administration',
    summary: 'Send a test copy to your own address',
    access: 'admin',
    answers: { 200: z.strictObject({ to: z.string() }) },
    problems: [409],
  },
  ({ actor, params: { id = '' } }) => sendTestNewsletter(actor, id, now()),
);
