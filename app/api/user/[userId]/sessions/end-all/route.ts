import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { signedOut } from '@/lib/auth/sessions/session-responses';
import { endAllSessionsOf } from '@/lib/auth/sessions/end-session';

export const POST = handler({ access: 'self', answers: { 204: null }, form: { back: '/profile/security', next: () => '/' } }, async ({ actor, params, isForm }) => {
  await endAllSessionsOf(actor, params.userId ?? '', now());
  return actor.userId === params.userId ? signedOut(isForm ? '/' : null) : new Response(null, { status: 204 });
});
