import { z } from 'zod';
import { linkLanguage, linkPart, unsubscribeRoute } from '@/lib/api/unsubscribe-route';
import { stopReminders } from '@/lib/checkout/reminders/opt-out';
import { now } from '@/lib/clock';

export const { GET, POST } = unsubscribeRoute({
  query: z.object({ order: linkPart, key: linkPart, lang: linkLanguage }),
  page: 'order-reminders', done: 'stopped', stop: ({ order, key }) => stopReminders({ order, key, now: now() }),
});
