import { confirmEmailChange } from '@/lib/accounts/email-change';
import { emailLinkSchema } from '@/lib/accounts/schema';
import { createSignedInResponse } from '@/lib/accounts/sessions/cookies';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { tokenAnswer } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler(
  {
    id: 'confirmNewEmail',
    tag: 'Accounts',
    summary: 'Confirm a new email address',
    description:
      'Needs a session of the account. All earlier sessions, codes and links end; the response renews this session.',
    access: 'learner',
    answers: { 200: tokenAnswer },
    problems: [409],
    body: emailLinkSchema,
    origin: 'not-foreign',
    form: { back: '/confirm-new-email', next: '/profile/details' },
    example: { body: { token: 'x' } },
  },
  async ({ request, body, actor, lang, isForm }) => {
    const time = now();
    const session = await confirmEmailChange({
      actor,
      token: body.token,
      device: deviceOf(request.headers),
      now: time,
    });
    return createSignedInResponse(session, {
      status: 200,
      cookies: isForm,
      goTo: isForm ? `/${lang}/profile/details?notice=email-changed` : null,
      now: time,
    });
  },
);
