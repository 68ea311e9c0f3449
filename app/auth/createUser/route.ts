import { createAccount } from '@/lib/accounts/create-account';
import { assertNotSiteName } from '@/lib/accounts/password/check-password';
import { signUpSchema } from '@/lib/accounts/schema';
import { createSignedInResponse } from '@/lib/accounts/sessions/cookies';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { findGuestId } from '@/lib/accounts/sessions/refresh-session';
import { startSession } from '@/lib/accounts/sessions/start-session';
import { tokenAnswer } from '@/lib/api/answers/account';
import { assertCookiesAllowed, nextFromReferer } from '@/lib/api/form-posts';
import { handler } from '@/lib/api/handler';
import { pageLanguageOf } from '@/lib/api/request';
import { now } from '@/lib/clock';
import { Problem } from '@/lib/problem';

export const POST = handler(
  {
    id: 'createAccount',
    tag: 'Accounts',
    summary: 'Create an account',
    description:
      '`sub` is the password. A guest who sends a bearer token keeps the `userId`; 401 if that token has expired.',
    access: 'public',
    answers: { 201: tokenAnswer },
    problems: [401, 409],
    body: signUpSchema,
    origin: 'not-foreign',
    form: { back: '/signup', next: '/home' },
    example: {
      body: {
        name: 'Mona Adel',
        email: 'mona@midan.example',
        phone: '01001234567',
        sub: 'river-lantern-42',
        confirmPassword: 'river-lantern-42',
      },
    },
  },
  async ({ request, body, actor, lang, isForm }) => {
    assertCookiesAllowed(request, isForm);
    const time = now();
    const guestId = await findGuestId(request, actor, time);
    await assertNotSiteName(body.sub, lang);
    const device = deviceOf(request.headers);
    const outcome = await createAccount({
      form: body,
      lang: pageLanguageOf(request),
      guestId,
      ip: device.ip,
      now: time,
    });
    if (!outcome.ok) throw new Problem(409, outcome.code);
    const session = await startSession({ ...outcome.value, isSignUp: true }, device, time);
    return createSignedInResponse(session, {
      status: 201,
      cookies: isForm,
      goTo: isForm ? nextFromReferer(request, `/${lang}/home`) : null,
      now: time,
    });
  },
);
