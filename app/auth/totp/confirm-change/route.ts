import { handler } from '@/lib/api/handler';
import { confirmTotpChangeSchema } from '@/lib/auth/schema';
import { deviceOf } from '@/lib/auth/sessions/device';
import { confirmAuthenticatorChange } from '@/lib/auth/totp/change-authenticator';
import { now } from '@/lib/clock';

export const POST = handler({ access: 'learner', answers: { 204: null }, origin: 'not-foreign', body: confirmTotpChangeSchema }, async ({ request, actor, body: { code, setupToken } }) => {
  await confirmAuthenticatorChange({ actor, typed: code, setupToken, device: deviceOf(request.headers), now: now() });
  return new Response(null, { status: 204 });
});
