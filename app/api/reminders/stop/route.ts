import { z } from 'zod';
import { linkLanguage, linkPart, unsubscribeRoute } from '@/lib/api/unsubscribe-route';
import { now } from '@/lib/clock';
import { stopReminders } from '@/lib/orders/reminders';

export const { GET, POST } = unsubscribeRoute({
  tag: 'Payments',
  open: {
    id: 'openReminderStop',
    summary: 'Open the page that stops order reminders',
    description: 'Changes nothing, because mail scanners open links.',
  },
  unsubscribe: {
    id: 'stopReminders',
    summary: 'Stop reminders of unpaid orders',
    description: 'Uses the link of such a mail and needs no session. Mail programs (RFC 8058) and the page call it.',
    bodyType: 'application/x-www-form-urlencoded',
    problems: [404],
  },
  query: z.object({ order: linkPart, key: linkPart, lang: linkLanguage }),
  page: 'order-reminders',
  done: 'stopped',
  stop: ({ order, key }) => stopReminders({ order, key, now: now() }),
});
