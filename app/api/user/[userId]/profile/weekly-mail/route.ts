import { z } from 'zod';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { setWeeklyMail, weeklyMailSchema } from '@/lib/courses/weekly-mail/settings';
import { defaultLanguage } from '@/lib/language';

const form = { back: '/profile/details', next: '/profile/details?notice=weekly-changed' };

export const POST = handler(
  {
    id: 'chooseWeeklyMail',
    tag: 'Accounts',
    summary: "Change the weekly mail's settings",
    access: 'sameUser',
    answers: { 200: z.strictObject({ wanted: z.boolean() }) },
    body: weeklyMailSchema,
    form,
    example: { body: { weeklyMail: 'on', mailLang: defaultLanguage, goalMinutes: 60 } },
  },
  ({ actor, params, body }) => setWeeklyMail({ actor, userId: params.userId ?? '', wanted: body, now: now() }),
);
