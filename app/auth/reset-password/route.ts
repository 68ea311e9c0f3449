import { assertNotSiteName } from '@/lib/accounts/password/check-password';
import { resetPassword } from '@/lib/accounts/password/reset-password';
import { newPasswordSchema } from '@/lib/accounts/schema';
import { cookieNames, createSignedInResponse, findCookie, setCookieHeader } from '@/lib/accounts/sessions/cookies';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { tokenAnswer } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { safeNext } from '@/lib/guards/safe-next';
import { defaultLanguage } from '@/lib/language';
import { isLearner } from '@/lib/permissions';

export const POST = handler(
  {
    id: 'resetPassword',
    tag: 'Accounts',
    summary: 'Set a new password',
    description: 'Needs `resetToken`, or a session with a sign-in within the last 10 minutes or `currentPassword`.',
    access: 'public',
    answers: { 200: tokenAnswer },
    problems: [401, 403],
    body: newPasswordSchema,
    origin: 'not-foreign',
    form: { back: '', next: '/profile/reset-password' },
    example: {
      body: {
        userId: 'x',
        sub: 'river-lantern-42',
        confirmPassword: 'river-lantern-42',
        resetToken: 'x',
        currentPassword: 'x',
        totp: '123456',
        callbackUrl: `/${defaultLanguage}/home`,
      },
    },
  },
  async ({ request, body, actor, lang, isForm }) => {
    await assertNotSiteName(body.sub, lang);
    const time = now();
    const granted = isLearner(actor) ? undefined : findCookie(request.headers, cookieNames().reset);
    const session = await resetPassword({
      userId: body.userId,
      password: body.sub,
      currentPassword: body.currentPassword,
      totp: body.totp,
      resetToken: body.resetToken ?? granted,
      actor,
      device: deviceOf(request.headers),
      now: time,
    });
    const answer = await createSignedInResponse(session, {
      status: 200,
      cookies: isForm,
      goTo: isForm ? (safeNext(body.callbackUrl) ?? `/${lang}/profile/reset-password?done=1`) : null,
      now: time,
    });
    if (isForm) answer.headers.append('set-cookie', setCookieHeader(cookieNames().reset, '', { maxAgeSeconds: 0 }));
    return answer;
  },
);
