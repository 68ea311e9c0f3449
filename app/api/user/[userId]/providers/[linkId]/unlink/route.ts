import { unlinkProvider } from '@/lib/auth/providers/linked-providers';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { deviceOf } from '@/lib/auth/sessions/device';

export const POST = handler({ access: 'owner', answers: { 204: null }, form: { back: '/profile/security', next: '/profile/security?notice=unlinked' } }, async ({ request, actor, params }) => {
  await unlinkProvider({ actor, userId: params.userId ?? '', linkId: params.linkId ?? '', device: deviceOf(request.headers), now: now() });
  return new Response(null, { status: 204 });
});
