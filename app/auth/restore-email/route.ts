import { restoreEmail } from '@/lib/accounts/email-change';
import { resetGrantCookie } from '@/lib/accounts/one-time-codes';
import { emailLinkSchema } from '@/lib/accounts/schema';
import { sessionClearedResponse } from '@/lib/accounts/sessions/cookies';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { restoredEmail } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler(
  {
    id: 'restoreEmail',
    tag: 'Accounts',
    summary: 'Undo a change of email address',
    description:
      'The link mailed to the old address works once, within seven days and without a session. All sessions end; `resetToken` sets a new password.',
    access: 'public',
    answers: { 200: restoredEmail },
    problems: [409],
    body: emailLinkSchema,
    origin: 'not-foreign',
    form: { back: '/restore-email', next: '/resetPassword' },
    example: { body: { token: 'x' } },
  },
  async ({ request, body, lang, isForm }) => {
    const restored = await restoreEmail({ token: body.token, device: deviceOf(request.headers), now: now() });
    if (!isForm) return restored;
    const { resetToken } = restored;
    const answer = sessionClearedResponse(resetToken ? `/${lang}/resetPassword` : `/${lang}/login`);
    if (resetToken) answer.headers.append('set-cookie', resetGrantCookie(resetToken));
    return answer;
  },
);
