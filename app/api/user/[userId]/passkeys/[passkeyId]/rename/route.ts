import { passkeyNameSchema } from '@/lib/accounts/passkey-sign-in';
import { renamePasskey } from '@/lib/accounts/passkeys';
import { handler } from '@/lib/api/handler';

export const POST = handler(
  {
    id: 'renamePasskey',
    tag: 'Accounts',
    summary: 'Rename a passkey',
    access: 'sameUser',
    answers: { 204: null },
    body: passkeyNameSchema,
    form: { back: '/profile/security', next: '/profile/security?notice=passkey-renamed' },
    example: { body: { name: 'A name' } },
  },
  async ({ actor, params, body }) => {
    await renamePasskey({ actor, userId: params.userId ?? '', passkeyId: params.passkeyId ?? '', name: body.name });
    return new Response(null, { status: 204 });
  },
);
