import { z } from 'zod';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { setWeeklyMail, weeklyMailSchema } from '@/lib/courses/weekly-mail/choice';

const form = { back: '/profile/details', next: '/profile/details?notice=weekly-changed' };

export const POST = handler({ access: 'owner', answers: { 200: z.strictObject({ wanted: z.boolean() }) }, body: weeklyMailSchema, form }, ({ actor, params, body }) =>
  setWeeklyMail({ actor, userId: params.userId ?? '', wanted: body, now: now() }));
