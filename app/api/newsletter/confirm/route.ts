import { z } from 'zod';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { confirmSubscription } from '@/lib/newsletter/subscription';
import { language } from '@/lib/shapes';

const body = z.object({ token: z.string('required').max(100, 'too_long') });
const form = { next: '/newsletter/confirm?done=1', back: '/newsletter/confirm' };

export const POST = handler(
  {
    id: 'confirmNewsletter',
    tag: 'Newsletter',
    summary: 'Confirm a newsletter subscription',
    description: 'Takes the token of the mailed link.',
    access: 'anyone',
    answers: { 200: z.strictObject({ lang: language }) },
    body,
    form,
    example: { body: { token: 'x' } },
  },
  ({ body: { token } }) => confirmSubscription(token, now()),
);
