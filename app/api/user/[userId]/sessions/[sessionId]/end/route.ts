import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { deviceOf } from '@/lib/auth/sessions/device';
import { endSessionOf } from '@/lib/auth/sessions/end-session';

export const POST = handler({ access: 'self', answers: { 204: null }, form: { back: '/profile/security', next: '/profile/security?notice=device-ended' } }, async ({ request, actor, params }) => {
  await endSessionOf({ actor, userId: params.userId ?? '', sessionId: params.sessionId ?? '', device: deviceOf(request.headers), now: now() });
  return new Response(null, { status: 204 });
});
