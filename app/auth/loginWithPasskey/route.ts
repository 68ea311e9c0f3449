import { passkeySignInSchema, signInWithPasskey } from '@/lib/accounts/passkey-sign-in';
import { cookieNames, createSignedInResponse, csrfTokenOf, findCookie } from '@/lib/accounts/sessions/cookies';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { secondFactorCookie } from '@/lib/accounts/sign-in';
import { tokenAnswer } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { safeNext } from '@/lib/guards/safe-next';

export const POST = handler(
  {
    id: 'signInWithPasskey',
    tag: 'Accounts',
    summary: 'Sign in with a passkey',
    description:
      '`credential` is the response to the options of `/auth/passkey/sign-in-options`. A passkey counts as both factors.',
    access: 'public',
    answers: { 200: tokenAnswer },
    problems: [401],
    body: passkeySignInSchema,
    origin: 'not-foreign',
    form: { back: '/login', next: '/home' },
  },
  async ({ request, body, lang, isForm }) => {
    const time = now();
    const browser = csrfTokenOf(findCookie(request.headers, cookieNames().csrf));
    const session = await signInWithPasskey({
      credential: body.credential,
      browser,
      device: deviceOf(request.headers),
      now: time,
    });
    const answer = await createSignedInResponse(session, {
      status: 200,
      cookies: isForm,
      goTo: isForm ? (safeNext(body.callbackUrl) ?? `/${lang}/home`) : null,
      now: time,
    });
    // Clear the cookie of an unfinished sign-in: the passkey has replaced the second factor that it waited for.
    if (isForm) answer.headers.append('set-cookie', secondFactorCookie(null, time));
    return answer;
  },
);
