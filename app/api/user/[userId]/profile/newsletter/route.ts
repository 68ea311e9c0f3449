import { z } from 'zod';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { defaultLanguage } from '@/lib/language';
import { ownSubscriptionSchema, setOwnSubscription } from '@/lib/newsletter/subscription';

const form = { back: '/profile/details', next: '/profile/details?notice=newsletter-changed' };

export const POST = handler(
  {
    id: 'chooseNewsletter',
    tag: 'Accounts',
    summary: 'Subscribe to or unsubscribe from the newsletter',
    description: "Uses the account's address, which must be confirmed.",
    access: 'sameUser',
    answers: { 200: z.strictObject({ wanted: z.boolean() }) },
    problems: [409],
    body: ownSubscriptionSchema,
    form,
    example: { body: { newsletter: 'on', newsletterLang: defaultLanguage } },
  },
  ({ actor, params, body }) => setOwnSubscription({ actor, userId: params.userId ?? '', wanted: body, now: now() }),
);
