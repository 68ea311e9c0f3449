import { checkPassword } from '@/lib/auth/password/check-password';
import { signInSchema } from '@/lib/auth/schema';
import { now } from '@/lib/clock';
import { tokenAnswer } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { Problem } from '@/lib/problem';
import { signedIn } from '@/lib/auth/sessions/session-responses';
import { cookieNames, cookieOf } from '@/lib/auth/sessions/cookies';
import { deviceOf } from '@/lib/auth/sessions/device';
import { startSession } from '@/lib/auth/sessions/start-session';

export const POST = handler({ access: 'public', answers: { 200: tokenAnswer }, body: signInSchema, origin: 'not-foreign' }, async ({ request, body }) => {
  const time = now();
  const device = deviceOf(request.headers);
  const proven = await checkPassword({ email: body.email, password: body.sub, totp: body.totp, ...device, deviceToken: cookieOf(request.headers, cookieNames().device), now: time });
  if (!proven.ok) throw new Problem(401, proven.code, { headers: { 'www-authenticate': 'Bearer' } });
  return signedIn(await startSession(proven.value, device, time), { status: 200, cookies: false, now: time });
});
