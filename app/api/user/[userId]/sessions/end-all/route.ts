import { now } from '@/lib/clock';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';
import { signedOut } from '@/lib/sessions/answers';
import { endAllSessionsOf } from '@/lib/sessions/end-session';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ access: 'self', form: { back: '/profile/security', next: () => '/' } }, async ({ actor, params, isForm }) => {
    await endAllSessionsOf(actor, params.userId ?? '', now());
    return actor?.userId === params.userId ? signedOut(isForm ? '/' : null) : new Response(null, { status: 204 });
  }),
});
