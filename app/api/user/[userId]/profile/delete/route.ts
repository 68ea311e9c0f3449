import { deleteAccount } from '@/lib/accounts/delete-account';
import { deleteAccountSchema } from '@/lib/accounts/schema';
import { signedOutResponse } from '@/lib/accounts/sessions/cookies';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler(
  {
    id: 'deleteAccount',
    tag: 'Accounts',
    summary: 'Delete the account',
    access: 'sameUserOrAdmin',
    answers: { 204: null },
    problems: [401, 409],
    body: deleteAccountSchema,
    form: { back: '/profile/security', next: '/login?notice=deleted' },
    example: { body: { email: 'another.user@midan.example', currentPassword: 'x' } },
  },
  async ({ request, actor, params, body, lang, isForm }) => {
    await deleteAccount({
      ...body,
      actor,
      userId: params.userId ?? '',
      device: deviceOf(request.headers),
      now: now(),
    });
    return actor.userId === params.userId
      ? signedOutResponse(isForm ? `/${lang}/login?notice=deleted` : null)
      : new Response(null, { status: 204 });
  },
);
