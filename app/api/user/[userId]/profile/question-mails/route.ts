import { z } from 'zod';
import { handler } from '@/lib/api/handler';
import { setQuestionMails } from '@/lib/lessons/questions/question-mails';

const body = z.object({ questionMails: z.enum(['on', 'off']) });
const form = { back: '/profile/details', next: '/profile/details?notice=question-mails-changed' };

export const POST = handler(
  {
    id: 'chooseQuestionMails',
    tag: 'Accounts',
    summary: 'Turn mails about questions on or off',
    access: 'sameUser',
    answers: { 200: z.strictObject({ wanted: z.boolean() }) },
    body,
    form,
    example: { body: { questionMails: 'off' } },
  },
  ({ actor, params, body: { questionMails } }) =>
    setQuestionMails({ actor, userId: params.userId ?? '', wanted: questionMails === 'on' }),
);
