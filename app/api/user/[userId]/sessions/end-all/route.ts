import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { signedOut } from '@/lib/auth/sessions/session-responses';
import { deviceOf } from '@/lib/auth/sessions/device';
import { endAllSessionsOf } from '@/lib/auth/sessions/end-session';

export const POST = handler({ access: 'self', answers: { 204: null }, form: { back: '/profile/security', next: () => '/' } }, async ({ request, actor, params, isForm }) => {
  await endAllSessionsOf({ actor, userId: params.userId ?? '', device: deviceOf(request.headers), now: now() });
  return actor.userId === params.userId ? signedOut(isForm ? '/' : null) : new Response(null, { status: 204 });
});
