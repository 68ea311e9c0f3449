import { newPasswordSchema } from '@/lib/auth/schema';
import { assertNotSiteName } from '@/lib/auth/password/site-name-password';
import { isLearner } from '@/lib/actor';
import { now } from '@/lib/clock';
import { tokenAnswer } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { signedIn } from '@/lib/auth/sessions/session-responses';
import { cookieNames, cookieOf, setCookie } from '@/lib/auth/sessions/cookies';
import { deviceOf } from '@/lib/auth/sessions/device';
import { resetPassword } from '@/lib/auth/password/reset-password';

/** A page's form is answered with the new session's cookies and a redirect back to its page (D5). */
export const POST = handler({ access: 'public', answers: { 200: tokenAnswer }, body: newPasswordSchema, origin: 'not-foreign', form: { back: '', next: '/profile/reset-password' } }, async ({ request, body, actor, lang, isForm }) => {
  await assertNotSiteName(body.sub, lang);
  const time = now();
  const granted = isLearner(actor) ? undefined : cookieOf(request.headers, cookieNames().reset);
  const session = await resetPassword({
    userId: body.userId, password: body.sub, currentPassword: body.currentPassword, totp: body.totp,
    resetToken: body.resetToken ?? granted, actor, device: deviceOf(request.headers), now: time,
  });
  const answer = await signedIn(session, { status: 200, cookies: isForm, goTo: isForm ? `/${lang}/profile/reset-password?done=1` : null, now: time });
  if (isForm) answer.headers.append('set-cookie', setCookie(cookieNames().reset, '', { maxAgeSeconds: 0 }));
  return answer;
});
