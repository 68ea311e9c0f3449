import { z } from 'zod';
import { linkLanguage, unsubscribeRoute } from '@/lib/api/unsubscribe-route';
import { changeQuestionMails } from '@/lib/courses/questions/question-mails';
import { oneClickScopes } from '@/lib/courses/questions/question-schema';

export const { GET, POST } = unsubscribeRoute({
  query: z.object({ token: z.string().max(1000), scope: z.enum(oneClickScopes).default('question'), lang: linkLanguage }),
  page: 'question-mails', done: 'saved', stop: changeQuestionMails,
});
