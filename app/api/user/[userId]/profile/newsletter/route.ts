import { z } from 'zod';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { ownSubscriptionSchema, setOwnSubscription } from '@/lib/newsletter/own-subscription';

const form = { back: '/profile/details', next: '/profile/details?notice=newsletter-changed' };

export const POST = handler({ access: 'owner', answers: { 200: z.strictObject({ wanted: z.boolean() }) }, body: ownSubscriptionSchema, form }, ({ actor, params, body }) =>
  setOwnSubscription({ actor, userId: params.userId ?? '', wanted: body, now: now() }));
