import { emailLinkSchema } from '@/lib/accounts/schema';
import { now } from '@/lib/clock';
import { restoredEmail } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { restoreEmail } from '@/lib/accounts/email-change';
import { resetGrantCookie } from '@/lib/accounts/one-time-codes';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { sessionCleared } from '@/lib/accounts/sessions/cookies';

export const POST = handler(
  {
    id: 'restoreEmail',
    tag: 'Accounts',
    summary: 'Undo an address change by the link to the old address',
    description: 'Without a session, within seven days, once. Every session ends; `resetToken` sets a new password.',
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
    const answer = sessionCleared(resetToken ? `/${lang}/resetPassword` : `/${lang}/login`);
    if (resetToken) answer.headers.append('set-cookie', resetGrantCookie(resetToken));
    return answer;
  },
);
