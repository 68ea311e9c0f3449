import { handler } from '@/lib/api/handler';
import { removePasskey } from '@/lib/auth/passkeys/list-passkeys';
import { freshProofSchema } from '@/lib/auth/schema';
import { deviceOf } from '@/lib/auth/sessions/device';
import { now } from '@/lib/clock';

export const POST = handler(
  { access: 'owner', answers: { 204: null }, body: freshProofSchema, form: { back: '/profile/security', next: '/profile/security?notice=passkey-removed' } },
  async ({ request, actor, params, body }) => {
    await removePasskey({ ...body, actor, userId: params.userId ?? '', passkeyId: params.passkeyId ?? '', device: deviceOf(request.headers), now: now() });
    return new Response(null, { status: 204 });
  },
);
