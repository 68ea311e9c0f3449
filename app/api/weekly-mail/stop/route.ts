import { z } from 'zod';
import { linkLanguage, linkPart, unsubscribeRoute } from '@/lib/api/unsubscribe-route';
import { stopWeeklyMail } from '@/lib/courses/weekly-mail/settings';

export const { GET, POST } = unsubscribeRoute({
  tag: 'Courses',
  open: {
    id: 'openWeeklyMailStop',
    summary: 'Open the page that stops the weekly mail',
    description: 'Changes nothing, because mail scanners open links.',
  },
  unsubscribe: {
    id: 'stopWeeklyMail',
    summary: 'Stop the weekly mail',
    description: 'Uses the link of such a mail and needs no session. Mail programs (RFC 8058) and the page call it.',
    bodyType: 'application/x-www-form-urlencoded',
    problems: [404],
  },
  query: z.object({ user: linkPart, key: linkPart, lang: linkLanguage }),
  page: 'weekly-mail',
  done: 'stopped',
  stop: stopWeeklyMail,
});
