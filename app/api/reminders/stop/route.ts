import { z } from 'zod';
import { linkLanguage, linkPart, unsubscribeRoute } from '@/lib/api/unsubscribe-route';
import { stopReminders } from '@/lib/orders/reminders';
import { now } from '@/lib/clock';

export const { GET, POST } = unsubscribeRoute({
  tag: 'Payments',
  open: {
    id: 'openReminderStop',
    summary: 'Go on to the page where reminders are stopped',
    description: 'Changes nothing: mail scanners open links.',
  },
  unsubscribe: {
    id: 'stopReminders',
    summary: 'Stop reminders about orders not paid yet',
    description:
      'By the link of such a mail, without a session; as mail programs send it (RFC 8058), or from our page.',
    bodyType: 'application/x-www-form-urlencoded',
    problems: [404],
  },
  query: z.object({ order: linkPart, key: linkPart, lang: linkLanguage }),
  page: 'order-reminders',
  done: 'stopped',
  stop: ({ order, key }) => stopReminders({ order, key, now: now() }),
});
