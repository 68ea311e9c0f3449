import { requestEmailChange } from '@/lib/accounts/email-change';
import { newEmailSchema } from '@/lib/accounts/schema';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler(
  {
    id: 'changeEmail',
    tag: 'Accounts',
    summary: "Change the account's email address",
    description:
      'Mails a confirmation link to the new address; the response does not reveal whether another account has it. Needs a sign-in within the last 10 minutes or `currentPassword`.',
    access: 'sameUser',
    answers: { 202: null },
    body: newEmailSchema,
    form: { back: '/profile/details', next: '/profile/details?notice=email-asked' },
    example: { body: { email: 'mona.new@midan.example', currentPassword: 'x' } },
  },
  async ({ request, actor, params, body, lang }) => {
    await requestEmailChange({
      ...body,
      actor,
      userId: params.userId ?? '',
      lang,
      device: deviceOf(request.headers),
      now: now(),
    });
    return new Response(null, { status: 202 });
  },
);
