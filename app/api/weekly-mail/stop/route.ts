import { z } from 'zod';
import { linkLanguage, linkPart, unsubscribeRoute } from '@/lib/api/unsubscribe-route';
import { stopWeeklyMail } from '@/lib/courses/weekly-mail/settings';

export const { GET, POST } = unsubscribeRoute({
  tag: 'Courses',
  open: {
    id: 'openWeeklyMailStop',
    summary: 'Go on to the page where the weekly mail is stopped',
    description: 'Changes nothing: mail scanners open links.',
  },
  unsubscribe: {
    id: 'stopWeeklyMail',
    summary: 'Stop the weekly mail',
    description:
      'By the link of such a mail, without a session; as mail programs send it (RFC 8058), or from our page.',
    bodyType: 'application/x-www-form-urlencoded',
    problems: [404],
  },
  query: z.object({ user: linkPart, key: linkPart, lang: linkLanguage }),
  page: 'weekly-mail',
  done: 'stopped',
  stop: stopWeeklyMail,
});
