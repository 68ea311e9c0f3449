import { deleteAccountSchema } from '@/lib/accounts/schema';
import { now } from '@/lib/clock';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';
import { signedOut } from '@/lib/sessions/answers';
import { deleteAccount } from '@/lib/sessions/delete-account';
import { deviceOf } from '@/lib/sessions/device';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler(
    { access: 'self', body: deleteAccountSchema, form: { back: '/profile/security', next: '/login?notice=deleted' } },
    async ({ request, actor, params, body, lang, isForm }) => {
      await deleteAccount({ ...body, actor, userId: params.userId ?? '', device: deviceOf(request.headers), now: now() });
      return signedOut(isForm ? `/${lang}/login?notice=deleted` : null);
    },
  ),
});
