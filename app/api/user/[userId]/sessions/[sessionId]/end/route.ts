import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';
import { endSessionOf } from '@/lib/auth/sessions/end-session';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ access: 'self', form: { back: '/profile/security', next: '/profile/security?notice=device-ended' } }, async ({ actor, params }) => {
    await endSessionOf(actor, params.userId ?? '', params.sessionId ?? '', now());
    return new Response(null, { status: 204 });
  }),
});
