import { requestEmailChange } from '@/lib/auth/email-change/request-email-change';
import { newEmailSchema } from '@/lib/auth/schema';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { deviceOf } from '@/lib/auth/sessions/device';

export const POST = handler(
  { access: 'owner', answers: { 202: null }, body: newEmailSchema, form: { back: '/profile/details', next: '/profile/details?notice=email-asked' } },
  async ({ request, actor, params, body, lang }) => {
    await requestEmailChange({ ...body, actor, userId: params.userId ?? '', lang, device: deviceOf(request.headers), now: now() });
    return new Response(null, { status: 202 });
  },
);
