import { unlinkProvider } from '@/lib/auth/providers/linked-providers';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ access: 'self', form: { back: '/profile/security', next: '/profile/security?notice=unlinked' } }, async ({ actor, params }) => {
    await unlinkProvider({ actor, userId: params.userId ?? '', linkId: params.linkId ?? '', now: now() });
    return new Response(null, { status: 204 });
  }),
});
