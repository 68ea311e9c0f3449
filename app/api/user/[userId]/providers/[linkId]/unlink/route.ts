import { unlinkProvider } from '@/lib/auth/providers/linked-providers';
import { freshProofSchema } from '@/lib/auth/schema';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { deviceOf } from '@/lib/auth/sessions/device';

export const POST = handler(
  { access: 'owner', answers: { 204: null }, body: freshProofSchema, form: { back: '/profile/security', next: '/profile/security?notice=unlinked' } },
  async ({ request, actor, params, body }) => {
    await unlinkProvider({ ...body, actor, userId: params.userId ?? '', linkId: params.linkId ?? '', device: deviceOf(request.headers), now: now() });
    return new Response(null, { status: 204 });
  },
);
