import { loginWithCodeSchema } from '@/lib/accounts/schema';
import { createSignedInResponse } from '@/lib/accounts/sessions/cookies';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { secondFactorCookie, signInWithCode } from '@/lib/accounts/sign-in';
import { tokenAnswer } from '@/lib/api/answers/account';
import { assertCookiesAllowed } from '@/lib/api/form-posts';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { safeNext } from '@/lib/guards/safe-next';
import { defaultLanguage } from '@/lib/language';
import { Problem } from '@/lib/problem';

export const POST = handler(
  {
    id: 'signInWithCode',
    tag: 'Accounts',
    summary: 'Sign in with a mailed code',
    description:
      '401 `otp-wrong` for a wrong code, 401 `totp-required` for a user with a second factor: send the same code again with `totp`. Confirms the email address.',
    access: 'public',
    answers: { 200: tokenAnswer },
    problems: [401],
    body: loginWithCodeSchema,
    origin: 'not-foreign',
    form: { back: '/login/code', next: '/home' },
    example: {
      body: { email: 'nobody@midan.example', otp: '123456', totp: '123456', callbackUrl: `/${defaultLanguage}/home` },
    },
  },
  async ({ request, body, lang, isForm }) => {
    assertCookiesAllowed(request, isForm);
    const time = now();
    const outcome = await signInWithCode({
      email: body.email,
      otp: body.otp,
      totp: body.totp,
      device: deviceOf(request.headers),
      now: time,
    });
    const next = safeNext(body.callbackUrl) ?? `/${lang}/home`;
    if (outcome.ok)
      return createSignedInResponse(outcome.value, {
        status: 200,
        cookies: isForm,
        goTo: isForm ? next : null,
        now: time,
      });
    if (!isForm || outcome.code === 'otp-wrong')
      throw new Problem(401, outcome.code, { headers: { 'www-authenticate': 'Bearer' } });
    const location = `/${lang}/login?${new URLSearchParams({ error: outcome.code, next })}`;
    return new Response(null, {
      status: 303,
      headers: { location, 'set-cookie': secondFactorCookie(outcome.person, time) },
    });
  },
);
