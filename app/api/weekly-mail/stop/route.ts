import { z } from 'zod';
import { linkLanguage, linkPart, unsubscribeRoute } from '@/lib/api/unsubscribe-route';
import { stopWeeklyMail } from '@/lib/courses/weekly-mail/choice';

export const { GET, POST } = unsubscribeRoute({
  query: z.object({ user: linkPart, key: linkPart, lang: linkLanguage }),
  page: 'weekly-mail', done: 'stopped', stop: stopWeeklyMail,
});
