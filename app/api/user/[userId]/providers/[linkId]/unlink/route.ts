import { unlinkProvider } from '@/lib/accounts/providers/linked-providers';
import { freshSignInSchema } from '@/lib/accounts/schema';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler(
  {
    id: 'unlinkProvider',
    tag: 'Accounts',
    summary: 'Unlink a sign-in provider',
    description: 'Needs a sign-in within the last 10 minutes or `currentPassword`.',
    access: 'sameUser',
    answers: { 204: null },
    problems: [409],
    body: freshSignInSchema,
    form: { back: '/profile/security', next: '/profile/security?notice=unlinked' },
    example: { body: { currentPassword: 'river-lantern-42' } },
  },
  async ({ request, actor, params, body }) => {
    await unlinkProvider({
      ...body,
      actor,
      userId: params.userId ?? '',
      linkId: params.linkId ?? '',
      device: deviceOf(request.headers),
      now: now(),
    });
    return new Response(null, { status: 204 });
  },
);
