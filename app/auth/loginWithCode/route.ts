import { tokenAnswer } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { loginWithCodeSchema } from '@/lib/auth/schema';
import { deviceOf } from '@/lib/auth/sessions/device';
import { signedIn } from '@/lib/auth/sessions/session-responses';
import { pendingCookie } from '@/lib/auth/sign-in/pending-sign-in';
import { signInWithCode } from '@/lib/auth/sign-in/sign-in-with-code';
import { now } from '@/lib/clock';
import { safeNext } from '@/lib/guards/safe-next';
import { Problem } from '@/lib/problem';

/** A form gets the session's cookies, and the page for the second factor where one is enrolled; a program sends `totp` with the same code. */
export const POST = handler({ access: 'public', answers: { 200: tokenAnswer }, body: loginWithCodeSchema, origin: 'not-foreign', form: { back: '/login/code', next: '/home' } }, async ({ request, body, lang, isForm }) => {
  const time = now();
  const outcome = await signInWithCode({ email: body.email, otp: body.otp, totp: body.totp, device: deviceOf(request.headers), now: time });
  const next = safeNext(body.callbackUrl) ?? `/${lang}/home`;
  if (outcome.ok) return signedIn(outcome.value, { status: 200, cookies: isForm, goTo: isForm ? next : null, now: time });
  if (!isForm || outcome.code === 'otp-wrong') throw new Problem(401, outcome.code, { headers: { 'www-authenticate': 'Bearer' } });
  const location = `/${lang}/login?${new URLSearchParams({ error: outcome.code, next })}`;
  return new Response(null, { status: 303, headers: { location, 'set-cookie': pendingCookie(outcome.person, time) } });
});
