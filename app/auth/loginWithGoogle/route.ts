import { now } from '@/lib/clock';
import { tokenAnswer } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { pageLanguageOf } from '@/lib/api/language';
import { signedIn } from '@/lib/auth/sessions/session-responses';
import { deviceOf } from '@/lib/auth/sessions/device';
import { guestOf } from '@/lib/auth/sessions/guest-of';
import { googleLoginSchema, loginWithProvider } from '@/lib/auth/providers/login-with-provider';

export const POST = handler({ access: 'public', answers: { 200: tokenAnswer }, body: googleLoginSchema, origin: 'not-foreign' }, async ({ request, body, actor }) => {
  const time = now();
  const guestId = await guestOf(request, actor, time);
  const session = await loginWithProvider('google', body, { guestId, lang: pageLanguageOf(request), device: deviceOf(request.headers), now: time });
  return signedIn(session, { status: 200, cookies: false, now: time });
});
