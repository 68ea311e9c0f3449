import { emailLinkSchema } from '@/lib/auth/schema';
import { now } from '@/lib/clock';
import { restoredEmail } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { restoreEmail } from '@/lib/auth/email-change/restore-email';
import { resetGrantCookie } from '@/lib/auth/one-time-codes/one-time-code';
import { deviceOf } from '@/lib/auth/sessions/device';
import { sessionCleared } from '@/lib/auth/sessions/session-responses';

/** A form is led to the new password, with the grant in an httpOnly cookie; a program gets it in the body. */
export const POST = handler({ access: 'public', answers: { 200: restoredEmail }, body: emailLinkSchema, origin: 'not-foreign', form: { back: '/restore-email', next: '/resetPassword' } }, async ({ request, body, lang, isForm }) => {
  const restored = await restoreEmail({ token: body.token, device: deviceOf(request.headers), now: now() });
  if (!isForm) return restored;
  const { resetToken } = restored;
  const answer = sessionCleared(resetToken ? `/${lang}/resetPassword` : `/${lang}/login`);
  if (resetToken) answer.headers.append('set-cookie', resetGrantCookie(resetToken));
  return answer;
});
