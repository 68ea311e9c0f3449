import { tokenAnswer } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { csrfTokenOf } from '@/lib/auth/next-auth/csrf-cookie';
import { passkeySignInSchema } from '@/lib/auth/passkeys/schema';
import { signInWithPasskey } from '@/lib/auth/passkeys/sign-in-with-passkey';
import { cookieNames, cookieOf } from '@/lib/auth/sessions/cookies';
import { deviceOf } from '@/lib/auth/sessions/device';
import { signedIn } from '@/lib/auth/sessions/session-responses';
import { pendingCookie } from '@/lib/auth/sign-in/pending-sign-in';
import { now } from '@/lib/clock';
import { safeNext } from '@/lib/guards/safe-next';

export const POST = handler({ access: 'public', answers: { 200: tokenAnswer }, body: passkeySignInSchema, origin: 'not-foreign', form: { back: '/login', next: '/home' } }, async ({ request, body, lang, isForm }) => {
  const time = now();
  const browser = csrfTokenOf(cookieOf(request.headers, cookieNames().csrf));
  const session = await signInWithPasskey({ credential: body.credential, browser, device: deviceOf(request.headers), now: time });
  const answer = await signedIn(session, { status: 200, cookies: isForm, goTo: isForm ? (safeNext(body.callbackUrl) ?? `/${lang}/home`) : null, now: time });
  // The passkey has answered what a sign-in by another way may still be waiting for.
  if (isForm) answer.headers.append('set-cookie', pendingCookie(null, time));
  return answer;
});
