import { changeQuestionMails } from '@/lib/courses/questions/question-mails';
import { questionMailsSchema } from '@/lib/courses/questions/question-schema';
import { handler } from '@/lib/api/handler';

const pageOf = (answer: unknown, lang: string) => `/${lang}/question-mails?token=${encodeURIComponent((answer as { token: string }).token)}&saved=1`;

export const POST = handler({ access: 'anyone', answers: { 204: null }, body: questionMailsSchema, form: { back: '/question-mails', next: pageOf } }, async ({ body, isForm }) => {
  await changeQuestionMails(body);
  return isForm ? { token: body.token } : new Response(null, { status: 204 });
});
