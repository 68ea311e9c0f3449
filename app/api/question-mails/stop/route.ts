import { z } from 'zod';
import { linkLanguage, unsubscribeRoute } from '@/lib/api/unsubscribe-route';
import { changeQuestionMails } from '@/lib/lessons/questions/question-mails';
import { oneClickScopes } from '@/lib/lessons/questions/list-questions';

export const { GET, POST } = unsubscribeRoute({
  tag: 'Courses',
  open: {
    id: 'openQuestionMailStop',
    summary: 'Go on to the page where mails about questions are stopped',
    description: 'Changes nothing: mail scanners open links.',
  },
  unsubscribe: {
    id: 'stopQuestionMails',
    summary: 'Stop mails about a question or about all',
    description: 'By the token of a mail, without a session; as mail programs send it (RFC 8058), or from our page.',
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
