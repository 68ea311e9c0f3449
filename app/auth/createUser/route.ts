import { createAccount } from '@/lib/auth/password/create-account';
import { signUpSchema } from '@/lib/auth/schema';
import { assertNotSiteName } from '@/lib/auth/password/site-name-password';
import { now } from '@/lib/clock';
import { tokenAnswer } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { pageLanguageOf } from '@/lib/api/language';
import { nextOfForm } from '@/lib/api/form-post';
import { Problem } from '@/lib/problem';
import { signedIn } from '@/lib/auth/sessions/session-responses';
import { deviceOf } from '@/lib/auth/sessions/device';
import { guestOf } from '@/lib/auth/sessions/guest-of';
import { startSession } from '@/lib/auth/sessions/start-session';

export const POST = handler(
  { access: 'public', answers: { 201: tokenAnswer }, body: signUpSchema, origin: 'not-foreign', form: { back: '/signup', next: '/home' } },
  async ({ request, body, actor, lang, isForm }) => {
    const time = now();
    const guestId = await guestOf(request, actor, time);
    await assertNotSiteName(body.sub, lang);
    const device = deviceOf(request.headers);
    const made = await createAccount({ form: body, lang: pageLanguageOf(request), guestId, address: device.address, now: time });
    if (!made.ok) throw new Problem(409, made.code);
    const session = await startSession({ ...made.value, isSignUp: true }, device, time);
    return signedIn(session, { status: 201, cookies: isForm, goTo: isForm ? nextOfForm(request, `/${lang}/home`) : null, now: time });
  },
);
