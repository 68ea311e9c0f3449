import { emailLinkSchema } from '@/lib/auth/schema';
import { now } from '@/lib/clock';
import { tokenAnswer } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { confirmEmailChange } from '@/lib/auth/email-change/confirm-email-change';
import { deviceOf } from '@/lib/auth/sessions/device';
import { signedIn } from '@/lib/auth/sessions/session-responses';

/** A form gets the renewed session as cookies, a program as tokens. */
export const POST = handler({ access: 'learner', answers: { 200: tokenAnswer }, body: emailLinkSchema, origin: 'not-foreign', form: { back: '/confirm-new-email', next: '/profile/details' } }, async ({ request, body, actor, lang, isForm }) => {
  const time = now();
  const session = await confirmEmailChange({ actor, token: body.token, device: deviceOf(request.headers), now: time });
  return signedIn(session, { status: 200, cookies: isForm, goTo: isForm ? `/${lang}/profile/details?notice=email-changed` : null, now: time });
});
