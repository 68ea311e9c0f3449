import { unlinkProvider } from '@/lib/auth/providers/linked-providers';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';

export const POST = handler({ access: 'self', answers: { 204: null }, form: { back: '/profile/security', next: '/profile/security?notice=unlinked' } }, async ({ actor, params }) => {
  await unlinkProvider({ actor, userId: params.userId ?? '', linkId: params.linkId ?? '', now: now() });
  return new Response(null, { status: 204 });
});
