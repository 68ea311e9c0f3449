import { z } from 'zod';
import { changeQuestionMails } from '@/lib/courses/questions/question-mails';
import { handler } from '@/lib/api/handler';

/** A mail program's one click (RFC 8058): a POST without cookies, whose body says nothing that the address does not. */
export const POST = handler({ access: 'anyone', answers: { 204: null }, query: z.object({ token: z.string().max(1000) }), origin: 'any' }, async ({ query }) => {
  await changeQuestionMails({ token: query.token, scope: 'question' });
  return new Response(null, { status: 204 });
});
