import { handler } from '@/lib/api/handler';
import { questionMailsSchema } from '@/lib/lessons/questions/list-questions';
import { changeQuestionMails } from '@/lib/lessons/questions/question-mails';

const pageOf = (answer: unknown, lang: string) =>
  `/${lang}/question-mails?token=${encodeURIComponent((answer as { token: string }).token)}&saved=1`;

export const POST = handler(
  {
    id: 'muteQuestion',
    tag: 'Courses',
    summary: 'Turn mails about questions off or on again',
    description: 'Uses the token of a mail and needs no session.',
    access: 'anyone',
    answers: { 204: null },
    body: questionMailsSchema,
    form: { back: '/question-mails', next: pageOf },
    example: { body: { token: 'x', scope: 'all' } },
  },
  async ({ body, isForm }) => {
    await changeQuestionMails(body);
    return isForm ? { token: body.token } : new Response(null, { status: 204 });
  },
);
