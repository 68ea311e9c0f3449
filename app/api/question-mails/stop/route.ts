import { z } from 'zod';
import { linkLanguage, unsubscribeRoute } from '@/lib/api/unsubscribe-route';
import { oneClickScopes } from '@/lib/lessons/questions/list-questions';
import { changeQuestionMails } from '@/lib/lessons/questions/question-mails';

export const { GET, POST } = unsubscribeRoute({
  tag: 'Courses',
  open: {
    id: 'openQuestionMailStop',
    summary: 'Open the page that stops mails about questions',
    description: 'Changes nothing, because mail scanners open links.',
  },
  unsubscribe: {
    id: 'stopQuestionMails',
    summary: 'Stop mails about one question or all questions',
    description: 'Uses the token of a mail and needs no session. Mail programs (RFC 8058) and the page call it.',
    bodyType: 'application/x-www-form-urlencoded',
  },
  query: z.object({
    token: z.string().max(1000),
    scope: z.enum(oneClickScopes).default('question'),
    lang: linkLanguage,
  }),
  page: 'question-mails',
  done: 'saved',
  stop: changeQuestionMails,
});
