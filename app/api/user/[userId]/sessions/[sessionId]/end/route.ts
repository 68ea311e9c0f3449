import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { endSessionOf } from '@/lib/auth/sessions/end-session';

export const POST = handler({ access: 'self', answers: { 204: null }, form: { back: '/profile/security', next: '/profile/security?notice=device-ended' } }, async ({ actor, params }) => {
  await endSessionOf(actor, params.userId ?? '', params.sessionId ?? '', now());
  return new Response(null, { status: 204 });
});
