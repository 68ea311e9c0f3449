import { signedOutResponse } from '@/lib/accounts/sessions/cookies';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { endAllSessionsOf } from '@/lib/accounts/sessions/end-sessions';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler(
  {
    id: 'endAllSessions',
    tag: 'Accounts',
    summary: 'Sign out everywhere',
    access: 'sameUserOrAdmin',
    answers: { 204: null },
    form: { back: '/profile/security', next: () => '/' },
  },
  async ({ request, actor, params, isForm }) => {
    await endAllSessionsOf({ actor, userId: params.userId ?? '', device: deviceOf(request.headers), now: now() });
    return actor.userId === params.userId
      ? signedOutResponse(isForm ? '/' : null)
      : new Response(null, { status: 204 });
  },
);
