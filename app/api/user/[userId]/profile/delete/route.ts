import { deleteAccountSchema } from '@/lib/auth/schema';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { signedOut } from '@/lib/auth/sessions/session-responses';
import { deleteAccount } from '@/lib/auth/delete-account';
import { deviceOf } from '@/lib/auth/sessions/device';

export const POST = handler(
  { access: 'self', answers: { 204: null }, body: deleteAccountSchema, form: { back: '/profile/security', next: '/login?notice=deleted' } },
  async ({ request, actor, params, body, lang, isForm }) => {
    await deleteAccount({ ...body, actor, userId: params.userId ?? '', device: deviceOf(request.headers), now: now() });
    return actor.userId === params.userId ? signedOut(isForm ? `/${lang}/login?notice=deleted` : null) : new Response(null, { status: 204 });
  },
);
