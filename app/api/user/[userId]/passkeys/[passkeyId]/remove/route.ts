import { removePasskey } from '@/lib/accounts/passkeys';
import { freshSignInSchema } from '@/lib/accounts/schema';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler(
  {
    id: 'removePasskey',
    tag: 'Accounts',
    summary: 'Remove a passkey',
    description: 'Needs a sign-in within the last 10 minutes or `currentPassword`.',
    access: 'sameUser',
    answers: { 204: null },
    body: freshSignInSchema,
    form: { back: '/profile/security', next: '/profile/security?notice=passkey-removed' },
    example: { body: { currentPassword: 'river-lantern-42' } },
  },
  async ({ request, actor, params, body }) => {
    await removePasskey({
      ...body,
      actor,
      userId: params.userId ?? '',
      passkeyId: params.passkeyId ?? '',
      device: deviceOf(request.headers),
      now: now(),
    });
    return new Response(null, { status: 204 });
  },
);
