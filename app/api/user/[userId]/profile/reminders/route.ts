import { z } from 'zod';
import { handler } from '@/lib/api/handler';
import { setReminders } from '@/lib/checkout/reminders/opt-out';
import { now } from '@/lib/clock';

const body = z.object({ reminders: z.enum(['on', 'off']) });
const form = { back: '/profile/details', next: '/profile/details?notice=reminders-changed' };

export const POST = handler({ access: 'owner', answers: { 200: z.strictObject({ wanted: z.boolean() }) }, body, form }, ({ actor, params, body: { reminders } }) =>
  setReminders({ actor, userId: params.userId ?? '', wanted: reminders === 'on', now: now() }));
