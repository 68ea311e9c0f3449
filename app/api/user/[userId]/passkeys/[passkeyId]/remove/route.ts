import { handler } from '@/lib/api/handler';
import { removePasskey } from '@/lib/auth/passkeys/list-passkeys';
import { now } from '@/lib/clock';

export const POST = handler({ access: 'self', answers: { 204: null }, form: { back: '/profile/security', next: '/profile/security?notice=passkey-removed' } }, async ({ actor, params }) => {
  await removePasskey({ actor, userId: params.userId ?? '', passkeyId: params.passkeyId ?? '', now: now() });
  return new Response(null, { status: 204 });
});
