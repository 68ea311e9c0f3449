import { z } from 'zod';
import { handler } from '@/lib/api/handler';
import { setQuestionMails } from '@/lib/courses/questions/question-mails';

const body = z.object({ questionMails: z.enum(['on', 'off']) });
const form = { back: '/profile/details', next: '/profile/details?notice=question-mails-changed' };

export const POST = handler({ access: 'owner', answers: { 200: z.strictObject({ wanted: z.boolean() }) }, body, form }, ({ actor, params, body: { questionMails } }) =>
  setQuestionMails({ actor, userId: params.userId ?? '', wanted: questionMails === 'on' }));
