import { checkPassword } from '@/lib/accounts/password/check-password';
import { signInSchema } from '@/lib/accounts/schema';
import { cookieNames, createSignedInResponse, findCookie } from '@/lib/accounts/sessions/cookies';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { startSession } from '@/lib/accounts/sessions/start-session';
import { tokenAnswer } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { signInText } from '@/lib/api/openapi/shared-texts';
import { now } from '@/lib/clock';
import { Problem } from '@/lib/problem';

export const POST = handler(
  {
    id: 'signInWithPassword',
    tag: 'Accounts',
    summary: 'Sign in with email and password',
    description: signInText,
    access: 'public',
    answers: { 200: tokenAnswer },
    problems: [401],
    body: signInSchema,
    origin: 'not-foreign',
    example: { body: { email: 'mona@midan.example', sub: 'river-lantern-42', totp: '123456' } },
  },
  async ({ request, body }) => {
    const time = now();
    const device = deviceOf(request.headers);
    const proven = await checkPassword({
      email: body.email,
      password: body.sub,
      totp: body.totp,
      ...device,
      deviceToken: findCookie(request.headers, cookieNames().device),
      now: time,
    });
    if (!proven.ok) throw new Problem(401, proven.code, { headers: { 'www-authenticate': 'Bearer' } });
    return createSignedInResponse(await startSession(proven.value, device, time), {
      status: 200,
      cookies: false,
      now: time,
    });
  },
);
