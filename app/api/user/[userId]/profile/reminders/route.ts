import { z } from 'zod';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { setReminders } from '@/lib/orders/reminders';

const body = z.object({ reminders: z.enum(['on', 'off']) });
const form = { back: '/profile/details', next: '/profile/details?notice=reminders-changed' };

export const POST = handler(
  {
    id: 'chooseReminders',
    tag: 'Accounts',
    summary: 'Turn reminders of unpaid orders on or off',
    access: 'sameUser',
    answers: { 200: z.strictObject({ wanted: z.boolean() }) },
    body,
    form,
    example: { body: { reminders: 'on' } },
  },
  ({ actor, params, body: { reminders } }) =>
    setReminders({ actor, userId: params.userId ?? '', wanted: reminders === 'on', now: now() }),
);
