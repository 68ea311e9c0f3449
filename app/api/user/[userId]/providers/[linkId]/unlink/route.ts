import { unlinkProvider } from '@/lib/accounts/linked-providers';
import { now } from '@/lib/clock';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ access: 'self', form: { back: '/profile/security', next: '/profile/security?notice=unlinked' } }, async ({ actor, params }) => {
    await unlinkProvider({ actor, userId: params.userId ?? '', linkId: params.linkId ?? '', now: now() });
    return new Response(null, { status: 204 });
  }),
});
