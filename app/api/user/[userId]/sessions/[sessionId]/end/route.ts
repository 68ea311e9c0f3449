import { deviceOf } from '@/lib/accounts/sessions/devices';
import { endSessionOf } from '@/lib/accounts/sessions/end-sessions';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler(
  {
    id: 'endSession',
    tag: 'Accounts',
    summary: 'Sign out one device',
    access: 'sameUserOrAdmin',
    answers: { 204: null },
    form: { back: '/profile/security', next: '/profile/security?notice=device-ended' },
  },
  async ({ request, actor, params }) => {
    await endSessionOf({
      actor,
      userId: params.userId ?? '',
      sessionId: params.sessionId ?? '',
      device: deviceOf(request.headers),
      now: now(),
    });
    return new Response(null, { status: 204 });
  },
);
