import { handler } from '@/lib/api/handler';
import { renamePasskey } from '@/lib/auth/passkeys/list-passkeys';
import { passkeyNameSchema } from '@/lib/auth/passkeys/schema';

export const POST = handler({ access: 'owner', answers: { 204: null }, body: passkeyNameSchema, form: { back: '/profile/security', next: '/profile/security?notice=passkey-renamed' } }, async ({ actor, params, body }) => {
  await renamePasskey({ actor, userId: params.userId ?? '', passkeyId: params.passkeyId ?? '', name: body.name });
  return new Response(null, { status: 204 });
});
