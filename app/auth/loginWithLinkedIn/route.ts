import { now } from '@/lib/clock';
import { tokenAnswer } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { signInText } from '@/lib/api/openapi/shared-texts';
import { pageLanguageOf } from '@/lib/api/request';
import { signedInResponse } from '@/lib/accounts/sessions/cookies';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { findGuestId } from '@/lib/accounts/sessions/refresh-session';
import { linkedinLoginSchema, loginWithProvider } from '@/lib/accounts/providers/sign-in-with-provider';

export const POST = handler(
  {
    id: 'signInWithLinkedIn',
    tag: 'Accounts',
    summary: 'Sign in with LinkedIn',
    description: signInText,
    access: 'public',
    answers: { 200: tokenAnswer },
    problems: [401, 409, 503],
    body: linkedinLoginSchema,
    origin: 'not-foreign',
    example: { body: { code: 'x', redirectUri: 'http://localhost/x' } },
  },
  async ({ request, body, actor }) => {
    const time = now();
    const guestId = await findGuestId(request, actor, time);
    const session = await loginWithProvider('linkedin', body, {
      guestId,
      lang: pageLanguageOf(request),
      device: deviceOf(request.headers),
      now: time,
    });
    return signedInResponse(session, { status: 200, cookies: false, now: time });
  },
);
